import Foundation
import Testing

/// A process of `container-driver`.
final class Driver {
  private let process = Process()
  private let output = Pipe()

  /// Starts the driver with a command and its words.
  init(_ words: String...) throws {
    guard let executable = Self.executable else {
      throw UnexpectedAnswer("container-driver is not built beside the tests")
    }
    process.executableURL = executable
    process.arguments = words
    process.standardOutput = output
    try process.run()
  }

  /// What it printed, once it has ended by itself.
  func wait() throws -> String {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw UnexpectedAnswer("the driver ended with \(process.terminationStatus): \(text)")
    }
    return text
  }

  /// The first line that it prints; it goes on running.
  func firstLine() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Ends it as the system does, at whatever it is doing.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Whether it was still running when it was killed; otherwise, what it printed.
  var complaint: String? {
    guard process.terminationReason == .exit else { return nil }
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// It is built beside the test bundle.
  private static var executable: URL? {
    let candidates = [Bundle.main.executableURL, Bundle(for: Driver.self).bundleURL]
    return candidates.compactMap { $0?.deletingLastPathComponent() }
      .map { $0.appendingPathComponent("container-driver") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
