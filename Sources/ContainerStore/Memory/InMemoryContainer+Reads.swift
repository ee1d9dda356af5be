package import Notifications

extension InMemoryContainer {
  package func value(
    _ key: Identifier, in space: Space
  ) throws(ContainerError) -> Versioned<JSONValue>? {
    try checkReadable(space)
    return state.withLock { $0.spaces[space]?.values[key] }
  }

  package func keys(
    in space: Space, prefix: Identifier
  ) throws(ContainerError) -> [Identifier] {
    try checkReadable(space)
    return state.withLock { $0.keys(in: space, prefix: prefix) }
  }

  package func file(
    _ name: Identifier, of plugin: Identifier
  ) throws(ContainerError) -> Versioned<[UInt8]>? {
    state.withLock { $0.files[plugin]?.files[name] }
  }

  package func fileNames(
    of plugin: Identifier, prefix: Identifier
  ) throws(ContainerError) -> [Identifier] {
    state.withLock { $0.fileNames(of: plugin, prefix: prefix) }
  }

  package func spaces() throws(ContainerError) -> [Space] {
    let isUnlocked = environment.isProtectedDataAvailable()
    return state.withLock { state in
      state.spaces.filter { !$0.value.values.isEmpty && (isUnlocked || !$0.key.isProtected) }.keys
        .sorted { Identifier($0.description) < Identifier($1.description) }
    }
  }

  package func plugins() throws(ContainerError) -> [Identifier] {
    let spaces = try spaces()
    return state.withLock { state in
      let files = state.files.filter { !$0.value.files.isEmpty }.keys
      let others =
        state.inbox.values.map(\.delivery.plugin) + state.outbox.values.map(\.entry.plugin)
      return Set(spaces.compactMap(\.plugin)).union(files).union(others).sorted()
    }
  }

  package func isCurrent(_ reads: ReadSet) throws(ContainerError) -> Bool {
    if reads.touchesProtected { try checkUnlocked() }
    return state.withLock { $0.isCurrent(reads) }
  }
}

extension MemoryState {
  func keys(in space: Space, prefix: Identifier) -> [Identifier] {
    (spaces[space]?.values.keys).map { $0.filter { $0.hasPrefix(prefix) }.sorted() } ?? []
  }

  func fileNames(of plugin: Identifier, prefix: Identifier) -> [Identifier] {
    (files[plugin]?.files.keys).map { $0.filter { $0.hasPrefix(prefix) }.sorted() } ?? []
  }

  func isCurrent(_ reads: ReadSet) -> Bool {
    reads.values.allSatisfy { spaces[$0.key.space]?.values[$0.key.key]?.version == $0.value }
      && reads.files.allSatisfy { files[$0.key.plugin]?.files[$0.key.name]?.version == $0.value }
      && reads.keyQueries.allSatisfy { keys(in: $0.key.space, prefix: $0.key.prefix) == $0.value }
      && reads.fileQueries.allSatisfy {
        fileNames(of: $0.key.plugin, prefix: $0.key.prefix) == $0.value
      }
  }
}
