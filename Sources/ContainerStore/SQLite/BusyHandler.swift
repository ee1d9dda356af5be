import CSQLite

/// How a connection waits for others: short random sleeps, bounded.
///
/// SQLite's own time-out sleeps longer and longer, so that whoever came last loses every time: it
/// starved one of two writers for 1.5 s.
enum BusyHandler {
  /// The longest wait for a lock in seconds.
  static let longestSeconds = 2.0

  /// Sleeps shortly; `false` once the wait that began at the given time is over.
  ///
  /// The real clock, not an environment's: it waits for what other processes really do.
  static func pause(since start: Double) -> Bool {
    guard SystemClock.bootSeconds() - start < longestSeconds else { return false }
    SystemClock.sleep(seconds: Double.random(in: 0.000_05..<0.001))
    return true
  }

  /// Serves the connection's rare waits inside a call: another process recovers the log, or closes.
  static func install(on connection: OpaquePointer) -> Int32 {
    unsafe sqlite3_busy_handler(
      connection,
      { _, count in
        // About half a millisecond a time, so this many times make up the longest wait.
        guard count < Int32(BusyHandler.longestSeconds / 0.000_525) else { return 0 }
        SystemClock.sleep(seconds: Double.random(in: 0.000_05..<0.001))
        return 1
      }, nil)
  }
}
