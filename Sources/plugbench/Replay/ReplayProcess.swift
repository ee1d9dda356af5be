import CBenchFloor
import Foundation

/// `plugrun replay` as a process that reads lines from a pipe; its results are counted and dropped.
final class ReplayProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private let results = ResultCount()

  init(_ plugrun: String, plugins: String) throws {
    process.executableURL = URL(fileURLWithPath: plugrun)
    process.arguments = ["replay", "-", "--plugins", plugins]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    // A process that is gone is told of by its exit code.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let results = results
    let handle = output.fileHandleForReading
    Thread.detachNewThread { results.count(linesOf: handle) }
  }

  func write(_ lines: [UInt8]) throws {
    do {
      try input.fileHandleForWriting.write(contentsOf: Data(lines))
    } catch {
      // What it told is worth more than that it does not read any more.
      throw failure()
    }
  }

  /// Returns once so many results were written.
  func reach(_ wanted: Int) throws {
    guard results.reach(wanted) else { throw failure() }
  }

  /// Bytes that are in memory now; 0 where the system does not tell.
  var residentBytes: Int { bench_process_resident_bytes(process.processIdentifier) }

  /// Closes the input and waits for the end; exit code 0 says that every response was completed.
  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw failure() }
  }

  private func failure() -> BenchFailure {
    process.terminate()
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return BenchFailure("plugrun replay ended early: \(told)")
  }
}

/// Counts lines as they come.
private final class ResultCount: @unchecked Sendable {
  // Both only under the condition's lock.
  private let condition = NSCondition()
  private var lines = 0
  private var isAtEnd = false

  func count(linesOf handle: FileHandle) {
    while true {
      let data = handle.availableData
      let newlines = unsafe data.withUnsafeBytes { bytes in
        unsafe bytes.count { $0 == UInt8(ascii: "\n") }
      }
      condition.withLock {
        lines += newlines
        isAtEnd = data.isEmpty
        condition.broadcast()
      }
      if data.isEmpty { return }
    }
  }

  /// False where the output ended before.
  func reach(_ wanted: Int) -> Bool {
    condition.withLock {
      while lines < wanted, !isAtEnd { condition.wait() }
      return lines >= wanted
    }
  }
}
