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
  private(set) var replies: [StagedReply] = []
  /// Notifications, removals and badges in the order of the calls.
  private(set) var notifications: [StagedNotification] = []

  /// Bytes of the host's memory that reads and writes take up, about; the data of files apart, which
  /// have a limit of their own.
  private(set) var heldBytes = 0

  /// Whether anything of a protected space would be written.
  var touchesProtected: Bool { writes.keys.contains { $0.space.isProtected } }
}

extension StagedEffects {
  /// What an entry of a table takes up beside its key and value.
  static let entryBytes = 96

  mutating func write(_ write: Write, at key: StoredKey) {
    if let former = writes.updateValue(write, forKey: key) {
      heldBytes += write.heldBytes - former.heldBytes
    } else {
      heldBytes += write.heldBytes + key.key.heldBytes + Self.entryBytes
    }
  }

  mutating func write(_ write: FileWrite, to file: FileKey) {
    guard files.updateValue(write, forKey: file) == nil else { return }
    heldBytes += file.name.heldBytes + Self.entryBytes
  }

  mutating func append(_ reply: StagedReply) {
    replies.append(reply)
    heldBytes += Self.entryBytes + (reply.reply.text?.heldBytes ?? 0)
    heldBytes += (reply.reply.to?.heldBytes ?? 0) + (reply.reply.userInfo?.heldBytes ?? 0)
  }

  mutating func append(_ notification: StagedNotification) {
    notifications.append(notification)
    heldBytes += Self.entryBytes
    guard case .post(let posted) = notification.change else { return }
    heldBytes += posted.identifier.heldBytes + posted.title.heldBytes + posted.body.heldBytes
    heldBytes += JSONValue.object(posted.userInfo).heldBytes
  }

  /// Remembers the version that was read, the first one where it is read again.
  mutating func read(_ version: Version?, of key: StoredKey) {
    guard reads.values[key] == nil else { return }
    reads.values[key] = .some(version)
    heldBytes += key.key.heldBytes + Self.entryBytes
  }

  mutating func read(_ version: Version?, of file: FileKey) {
    guard reads.files[file] == nil else { return }
    reads.files[file] = .some(version)
    heldBytes += file.name.heldBytes + Self.entryBytes
  }

  mutating func read(_ names: [Identifier], for query: ReadSet.KeyQuery) {
    guard reads.keyQueries[query] == nil else { return }
    reads.keyQueries[query] = names
    heldBytes += query.prefix.heldBytes + Self.bytes(of: names)
  }

  mutating func read(_ names: [Identifier], for query: ReadSet.FileQuery) {
    guard reads.fileQueries[query] == nil else { return }
    reads.fileQueries[query] = names
    heldBytes += query.prefix.heldBytes + Self.bytes(of: names)
  }

  private static func bytes(of names: [Identifier]) -> Int {
    names.reduce(entryBytes) { $0 + $1.heldBytes + MemoryLayout<Identifier>.stride }
  }
}

extension Identifier {
  /// Bytes of its own, about; a short one lies in its place.
  fileprivate var heldBytes: Int { rawValue.heldBytes }
}

extension String {
  fileprivate var heldBytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}

extension Write {
  fileprivate var heldBytes: Int {
    if case .set(let value) = self { value.heldBytes } else { 0 }
  }
}

extension JSONValue {
  /// Bytes of its own, about.
  var heldBytes: Int {
    switch self {
    case .null, .bool, .integer, .number: 0
    case .string(let text): text.heldBytes
    case .array(let items):
      items.reduce(32) { $0 + $1.heldBytes + MemoryLayout<JSONValue>.stride }
    case .object(let object):
      object.reduce(32) {
        $0 + $1.value.heldBytes + $1.name.heldBytes + MemoryLayout<JSONObject.Member>.stride
      }
    }
  }
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
