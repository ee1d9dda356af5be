import Notifications
import Synchronization

/// A wall clock that stands until the test moves it.
final class TestClock: Sendable {
  private let time = Mutex(Timestamp(clamped: 1_767_225_600_000))

  var now: @Sendable () -> Timestamp {
    { self.time.withLock { $0 } }
  }

  func advance(bySeconds seconds: Double) {
    time.withLock { $0 = $0.advanced(bySeconds: seconds) }
  }
}
