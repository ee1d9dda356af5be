import ContainerStore

/// What one run has read and wants to write, until its invocation commits it or drops it.
struct StagedEffects {
  /// What was read, with versions, for the commit to compare.
  var reads = ReadSet()
  /// Changes of keys; the last one of each key.
  var writes: [StoredKey: Write] = [:]
  /// Changes of files; the last one of each file.
  var files: [FileKey: FileWrite] = [:]
  /// Replies in the order of the calls.
  var replies: [StagedReply] = []
  /// Notifications, removals and badges in the order of the calls.
  var notifications: [StagedNotification] = []

  /// Whether anything of a protected space would be written.
  var touchesProtected: Bool { writes.keys.contains { $0.space.isProtected } }
}

/// A reply that waits for its invocation to succeed.
struct StagedReply: Sendable {
  var reply: Reply
  /// The key that the script gave.
  var key: Identifier?
}

/// A change of the shown notifications that waits for its invocation to succeed.
struct StagedNotification: Sendable {
  var id: String
  var change: NotificationChange

  /// - Parameter index: Its place among the invocation's notifications, from 0.
  init(_ change: NotificationChange, at index: Int, of invocation: Identifier) {
    id = "\(invocation)\(Self.mark)\(index)"
    self.change = change
  }

  private static let mark = "-notification-"

  /// The place among an invocation's notifications that an outbox entry has; `nil` for a reply.
  static func index(of entry: Identifier) -> Int? {
    let bytes = Array(entry.rawValue.utf8)
    let mark = Array(mark.utf8)
    guard let dash = bytes.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    guard bytes[...dash].suffix(mark.count).elementsEqual(mark) else { return nil }
    return Int(String(decoding: bytes[(dash + 1)...], as: UTF8.self))
  }
}

extension Amount {
  /// The sum of two amounts as Lua adds: integers stay integers; `nil` where that overflows.
  static func + (left: Amount, right: Amount) -> Amount? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      let (sum, overflow) = left.addingReportingOverflow(right)
      return overflow ? nil : .integer(sum)
    default:
      let sum = left.double + right.double
      return sum.isFinite ? .number(sum) : nil
    }
  }

  private var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    }
  }

  /// The number of a stored value; `nil` where it is none.
  init?(_ value: JSONValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    default: return nil
    }
  }

  var value: JSONValue {
    switch self {
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    }
  }
}
