import Foundation

/// What this process uses, as far as the system tells.
enum ProcessUse {
  /// Whether the long variants of tests run: `PLUGRUN_LONG=1`.
  static let isLong = ProcessInfo.processInfo.environment["PLUGRUN_LONG"] == "1"

  /// Whether this build watches itself for races, with notes on every byte.
  static let isThreadSanitized = unsafe dlsym(nil, "__tsan_init") != nil

  /// Resident memory in bytes; `nil` where the system does not say.
  static var residentBytes: Int? {
    field("VmRSS:").map { $0 * 1024 }
  }

  /// Threads; `nil` where the system does not say.
  static var threads: Int? { field("Threads:") }

  private static func field(_ name: String) -> Int? {
    #if os(Linux)
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
        return nil
      }
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    #else
      return nil
    #endif
  }
}
