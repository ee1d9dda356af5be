import ContainerStore
import Notifications

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `invoke FOLDER SERVER FIRST`: handles one response after the other, from number FIRST on, until it
/// is killed; `recover FOLDER SERVER`: brings to an end what killed processes have left.
///
/// SERVER is a file to which each delivered reply is appended as one line, at once: it stands for the
/// receiver.
struct InvokeCommand {
  private let container: SQLiteContainer
  private let server: Int32
  private let words: Words
  private let now: Timestamp
  private let lease = Lease(owner: .current, seconds: 35)

  init(_ arguments: [String]) throws {
    words = Words(arguments)
    container = try SQLiteContainer(folder: words.text(1))
    server = try unsafe open(words.text(2), O_WRONLY | O_APPEND | O_CREAT, 0o600)
    guard server >= 0 else { throw DriverError("the server's file cannot be opened") }
    now = try Timestamp(milliseconds: 1_767_268_800_000)
  }

  func run() throws {
    var number = try words.number(3)
    while true {
      let request = Identifier("request-\(number)")
      let delivery = Delivery(
        key: DeliveryKey(request: request, date: now, action: "reply", userText: nil),
        plugin: "plugin", category: "message", action: "reply", handler: "reply.lua",
        request: request, date: now, response: Array(request.rawValue.utf8), recordedAt: now)
      if case .claimed(let claim) = try container.claim(delivery, for: .response, lease: lease) {
        try handle(claim, request)
      }
      number += 1
    }
  }

  /// Prints how many were recovered, abandoned and delivered.
  func recover() throws {
    var recovered = 0
    var abandoned = 0
    for pending in try container.recoverable() {
      let purpose = ClaimPurpose.recovery(attempt: pending.attempt)
      switch try container.claim(pending.delivery, for: purpose, lease: lease) {
      case .claimed(let claim):
        try handle(claim, pending.delivery.request)
        recovered += 1
      case .abandoned:
        guard try container.abandon(pending) else { throw DriverError("not abandoned") }
        abandoned += 1
      case let other: throw DriverError("\(other)")
      }
    }
    try deliver()
    print("recovered \(recovered) abandoned \(abandoned)")
  }

  /// Everything that must agree is written from one number.
  private func handle(_ claim: Claim, _ request: Identifier) throws {
    let shared = Space.shared("counts")
    while true {
      let read = try container.value("count", in: shared)
      guard case .integer(let count) = read?.value ?? 0 else { throw DriverError("no number") }
      let next = JSONValue.integer(count + 1)
      var reads = ReadSet()
      reads.values[StoredKey("count", in: shared)] = .some(read?.version)
      let transaction = Transaction(
        claim: claim, now: now, reads: reads,
        writes: [
          StoredKey("count", in: shared): .set(next),
          StoredKey("a", in: .own(plugin: "plugin")): .set(next),
          StoredKey("b", in: .own(plugin: "plugin")): .set(next),
          StoredKey("c", in: .protected(plugin: "plugin")): .set(next),
          StoredKey("n", in: .own(plugin: "plugin")): .increment(by: .integer(1)),
          StoredKey("m", in: .protected(plugin: "plugin")): .increment(by: .integer(1)),
        ],
        files: [FileKey("file", of: "plugin"): .write(Array("\(count + 1)".utf8))],
        entries: [
          StagedEntry(
            id: EntryID(Identifier("reply \(request)")), kind: .reply,
            recipient: Identifier("chat-\((count + 1) % 3)"), content: Array("\(count + 1)".utf8))
        ])
      switch try container.commit(transaction, outcome: { _ in Array(request.rawValue.utf8) }) {
      case .committed: return try deliver()
      case .conflict: continue
      case let other: throw DriverError("\(other)")
      }
    }
  }

  private func deliver() throws {
    while true {
      let due = try container.takeDue(
        now: now, only: nil, limit: 10, lease: lease, ignoringBackoff: false)
      if due.isEmpty { return }
      for reply in due {
        let text = String(decoding: reply.entry.content, as: UTF8.self)
        let line = Array("\(reply.id.name) \(text)\n".utf8)
        guard unsafe write(server, line, line.count) == line.count else {
          throw DriverError("the server took no line")
        }
        _ = try container.record(.sent, of: reply, now: now) { _ in Array("settled".utf8) }
      }
    }
  }
}
