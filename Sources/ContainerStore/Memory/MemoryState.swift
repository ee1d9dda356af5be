import Notifications

/// Everything that an in-memory container holds.
struct MemoryState: Sendable {
  struct SpaceContent: Sendable {
    var values: [Identifier: Versioned<JSONValue>] = [:]
    /// Bytes of each key with its value as JSON.
    var sizes: [Identifier: Int] = [:]
    var bytes = 0
  }

  struct FilesContent: Sendable {
    var files: [Identifier: Versioned<[UInt8]>] = [:]
    var bytes = 0
  }

  var spaces: [Space: SpaceContent] = [:]
  var files: [Identifier: FilesContent] = [:]
  var inbox: [DeliveryKey: MemoryRecord] = [:]
  var outbox: [EntryID: MemoryEntry] = [:]
  /// Entries that wait, oldest first.
  var lanes: [Lane: [EntryID]] = [:]
  var turns: [TurnKey: MemoryTurn] = [:]
  private var lastNumber: Int64 = 0

  init() {}

  init(after other: MemoryState) {
    lastNumber = other.lastNumber
  }

  /// A number that was never given before.
  mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  var allKeys: [StoredKey] {
    spaces.flatMap { space, content in content.values.keys.map { StoredKey($0, in: space) } }
  }

  mutating func erase(plugin: Identifier) -> [StoredKey] {
    let spaces = [Space.own(plugin: plugin), .protected(plugin: plugin)]
    let erased = allKeys.filter { spaces.contains($0.space) }
    for space in spaces { self.spaces[space] = nil }
    files[plugin] = nil
    inbox = inbox.filter { $0.value.delivery.plugin != plugin }
    for entry in outbox.values where entry.entry.plugin == plugin {
      removeEntry(entry.entry.id)
    }
    return erased
  }
}

/// An inbox record.
struct MemoryRecord: Sendable {
  enum Phase: Sendable {
    case running, ended
    case committed(outcome: [UInt8])
  }

  var delivery: Delivery
  var phase: Phase
  var attempt: Int
  var starts: Int
  var lease: LeaseRecord
  var order: Int64
  var steps: [Int: RecordedStep] = [:]
  /// Its outbox entries in the order in which they were staged.
  var entries: [EntryID] = []

  var isRunning: Bool {
    if case .running = phase { true } else { false }
  }
}

/// An outbox entry with who tries it.
struct MemoryEntry: Sendable {
  var entry: OutboxEntry
  var lane: Lane
  var backoffUntil: Timestamp
  var receiverUntil: Timestamp
  /// When it was tried last; `nil` where it never was.
  var triedAt: Timestamp?
  var lease: LeaseRecord?
  var isHandedOver = false
}

/// Who may go first with a key, and how long (boot-clock seconds).
struct MemoryTurn: Sendable {
  var turn: Turn
  var endsAt: Double
}
