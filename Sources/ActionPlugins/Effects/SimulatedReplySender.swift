import ContainerStore

/// A sender whose attempts last virtual time only: nobody waits for them, and an attempt that would
/// last too long ends as one that was given up.
///
/// For tests, together with ``RuntimeConfiguration/isVirtualTime``.
package protocol SimulatedReplySender: ReplySender {
  /// How many seconds the attempt lasts that ``ReplySender/send(_:)`` answers next for this reply;
  /// asked first, in the order in which replies go out.
  func seconds(for reply: Reply) -> Double
}

extension Outbox {
  /// What attempts at the same time led to, and how much virtual time the longest of them took.
  struct Attempts {
    var states: [EntryState] = []
    var simulatedSeconds = 0.0
  }

  var simulatedSender: (any SimulatedReplySender)? { sender as? any SimulatedReplySender }

  /// How much virtual time the attempts at these take.
  func simulatedSeconds(
    of entries: [OutboxEntry], withinSeconds seconds: Double
  ) throws(ContainerError) -> Double {
    guard let simulatedSender else { return 0 }
    var longest = 0.0
    for entry in entries {
      guard case .reply(let reply) = try OutboxContent(entry) else { continue }
      longest = max(longest, min(seconds, simulatedSender.seconds(for: reply)))
    }
    return longest
  }
}
