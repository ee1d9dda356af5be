import ContainerStore
import LuaSandbox

/// `files`: binary data by name.
extension HandlerRun {
  func filesRead(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let file = try file(arguments)
    guard let content = try content(of: file) else { return .values([.none]) }
    return .values([.bytes(content)])
  }

  func filesExists(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    .values([.value(.bool(try content(of: try file(arguments)) != nil))])
  }

  func filesWrite(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let file = try file(arguments)
    let data = try arguments.bytes(1)
    guard data.count <= context.limits.fileBytes else {
      throw CallFailure(
        "\(arguments.path): data has \(data.count) bytes, the limit is"
          + " \(context.limits.fileBytes) bytes; split it over several files")
    }
    let limit = context.limits.pluginFileBytes
    let total = state.withLock { state in
      let others = state.effects.files.reduce(0) { total, staged in
        guard staged.key != file, case .write(let data) = staged.value else { return total }
        return total + data.count
      }
      if others + data.count <= limit { state.effects.write(.write(data), to: file) }
      return others + data.count
    }
    guard total <= limit else {
      throw CallFailure(
        "\(arguments.path): this invocation would write \(total) bytes of files, the limit of a"
          + " plugin's files is \(limit) bytes; write less, or remove files that are no longer"
          + " needed")
    }
    return .values([])
  }

  func filesRemove(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let file = try file(arguments)
    state.withLock { $0.effects.write(.remove, to: file) }
    return .values([])
  }

  func filesList(_ arguments: APIArguments, _ call: HostCall) throws(CallFailure) -> HostAnswer {
    try permit(context.permissions.files, "\"files\": true", arguments)
    let prefix = Identifier(try arguments.optionalString(0) ?? "")
    let plugin = context.plugin.identifier
    let stored = try contained { () throws(ContainerError) in
      try context.container.fileNames(of: plugin, prefix: prefix)
    }
    let seen = state.withLock { state in
      state.effects.read(stored, for: ReadSet.FileQuery(prefix, of: plugin))
      var seen = SeenNames(stored: stored)
      for (file, change) in state.effects.files where file.name.hasPrefix(prefix) {
        if case .remove = change { seen.remove(file.name) } else { seen.add(file.name) }
      }
      return seen
    }
    return Self.answer(seen, to: call)
  }

  /// Refuses a call that the manifest does not permit, naming the line to add.
  func permit(
    _ isPermitted: Bool, _ line: String, _ arguments: APIArguments
  ) throws(CallFailure) {
    guard !isPermitted else { return }
    throw CallFailure(
      "\(arguments.path): the manifest does not permit it; add \"permissions\": { \(line) } to"
        + " plugin.json")
  }

  private func file(_ arguments: APIArguments) throws(CallFailure) -> FileKey {
    try permit(context.permissions.files, "\"files\": true", arguments)
    let name = try arguments.string(0)
    try check(name: name, "name", arguments)
    return FileKey(Identifier(name), of: context.plugin.identifier)
  }

  private func content(of file: FileKey) throws(CallFailure) -> [UInt8]? {
    switch state.withLock({ $0.effects.files[file] }) {
    case .write(let content)?: return content
    case .remove?: return nil
    case nil: break
    }
    let found = try contained { () throws(ContainerError) in
      try context.container.file(file.name, of: file.plugin)
    }
    state.withLock { $0.effects.read(found?.version, of: file) }
    return found?.value
  }
}
