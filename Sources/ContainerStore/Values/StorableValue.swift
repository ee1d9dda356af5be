import Notifications

/// Turns values into the bytes that are kept and measured, and back.
enum StorableValue {
  /// The value as JSON, or why it cannot be kept.
  static func encode(
    _ value: JSONValue, for key: StoredKey, limits: ContainerLimits
  ) throws(CommitRefusal) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try JSONWriter(maximumDepth: limits.valueDepth).bytes(value)
    } catch {
      throw .valueNotStorable(key, reason: error.description)
    }
    guard bytes.count <= limits.valueBytes else {
      throw .valueTooLarge(key, bytes: bytes.count, limit: limits.valueBytes)
    }
    return bytes
  }

  /// The sum of a stored value (`nil`: absent, counts as 0) and an amount, as Lua adds.
  static func sum(
    _ value: JSONValue?, _ amount: Amount, for key: StoredKey
  ) throws(CommitRefusal) -> JSONValue {
    let sum: Double
    switch (value ?? .integer(0), amount) {
    case (.integer(let old), .integer(let amount)):
      let (sum, overflow) = old.addingReportingOverflow(amount)
      guard !overflow else { throw .overflow(key) }
      return .integer(sum)
    case (.integer(let old), .number(let amount)): sum = Double(old) + amount
    case (.number(let old), .integer(let amount)): sum = old + Double(amount)
    case (.number(let old), .number(let amount)): sum = old + amount
    default: throw .notANumber(key)
    }
    guard sum.isFinite else { throw .overflow(key) }
    return .number(sum)
  }

  /// Refuses keys that are empty or too long.
  static func check(_ key: StoredKey, limits: ContainerLimits) throws(CommitRefusal) {
    let count = key.key.rawValue.utf8.count
    guard count > 0 else { throw .emptyKey(key.space) }
    guard count <= limits.keyBytes else {
      throw .keyTooLong(key.space, bytes: count, limit: limits.keyBytes)
    }
  }

  /// Refuses files whose name or content is too long.
  static func check(
    _ file: FileKey, _ content: [UInt8], limits: ContainerLimits
  ) throws(CommitRefusal) {
    let count = file.name.rawValue.utf8.count
    guard count > 0, count <= limits.keyBytes else {
      throw .fileNameTooLong(plugin: file.plugin, bytes: count, limit: limits.keyBytes)
    }
    guard content.count <= limits.fileBytes else {
      throw .fileTooLarge(file, bytes: content.count, limit: limits.fileBytes)
    }
  }
}

extension CommitRefusal: Error {}

extension Identifier {
  /// Whether the bytes start with those of the prefix.
  func hasPrefix(_ prefix: Identifier) -> Bool {
    rawValue.utf8.starts(with: prefix.rawValue.utf8)
  }
}
