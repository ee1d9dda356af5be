import Notifications

/// What a transaction's writes come to, worked out without changing anything.
struct MemoryPlan {
  /// New values with the bytes of key and value; `nil` removes.
  var values: [StoredKey: (value: JSONValue, size: Int)?] = [:]
  var spaceBytes: [Space: Int] = [:]
  /// New contents; `nil` removes.
  var files: [FileKey: [UInt8]?] = [:]
  var fileBytes: [Identifier: Int] = [:]
  var increments: [StoredKey: JSONValue] = [:]

  init(
    _ transaction: Transaction, in state: MemoryState, limits: ContainerLimits
  ) throws(CommitRefusal) {
    for (key, write) in transaction.writes {
      try add(write, to: key, state.spaces[key.space], limits)
    }
    for (space, bytes) in spaceBytes {
      guard bytes <= limits.spaceBytes || bytes <= state.spaces[space]?.bytes ?? 0 else {
        throw .spaceFull(space, bytes: bytes, limit: limits.spaceBytes)
      }
    }
    var growth: [Identifier: Int] = [:]
    for (file, write) in transaction.files {
      let content = state.files[file.plugin]
      let isKept = content?.files[file.name] != nil
      if case .write = write, !isKept { growth[file.plugin, default: 0] += 1 }
      if case .remove = write, isKept { growth[file.plugin, default: 0] -= 1 }
      try add(write, to: file, content, limits)
    }
    for (plugin, more) in growth where more > 0 {
      let count = (state.files[plugin]?.files.count ?? 0) + more
      guard count <= limits.files else {
        throw .tooManyFiles(plugin: plugin, count: count, limit: limits.files)
      }
    }
    for (plugin, bytes) in fileBytes {
      guard bytes <= limits.filesBytes || bytes <= state.files[plugin]?.bytes ?? 0 else {
        throw .filesFull(plugin: plugin, bytes: bytes, limit: limits.filesBytes)
      }
    }
  }

  private mutating func add(
    _ write: Write, to key: StoredKey, _ content: MemoryState.SpaceContent?,
    _ limits: ContainerLimits
  ) throws(CommitRefusal) {
    let value: JSONValue?
    switch write {
    case .set(let new): value = new
    case .remove: value = nil
    case .increment(let amount):
      let sum = try StorableValue.sum(content?.values[key.key]?.value, amount, for: key)
      increments[key] = sum
      value = sum
    }
    var size = 0
    if let value {
      try StorableValue.check(key, limits: limits)
      let encoded = try StorableValue.encode(value, for: key, limits: limits)
      size = key.key.rawValue.utf8.count + encoded.count
      values[key] = (value, size)
    } else {
      values[key] = .some(nil)
    }
    spaceBytes[key.space, default: content?.bytes ?? 0] += size - (content?.sizes[key.key] ?? 0)
  }

  private mutating func add(
    _ write: FileWrite, to file: FileKey, _ content: MemoryState.FilesContent?,
    _ limits: ContainerLimits
  ) throws(CommitRefusal) {
    var size = 0
    switch write {
    case .write(let bytes):
      try StorableValue.check(file, bytes, limits: limits)
      size = bytes.count
      files[file] = bytes
    case .remove:
      files[file] = .some(nil)
    }
    let before = content?.files[file.name]?.value.count ?? 0
    fileBytes[file.plugin, default: content?.bytes ?? 0] += size - before
  }
}
