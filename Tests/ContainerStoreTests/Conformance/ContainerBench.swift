import ContainerStore
import Notifications
import Testing

/// One container under test, with short ways to say what a fact needs.
struct ContainerBench {
  typealias Factory = (ContainerEnvironment, ContainerLimits, RetryPolicy) throws -> any Container

  let system = TestSystem()
  let container: any Container
  /// Another process's view of the same store, where the kind of container has such.
  let other: any Container

  /// - Parameter factory: called twice for the two views; a container that cannot be shared gives
  ///   the same object again.
  init(
    limits: ContainerLimits = ContainerLimits(), retries: RetryPolicy = RetryPolicy(),
    _ factory: Factory
  ) throws {
    container = try factory(system.environment, limits, retries)
    other = try factory(system.environment, limits, retries)
  }

  static let plugin: Identifier = "com.example.messages"
  static let own = Space.own(plugin: plugin)
  static let protected = Space.protected(plugin: plugin)
  static let shared = Space.shared("unread")
  static let now = at(0)

  /// So many seconds after the start of the test's time.
  static func at(_ seconds: Double) -> Timestamp {
    start.advanced(bySeconds: seconds)
  }

  private static let start: Timestamp = {
    do {
      return try Timestamp(milliseconds: 1_767_268_800_000)
    } catch {
      preconditionFailure("a date in range was refused: \(error)")
    }
  }()

  func delivery(
    _ request: String = "request", text: String? = "typed text", at seconds: Double = 0,
    plugin: Identifier = plugin
  ) -> Delivery {
    let request = Identifier(request)
    let date = Self.at(seconds)
    return Delivery(
      key: DeliveryKey(request: request, date: date, action: "reply", userText: text),
      plugin: plugin, category: "message", action: "reply", handler: "reply.lua", request: request,
      date: date, response: Array("{\"userText\":\"\(text ?? "")\"}".utf8), recordedAt: date)
  }

  /// Claims a delivery that nobody runs.
  func claim(
    _ request: String = "request", process: Int32 = 1, plugin: Identifier = plugin
  ) throws -> Claim {
    let result = try container.claim(
      delivery(request, plugin: plugin), for: .response, lease: system.lease(of: process))
    guard case .claimed(let claim) = result else {
      throw UnexpectedAnswer("\(result)")
    }
    return claim
  }

  /// Commits for a claim, with an outcome of the given text.
  func commit(
    _ claim: Claim?, reads: ReadSet = ReadSet(), writes: [StoredKey: Write] = [:],
    files: [FileKey: FileWrite] = [:], entries: [StagedEntry] = [], turn: Turn? = nil,
    outcome: String = "outcome", at seconds: Double = 0, on container: (any Container)? = nil
  ) throws -> CommitResult {
    try (container ?? self.container).commit(
      Transaction(
        claim: claim, now: Self.at(seconds), reads: reads, writes: writes, files: files,
        entries: entries, turn: turn)
    ) { _ in Array(outcome.utf8) }
  }

  /// Writes as the host does, and expects it to succeed.
  func write(_ value: JSONValue, _ key: Identifier, in space: Space = own) throws {
    let result = try commit(nil, writes: [StoredKey(key, in: space): .set(value)])
    guard case .committed = result else { throw UnexpectedAnswer("\(result)") }
  }

  func value(_ key: Identifier, in space: Space = own) throws -> JSONValue? {
    try container.value(key, in: space)?.value
  }

  /// Writes a file of so many bytes.
  func writeFile(_ name: Identifier, _ count: Int) throws -> CommitResult {
    let bytes = [UInt8](repeating: 1, count: count)
    return try commit(nil, files: [FileKey(name, of: Self.plugin): .write(bytes)])
  }

  /// The outcome of a committed delivery, as another process sees it.
  func stored(_ claim: Claim) throws -> StoredOutcome {
    guard case .committed(let stored)? = try other.state(of: claim.key) else {
      throw UnexpectedAnswer("not committed")
    }
    return stored
  }

  /// A read set with these keys as they are now.
  func reading(_ keys: Identifier..., in space: Space = own) throws -> ReadSet {
    var reads = ReadSet()
    for key in keys {
      let version = try container.value(key, in: space)?.version
      reads.values[StoredKey(key, in: space)] = .some(version)
    }
    return reads
  }

  func reply(
    _ id: String, to recipient: Identifier? = "chat", key: Identifier? = nil,
    text: String = "On my way"
  ) -> StagedEntry {
    StagedEntry(
      id: EntryID(Identifier(id)), kind: .reply, key: key, recipient: recipient,
      content: Array("{\"text\":\"\(text)\"}".utf8))
  }

  func takeDue(
    at seconds: Double = 0, only: Set<EntryID>? = nil, process: Int32 = 1, limit: Int = 100,
    ignoringBackoff: Bool = false, from container: (any Container)? = nil
  ) throws -> [OutboxEntry] {
    try (container ?? self.container).takeDue(
      now: Self.at(seconds), only: only, limit: limit,
      lease: system.lease(of: process, seconds: 15),
      ignoringBackoff: ignoringBackoff)
  }

  @discardableResult
  func record(
    _ attempt: DeliveryAttempt, of entry: OutboxEntry, at seconds: Double = 0
  ) throws -> EntryState {
    try container.record(attempt, of: entry, now: Self.at(seconds)) { stored in
      Array("settled \(stored.entries.map { "\($0.state)" }.joined(separator: " "))".utf8)
    }
  }
}

/// An answer that a fact cannot go on with.
struct UnexpectedAnswer: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = "unexpected answer: \(description)"
  }
}

extension [OutboxEntry] {
  var names: [String] { map(\.id.name.rawValue) }
}

extension CommitResult {
  var isCommitted: Bool { if case .committed = self { true } else { false } }
  var isConflict: Bool { if case .conflict = self { true } else { false } }
  var isLeaseLost: Bool { if case .leaseLost = self { true } else { false } }
  var refusal: CommitRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
  var receipt: CommitReceipt? { if case .committed(let receipt) = self { receipt } else { nil } }
}

extension ClaimResult {
  var claim: Claim? { if case .claimed(let claim) = self { claim } else { nil } }
  var outcome: String? {
    if case .committed(let stored) = self {
      String(decoding: stored.outcome, as: UTF8.self)
    } else {
      nil
    }
  }
  var leaseSeconds: Double? { if case .running(let seconds) = self { seconds } else { nil } }
}
