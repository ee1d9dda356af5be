import Foundation
import TemporaryFiles
import Testing

/// `plugrun replay` as a process: pipes that close, people who press Ctrl-C, input without end.
@Suite struct ReplayTests {
  private static let plugins = PlugrunProcess.packageFolder + "/Plugins"

  /// A response of its own for each number.
  private static func line(_ number: Int) -> String {
    """
    {"actionIdentifier":"markRead","notification":{"date":"2026-01-01T12:00:00Z","request":\
    {"identifier":"r-\(number)","content":{"categoryIdentifier":"message",\
    "threadIdentifier":"t-\(number % 7)"}}}}
    """
  }

  private static func lines(_ count: Int) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  @Test func `each line of a file has its outcome, in order`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("lines.jsonl", Self.lines(200))
    for jobs in ["1", "8"] {
      let result = try PlugrunProcess.run(["replay", file, "--jobs", jobs])
      #expect(result.code == 0)
      let ids = try result.output.split(separator: "\n").map { line in
        let outcome = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let reply = (outcome?["replies"] as? [[String: Any]])?.first
        return (reply?["userInfo"] as? [String: Any])?["message"] as? String
      }
      #expect(ids == (0..<200).map { "r-\($0)" })
      #expect(result.errors.hasPrefix("200 responses in "))
      #expect(!result.errors.contains("\u{1B}"))
    }
  }

  @Test func `a reader that is gone ends it silently with 0`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("lines.jsonl", Self.lines(500))
    let result = try PlugrunProcess.run(["replay", file], output: .brokenPipe)
    #expect(result.code == 0)
    #expect(result.errors == "")
  }

  @Test func `a full disk is the host's fault`() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let folder = try TemporaryFolder()
    let file = try folder.file("lines.jsonl", Self.lines(5))
    let result = try PlugrunProcess.run(["replay", file], output: .file("/dev/full"))
    #expect(result.code == 4)
    #expect(result.errors.contains("standard output cannot be written"))
  }

  @Test func `Ctrl-C ends endless input cleanly, with whole lines and a summary`() throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.pipe("input")
    let output = folder.path + "/output"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try PlugrunProcess.binary)
    process.arguments = ["replay", pipe, "--plugins", Self.plugins]
    _ = try folder.file("output", "")
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    // The input stays open: only the interrupt can end it.
    let input = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
    try input.write(contentsOf: Data(Self.lines(20).utf8))
    let end = Date().addingTimeInterval(60)
    func written() throws -> [Substring] {
      try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    }
    while try written().count < 20, Date() < end { usleep(5000) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(told.contains("interrupted; the rest of the lines was not handled"))
    #expect(told.contains("20 responses in "))
    #expect(try written().count == 20)
    for line in try written() { #expect(line.hasPrefix("{") && line.hasSuffix("}")) }
    try input.close()
  }
}

/// What a new author does first, as processes.
@Suite struct NewBundleTests {
  @Test func `a new bundle fails its test once it is broken, and passes once it is mended`() throws
  {
    let folder = try TemporaryFolder()
    let plugins = folder.path + "/Plugins"
    #expect(try PlugrunProcess.run(["new", "greeting", "--plugins", plugins]).code == 0)
    let bundle = plugins + "/greeting"
    #expect(try PlugrunProcess.run(["test", bundle]).code == 0)
    let script = bundle + "/reply.lua"
    let sound = try String(contentsOfFile: script, encoding: .utf8)
    let broken = sound.replacingOccurrences(of: "if text == \"\"", with: "if text == \"x\"")
    try #require(broken != sound)
    try broken.write(toFile: script, atomically: true, encoding: .utf8)
    let failing = try PlugrunProcess.run(["test", bundle])
    #expect(failing.code == 1)
    #expect(failing.output.contains("✗ spaces alone are no reply"))
    #expect(failing.output.contains("typed     \"  \""))
    try sound.write(toFile: script, atomically: true, encoding: .utf8)
    let mended = try PlugrunProcess.run(["test", bundle])
    #expect(mended.code == 0)
    #expect(mended.output == (try PlugrunProcess.run(["test", bundle])).output)
  }
}
