import Notifications

/// The change of one key, worked out: what is written and what the space's bytes change by.
struct ValueChange {
  var key: StoredKey
  /// The space's number; `nil` where it holds nothing yet.
  var space: Int64?
  /// The value as JSON; `nil` removes.
  var value: [UInt8]?
  var growth: Int
}

/// What a transaction's writes come to, worked out before anything is changed.
struct CommitPlan {
  private(set) var changes: [ValueChange] = []
  private(set) var protectedChanges: [ValueChange] = []
  private(set) var increments: [StoredKey: JSONValue] = [:]
  /// Bytes of all files of each plugin that writes some.
  private(set) var fileBytes: [Identifier: Int] = [:]

  /// Works the writes out, or says why they can never be applied.
  ///
  /// - Parameter connection: gives the file that a space lies in.
  static func make(
    _ transaction: Transaction, limits: ContainerLimits, main: Connection, protected: Connection?
  ) throws(ContainerError) -> Result<CommitPlan, CommitRefusal> {
    var plan = CommitPlan()
    var spaces: [Space: (before: Int, after: Int)] = [:]
    for (key, write) in transaction.writes {
      guard let connection = key.space.isProtected ? protected : main else { throw .deviceLocked }
      let slot = try connection.slot(key)
      let change: ValueChange
      do {
        change = try plan.change(key, write, slot, limits)
      } catch {
        return .failure(try error.refusal())
      }
      let bytes = spaces[key.space] ?? (slot.bytes, slot.bytes)
      spaces[key.space] = (bytes.before, bytes.after + change.growth)
      if key.space.isProtected {
        plan.protectedChanges.append(change)
      } else {
        plan.changes.append(change)
      }
    }
    for (space, bytes) in spaces {
      guard bytes.after <= limits.spaceBytes || bytes.after <= bytes.before else {
        return .failure(.spaceFull(space, bytes: bytes.after, limit: limits.spaceBytes))
      }
    }
    if let refusal = try plan.addFiles(transaction.files, limits, main) {
      return .failure(refusal)
    }
    return .success(plan)
  }

  private mutating func change(
    _ key: StoredKey, _ write: Write, _ slot: SpaceSlot, _ limits: ContainerLimits
  ) throws(PlanFailure) -> ValueChange {
    let name = key.key.rawValue.utf8.count
    let before = slot.value.map { name + $0.count } ?? 0
    do {
      let value: JSONValue
      switch write {
      case .remove: return ValueChange(key: key, space: slot.space, value: nil, growth: -before)
      case .set(let new): value = new
      case .increment(let amount):
        let stored = try slot.value.map { bytes throws(ContainerError) in
          try JSONValue(stored: bytes)
        }
        value = try StorableValue.sum(stored, amount, for: key)
        increments[key] = value
      }
      try StorableValue.check(key, limits: limits)
      let bytes = try StorableValue.encode(value, for: key, limits: limits)
      return ValueChange(
        key: key, space: slot.space, value: bytes, growth: name + bytes.count - before)
    } catch let refusal as CommitRefusal {
      throw .refused(refusal)
    } catch let error as ContainerError {
      throw .failed(error)
    } catch {
      throw .failed(.damagedRow("a value that cannot be added to"))
    }
  }

  private mutating func addFiles(
    _ files: [FileKey: FileWrite], _ limits: ContainerLimits, _ main: Connection
  ) throws(ContainerError) -> CommitRefusal? {
    var before: [Identifier: Int] = [:]
    var growth: [Identifier: Int] = [:]
    for (file, write) in files {
      if before[file.plugin] == nil {
        let bytes = try main.fileBytes(of: file.plugin)
        before[file.plugin] = bytes
        fileBytes[file.plugin] = bytes
      }
      var size = 0
      if case .write(let content) = write {
        do {
          try StorableValue.check(file, content, limits: limits)
        } catch {
          return error
        }
        size = content.count
      }
      let old = try main.fileFacts(file)?.size
      fileBytes[file.plugin, default: 0] += size - (old ?? 0)
      if case .write = write, old == nil { growth[file.plugin, default: 0] += 1 }
      if case .remove = write, old != nil { growth[file.plugin, default: 0] -= 1 }
    }
    for (plugin, more) in growth where more > 0 {
      let count = try main.fileCount(of: plugin) + more
      guard count <= limits.files else {
        return .tooManyFiles(plugin: plugin, count: count, limit: limits.files)
      }
    }
    for (plugin, bytes) in fileBytes {
      guard bytes <= limits.filesBytes || bytes <= before[plugin] ?? 0 else {
        return .filesFull(plugin: plugin, bytes: bytes, limit: limits.filesBytes)
      }
    }
    return nil
  }
}

/// Why a change could not be worked out: it never can, or the container failed.
private enum PlanFailure: Error {
  case refused(CommitRefusal)
  case failed(ContainerError)

  func refusal() throws(ContainerError) -> CommitRefusal {
    switch self {
    case .refused(let refusal): return refusal
    case .failed(let error): throw error
    }
  }
}
