import Synchronization

/// A boot clock that stands until the test moves it.
final class BootClock: Sendable {
  private let time = Mutex(1000.0)

  var seconds: @Sendable () -> Double {
    { self.time.withLock { $0 } }
  }

  func advance(bySeconds seconds: Double) {
    time.withLock { $0 += seconds }
  }
}
