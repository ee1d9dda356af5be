import ContainerStore
import Synchronization

/// Outcomes that are committed and whose first delivery attempt is under way in this process.
///
/// A second delivery of the same response waits here, so that both give the same outcome.
final class DeliveringOutcomes: Sendable {
  private struct State {
    var waiting: [DeliveryKey: [CheckedContinuation<Outcome?, Never>]] = [:]
  }

  private let state = Mutex(State())

  /// Before the commit: who comes from now on waits for ``end(_:with:)``.
  func begin(_ key: DeliveryKey) {
    state.withLock { $0.waiting[key] = $0.waiting[key] ?? [] }
  }

  /// Gives those who wait the final outcome; `nil` where there was no commit after all.
  func end(_ key: DeliveryKey, with outcome: Outcome?) {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: key) } ?? []
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  /// The final outcome of a delivery that is under way; `nil` where none is.
  func outcome(of key: DeliveryKey) async -> Outcome? {
    await withCheckedContinuation { continuation in
      let isUnderWay = state.withLock { state in
        guard state.waiting[key] != nil else { return false }
        state.waiting[key]?.append(continuation)
        return true
      }
      if !isUnderWay { continuation.resume(returning: nil) }
    }
  }
}
