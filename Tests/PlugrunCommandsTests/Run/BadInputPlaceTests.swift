import Testing

@testable import PlugrunCommands

/// Where a mistake in an input is, and what a mistyped key of a payload is told.
@Suite struct BadInputPlaceTests {
  private static let response = """
    { "actionIdentifier": "reply",
      "notification": { "request": { "identifier": "a", "content": { "titel": "x" } } } }
    """

  private static func run(_ file: String, _ text: String, _ more: String...) async throws
    -> (file: String, result: CommandResult)
  {
    let bundle = try TestedBundle(handler: "", tests: nil)
    let path = try bundle.folder.file(file, text)
    let result = await plugrun(["run", path, "--plugins", bundle.plugins] + more)
    return (path, result)
  }

  @Test func `a mistake in a response has its line and column, in JSON as well`() async throws {
    let (file, result) = try await Self.run("r.json", Self.response, "--format", "json")
    #expect(result.code == .badInput)
    #expect(
      result.errors.hasPrefix(
        "\(file):2:66: error: notification.request.content.titel: unknown key \"titel\""))
    #expect(result.output.contains("\"column\":66,"))
    #expect(result.output.contains("\"line\":2,"))
  }

  @Test func `a mistake in a file of host functions has them too`() async throws {
    let bundle = try TestedBundle(handler: "", tests: nil)
    let host = try bundle.folder.file("host.json", "{\n  \"crm.lookup\": { \"retrun\": 1 } }")
    let result = await plugrun([
      "run", bundle.plugins + "/sample/tests/push.apns", "--plugins", bundle.plugins, "--action",
      "reply", "--text", "x", "--host", host,
    ])
    #expect(result.code == .badInput)
    #expect(result.errors.hasPrefix("\(host):2:19: error: "), "\(result.errors)")
  }

  @Test func `a mistake in a line of a replay has its column in that line`() async throws {
    let bundle = try TestedBundle(handler: "", tests: nil)
    let line = Self.response.replacing("\n", with: "")
    let lines = try bundle.folder.file("lines", "\n\(line)\n")
    let result = await plugrun(["replay", lines, "--plugins", bundle.plugins])
    #expect(result.output.contains("\"column\":96,"), "\(result.output)")
    #expect(result.output.contains("\"line\":2,"))
  }

  @Test func `a misspelt aps is told with its place`() async throws {
    let (file, result) = try await Self.run("n.apns", "{\"asp\": {}}", "--action", "reply")
    #expect(result.code == .badInput)
    #expect(
      result.errors == "\(file):1:2: error: asp: unknown key \"asp\"; did you mean \"aps\"?\n")
  }

  @Test func `a key of aps that is nearly a known one is noted, and it runs`() async throws {
    let (file, result) = try await Self.run(
      "n.apns", "{\"aps\": {\"alert\": \"a\",\n\"categroy\": \"message\"}}", "--action", "reply",
      "--text", "x", "--expect", "unrouted")
    #expect(
      result.errors.hasPrefix(
        "\(file):2:1: note: aps.categroy: the system does not know this key; did you mean "
          + "\"category\"?\n"))
    #expect(result.code == .asExpected)
  }

  @Test func `only a command with --lenient advises it`() async throws {
    let (file, result) = try await Self.run("r.json", "// one\n{}")
    #expect(
      result.errors == "\(file):1:1: error: JSON has no comments; remove it, or give --lenient\n")
    let bundle = try TestedBundle(handler: "", tests: "[],")
    let tested = await plugrun(["test", bundle.testFile])
    #expect(!tested.errors.contains("lenient"))
    _ = try bundle.folder.file("Plugins/sample/tests/cases.json", "// one\n[]")
    let commented = await plugrun(["test", bundle.testFile])
    #expect(
      commented.errors == "\(bundle.testFile):1:1: error: JSON has no comments; remove it\n")
  }
}
