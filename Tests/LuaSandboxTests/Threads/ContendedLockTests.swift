import Synchronization
import Testing

/// ThreadSanitizer by itself takes what a contended `Mutex` guards for a race, on Linux, and then ends
/// the test run with an error. `SanitizerHints` shows it the lock; this is the test of that.
@Suite("A lock that is fought for")
struct ContendedLockTests {
  /// `@unchecked Sendable`: `count` is touched with the lock held only.
  private final class Counter: @unchecked Sendable {
    let lock = Mutex(())
    var count = 0
  }

  @Test("guards what is beside it, also in the sanitizer's eyes")
  func guards() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50_000 { counter.lock.withLock { _ in counter.count += 1 } }
        }
      }
    }
    #expect(counter.count == 200_000)
  }
}
