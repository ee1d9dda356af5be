#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The boot clock, and sleeping.
enum SystemClock {
  /// Seconds since the system started, the time it slept included.
  @Sendable static func bootSeconds() -> Double {
    #if canImport(Darwin)
      // Darwin's CLOCK_MONOTONIC goes on while the system sleeps.
      seconds(of: CLOCK_MONOTONIC)
    #else
      seconds(of: CLOCK_BOOTTIME)
    #endif
  }

  /// Blocks the thread; a signal's handler does not shorten it.
  @Sendable static func sleep(seconds: Double) {
    guard seconds > 0 else { return }
    let whole = seconds.rounded(.down)
    var time = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    var rest = timespec()
    while unsafe nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }

  private static func seconds(of clock: clockid_t) -> Double {
    var now = timespec()
    unsafe clock_gettime(clock, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
