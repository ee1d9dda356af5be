package import Notifications

extension SQLiteContainer {
  package func value(
    _ key: Identifier, in space: Space
  ) throws(ContainerError) -> Versioned<JSONValue>? {
    let key = StoredKey(key, in: space)
    let stored: Versioned<[UInt8]>?
    if space.isProtected {
      stored = try readProtected { spaces throws(ContainerError) in try spaces.value(key) }
    } else {
      stored = try read { main throws(ContainerError) in try main.storedValue(key) }
    }
    guard let stored else { return nil }
    return Versioned(try JSONValue(stored: stored.value), stored.version)
  }

  package func keys(
    in space: Space, prefix: Identifier
  ) throws(ContainerError) -> [Identifier] {
    let query = ReadSet.KeyQuery(prefix, in: space)
    if space.isProtected {
      return try readProtected { spaces throws(ContainerError) in try spaces.keys(query) }
    }
    return try read { main throws(ContainerError) in try main.storedKeys(query) }
  }

  package func file(
    _ name: Identifier, of plugin: Identifier
  ) throws(ContainerError) -> Versioned<[UInt8]>? {
    try read { main throws(ContainerError) in try main.storedFile(FileKey(name, of: plugin)) }
  }

  package func fileNames(
    of plugin: Identifier, prefix: Identifier
  ) throws(ContainerError) -> [Identifier] {
    try read { main throws(ContainerError) in
      try main.storedFileNames(.init(prefix, of: plugin))
    }
  }

  package func spaces() throws(ContainerError) -> [Space] {
    var spaces = try read { main throws(ContainerError) in try main.filledSpaces() }
    guard protectedFile.exists else { return spaces }
    do {
      spaces += try readProtected { protected throws(ContainerError) in try protected.spaces() }
    } catch {
      // A locked device hides the protected spaces; it does not make the others unreadable.
      guard error.code == .locked else { throw error }
    }
    return spaces.sorted { Identifier($0.description) < Identifier($1.description) }
  }

  package func plugins() throws(ContainerError) -> [Identifier] {
    let others = try read { main throws(ContainerError) in
      try main.all(.plugins) { row in row.name(0) }
    }
    return Set(others + (try spaces()).compactMap(\.plugin)).sorted()
  }

  package func isCurrent(_ reads: ReadSet) throws(ContainerError) -> Bool {
    try connections.withLock { connections throws(ContainerError) in
      let main = try main(&connections)
      let protected = try reads.touchesProtected ? protected(&connections) : nil
      return try ReadCheck(main: main, protected: protected).isCurrent(reads)
    }
  }

  /// Reads from the protected file.
  func readProtected<Answer: Sendable>(
    _ body: (ProtectedSpaces) throws(ContainerError) -> Answer
  ) throws(ContainerError) -> Answer {
    try connections.withLock { connections throws(ContainerError) in
      let protected = try protected(&connections)
      return try body(ProtectedSpaces(protected: protected, main: main(&connections)))
    }
  }
}

extension Query {
  /// Those of files, responses and replies.
  fileprivate static let plugins = Query(
    "SELECT plugin FROM files UNION SELECT plugin FROM inbox UNION SELECT plugin FROM outbox")
}

/// Compares what was read with what is there.
struct ReadCheck {
  let main: Connection
  /// Needed where a protected space was read.
  let protected: Connection?

  func isCurrent(_ reads: ReadSet) throws(ContainerError) -> Bool {
    for (key, version) in reads.values {
      guard try self.version(of: key) == version else { return false }
    }
    for (query, answer) in reads.keyQueries {
      guard try keys(query) == answer else { return false }
    }
    for (file, version) in reads.files {
      guard try main.fileFacts(file)?.version == version else { return false }
    }
    for (query, answer) in reads.fileQueries {
      guard try main.storedFileNames(query) == answer else { return false }
    }
    return true
  }

  private func version(of key: StoredKey) throws(ContainerError) -> Version? {
    guard key.space.isProtected else { return try main.storedVersion(key) }
    return try spaces().value(key)?.version
  }

  private func keys(_ query: ReadSet.KeyQuery) throws(ContainerError) -> [Identifier] {
    guard query.space.isProtected else { return try main.storedKeys(query) }
    return try spaces().keys(query)
  }

  private func spaces() throws(ContainerError) -> ProtectedSpaces {
    guard let protected else { throw .deviceLocked }
    return ProtectedSpaces(protected: protected, main: main)
  }
}
