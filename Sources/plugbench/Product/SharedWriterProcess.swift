import Foundation

/// This program once more, as one of two that write the same key.
final class SharedWriterProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts the process; returns once it has opened the container.
  init(folder: String, seconds: Double) throws {
    guard let own = Bundle.main.executableURL else {
      throw Skip(reason: "no path to this program, which starts itself a second time")
    }
    process.executableURL = own
    process.arguments = [SharedWriter.command, folder, "\(seconds)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Its one line, in one write.
    guard output.fileHandleForReading.availableData == SharedWriter.ready else {
      throw BenchFailure("a writer did not come to be ready")
    }
  }

  func begin() throws {
    try input.fileHandleForWriting.write(contentsOf: SharedWriter.go)
  }

  func end() throws -> SharedWriterReport {
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let report = SharedWriterReport(text) else {
      throw BenchFailure("a writer failed with exit code \(process.terminationStatus)")
    }
    return report
  }
}
