import Foundation
import Testing

@testable import PlugrunCommands

/// `plugrun replay`: results in the order of the lines, whatever the lines are.
@Suite struct ReplayCommandTests {
  private static func line(_ number: Int, thread: String, text: String = "Hi") -> String {
    """
    {"actionIdentifier":"reply","userText":"\(text)","notification":{"date":"2026-01-01T12:00:00Z",\
    "request":{"identifier":"r-\(number)","content":{"categoryIdentifier":"message",\
    "threadIdentifier":"\(thread)"}}}}
    """
  }

  private func objects(_ result: CommandResult) throws -> [[String: Any]] {
    try result.output.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// A thread's earlier responses have a longer way, so that order would be lost by chance.
  private static let handler = """
      local n = tonumber(response.notification.request.identifier:match("%d+"))
      for i = 1, (n % 3) * 20000 do end
      local seen = storage.get("seen", {})
      local thread = response.notification.request.content.threadIdentifier
      seen[thread] = (seen[thread] or 0) + 1
      storage.set("seen", seen)
      return { result = { n = n, seen = seen[thread] } }
    """

  @Test(arguments: ["1", "4"])
  func `results come in the order of the lines, and a thread's one after another`(
    _ jobs: String
  ) async throws {
    let bundle = try TestedBundle(handler: Self.handler, tests: nil)
    let lines = (0..<60).map { Self.line($0, thread: "t\($0 % 5)") }
    let result = await plugrun(
      ["replay", "-", "--plugins", bundle.plugins, "--jobs", jobs],
      input: GivenSource(text: lines.joined(separator: "\n")))
    #expect(result.code == .asExpected, "\(result.errors)")
    let results = try objects(result).compactMap { $0["result"] as? [String: Int] }
    #expect(results.map { $0["n"] } == (0..<60).map { $0 })
    #expect(results.map { $0["seen"] } == (0..<60).map { $0 / 5 + 1 })
    #expect(try objects(result).map { $0["line"] as? Int } == (1...60).map { $0 })
    #expect(result.errors.hasPrefix("60 responses in "))
    #expect(result.errors.hasSuffix(": 60 completed\n"))
  }

  @Test func `a bad line is told by its number at its place, and ends with 3`() async throws {
    let bundle = try TestedBundle(handler: "return 'dismiss'", tests: nil)
    let long = String(repeating: "x", count: 300_000)
    let file = try bundle.folder.file(
      "lines.jsonl",
      "\(Self.line(1, thread: "a"))\n\n  \r\n{\"broken\"\n\(Self.line(2, thread: "a"))\n\(long)\n")
    let result = await plugrun(["replay", file, "--plugins", bundle.plugins])
    #expect(result.code == .badInput)
    let found = try objects(result)
    #expect(found.map { $0["outcome"] as? String } == ["completed", nil, "completed", nil])
    #expect(found.map { $0["line"] as? Int } == [1, 4, 5, 6])
    let error = try #require(found[1]["error"] as? [String: Any])
    #expect(error["code"] as? String == "unexpectedEnd")
    #expect((found[3]["error"] as? [String: Any])?["code"] as? String == "tooLarge")
    #expect(result.errors.contains("2 completed, 2 bad lines"))

    let strict = await plugrun(["replay", file, "--plugins", bundle.plugins, "--strict"])
    #expect(strict.code == .badInput)
    #expect(try objects(strict).count == 2)
  }

  @Test(arguments: [
    ("return 'dismiss'", "message", ExitCode.asExpected), ("error('x')", "message", .otherOutcome),
    ("return 'dismiss'", "mesage", .badInput),
  ])
  func `it ends with the highest code of a line`(
    _ handler: String, _ category: String, _ code: ExitCode
  ) async throws {
    let bundle = try TestedBundle(handler: handler, tests: nil)
    let line = Self.line(1, thread: "a").replacingOccurrences(of: "message", with: category)
    let result = await plugrun(
      ["replay", "-", "--plugins", bundle.plugins], input: GivenSource(text: line))
    #expect(result.code == code)
  }

  @Test func `no line at all is no failure`() async throws {
    let bundle = try TestedBundle(handler: "return 'dismiss'", tests: nil)
    let result = await plugrun(["replay", "-", "--plugins", bundle.plugins])
    #expect(result.code == .asExpected)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("0 responses in "))
  }

  @Test func `a line for people has its number, its outcome and its route`() async throws {
    let bundle = try TestedBundle(handler: "error('too bad')", tests: nil)
    let result = await plugrun(
      ["replay", "-", "--plugins", bundle.plugins, "--format", "text"],
      input: GivenSource(text: Self.line(1, thread: "a") + "\n{\n"))
    #expect(result.output.hasPrefix("1: failed  message › reply  too bad\nstandard input:2:"))
  }

  @Test func `a closed pipe ends it silently with 0`() async throws {
    let bundle = try TestedBundle(handler: "return 'dismiss'", tests: nil)
    let result = await plugrun(
      ["replay", "-", "--plugins", bundle.plugins],
      input: GivenSource(text: Self.line(1, thread: "a")),
      output: RecordingSink(failure: SystemError.brokenPipe))
    #expect(result.code == .asExpected)
    #expect(result.errors == "")
  }

  @Test(arguments: [
    ("nowhere.jsonl", "no such file"), ("/", "a folder, not a file"),
  ])
  func `a file that cannot be read is told, and ends with 3`(
    _ file: String, _ sentence: String
  ) async throws {
    let result = await plugrun(["replay", file])
    #expect(result.code == .badInput)
    #expect(result.errors.contains(sentence))
  }

  @Test(arguments: ["0", "-1", "x", "257"])
  func `a number of jobs outside of the range is refused`(_ jobs: String) async {
    let result = await plugrun(["replay", "-", "--jobs", jobs])
    #expect(result.code == .wrongCommandLine)
    #expect(result.errors.contains("--jobs takes 1 to 256 responses"))
  }
}
