import Foundation
import TemporaryFiles
import Testing

/// The terminal session that the README shows, typed again.
@Suite struct SessionTests {
  @Test func `the README's session from a new bundle to a mended one prints what it shows`() throws
  {
    let blocks = try Page("README.md").blocks.filter { $0.introduction == "<!-- session -->" }
    let shown = try #require(blocks.first?.text)
    #expect(blocks.count == 1)
    let folder = try TemporaryFolder()
    var printed = ""
    for line in shown.split(separator: "\n") where line.hasPrefix("$ ") {
      printed += line + "\n" + (try Self.type(String(line.dropFirst(2)), in: folder.path))
    }
    #expect(printed == shown)
  }

  /// What a shell prints for a line, with `plugrun` where it finds it.
  private static func type(_ line: String, in folder: String) throws -> String {
    let programs = URL(fileURLWithPath: try PlugrunProcess.binary).deletingLastPathComponent().path
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
