import Foundation
import Testing

@testable import PlugrunCommands

/// `plugrun test`: what it prints, and how it ends.
@Suite struct TestCommandTests {
  private static let handler = """
      log.info("got " .. #response.userText)
      storage.increment("count")
      storage.shared("unread").set("chat", 2)
      files.write("draft", response.userText)
      reply.send { text = response.userText }
      return { result = { tier = 1 } }
    """

  @Test func `a case that comes as expected passes`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler,
      tests: TestedBundle.testCase(
        "all of it", given: "{ \"replies\": \"sent\", \"storage\": { \"own\": { \"count\": 1 } } }",
        expect: """
          { "outcome": "completed", "completion": "dismiss", "result": { "tier": 1 },
            "replies": [{ "text": "Hi", "to": "chat", "state": "sent" }],
            "storage": { "own": { "count": 2 }, "shared": { "unread": { "chat": 2 } } },
            "files": { "draft": "Hi" }, "notifications": [], "error": null,
            "log": [{ "level": "info", "contains": "got" }],
            "budget": { "atMost": 0 }, "memory": { "atMost": 0.5 } }
          """))
    let result = await bundle.test()
    #expect(result.code == .asExpected)
    #expect(result.errors == "")
    #expect(
      result.output == """
        \(bundle.plugins)/sample
          ✓ all of it

        1 case passed, in 1 bundle

        """)
  }

  @Test func `a case that differs shows its input and each part that differs`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler,
      tests: TestedBundle.testCase(
        "differs", given: "{ \"replies\": [\"offline\"], \"seed\": 7 }",
        expect: """
          { "outcome": "failed", "replies": [{ "text": "Ho", "state": "queued" }],
            "storage": { "own": { "count": 2, "other": true } }, "log": [] }
          """))
    let result = await bundle.test()
    #expect(result.code == .otherOutcome)
    #expect(
      result.output == """
        \(bundle.plugins)/sample
          ✗ differs
            at        \(bundle.testFile):1
            input     message › reply → reply.lua
            typed     "Hi"
            given     {"replies":["offline"],"seed":7}
            outcome   completed
            log  (0 expected, 1 came)
              - []
              + [{"level":"info","message":"got 2"}]
            outcome
              - "failed"
              + "completed"
            replies[0].text
              - "Ho"
              + "Hi"
            storage.own.count
              - 2
              + 1
            storage.own.other
              - true
              + (absent)

        0 cases passed, 1 failed, in 1 bundle
        (- expected, + what came)

        """)
  }

  /// An expectation, and the parts of it that are told to differ.
  struct Expectation: CustomTestStringConvertible, Sendable {
    var expect: String
    var paths: [String]
    var testDescription: String { expect }

    init(_ expect: String, _ paths: String...) {
      self.expect = expect
      self.paths = paths
    }
  }

  @Test(arguments: [
    Expectation("{ \"result\": { \"tier\": 1.0 } }", "result"),
    Expectation("{ \"result\": { \"tier\": 1 } }"),
    Expectation("{ \"open\": null, \"reason\": null }"),
    Expectation("{ \"open\": \"a:b\" }", "open"),
    Expectation("{ \"replies\": [] }", "replies"),
    Expectation("{ \"replies\": [{}] }"),
    Expectation("{ \"replies\": [{ \"state\": \"sent\" }] }", "replies[0].state"),
    Expectation("{ \"log\": [{ \"contains\": \"nothing\" }] }", "log[0].contains"),
    Expectation("{ \"storage\": { \"own\": {} } }", "storage.own.count"),
    Expectation("{ \"storage\": { \"own\": {}, \"partial\": true } }"),
    Expectation(
      "{ \"storage\": { \"own\": { \"count\": null }, \"partial\": true } }", "storage.own.count"),
    Expectation("{ \"storage\": { \"own\": { \"x\": null }, \"partial\": true } }"),
    Expectation(
      "{ \"storage\": { \"shared\": { \"unread\": {} } } }", "storage.shared.unread.chat"),
    Expectation("{ \"files\": {} }", "files.draft"),
    Expectation("{ \"error\": { \"contains\": \"x\" } }", "error"),
    Expectation("{ \"memory\": { \"atMost\": 0.0001 } }", "memory.atMost"),
  ])
  func `only what is expected is compared`(_ expectation: Expectation) async throws {
    let bundle = try TestedBundle(
      handler: Self.handler, tests: TestedBundle.testCase("c", expect: expectation.expect))
    let result = await bundle.test("--format", "json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let bundles = try #require(report["bundles"] as? [[String: Any]])
    let cases = try #require(bundles.first?["cases"] as? [[String: Any]])
    let differences = try #require(cases.first?["differences"] as? [[String: Any]])
    #expect(differences.compactMap { $0["path"] as? String } == expectation.paths)
    #expect(result.code == (expectation.paths.isEmpty ? .asExpected : .otherOutcome))
  }

  /// A file of tests that cannot be used, and a part of what is said.
  struct BadFile: CustomTestStringConvertible, Sendable {
    var tests: String
    var sentence: String
    var testDescription: String { sentence }

    init(_ tests: String, _ sentence: String) {
      self.tests = tests
      self.sentence = sentence
    }
  }

  @Test(arguments: [
    BadFile("", "cases.json: error: empty"),
    BadFile("{\n  \"name\": }", "cases.json:2:11: error: unexpected character"),
    BadFile("{ \"expct\": {} }", "unknown key \"expct\"; did you mean \"expect\"?"),
    BadFile("[\n {}\n]", "cases.json:2:2: error: [0].expect: \"expect\" is required"),
    BadFile(
      TestedBundle.testCase("c", expect: "{ \"outcome\": \"complete\" }"),
      "did you mean \"completed\"?"),
    BadFile(
      TestedBundle.testCase(
        "c", given: "{ \"lokced\": true }", expect: "{ \"outcome\": \"failed\" }"),
      "cases.json:2:14: error: given.lokced: unknown key \"lokced\"; did you mean \"locked\"?"),
    BadFile(
      TestedBundle.testCase(
        "c", given: "{ \"replies\": \"ofline\" }", expect: "{ \"open\": null }"),
      "did you mean \"offline\"?"),
    BadFile(TestedBundle.testCase("c", expect: "{ \"log\": [{ \"text\": 1 }] }"), "log[0].text"),
    BadFile(TestedBundle.testCase("c", expect: "{}"), "expects nothing"),
    BadFile(
      "{ \"response\": \"nowhere.json\", \"expect\": { \"outcome\": \"failed\" } }",
      "nowhere.json: no such file"),
    BadFile(
      "{ \"response\": \"push.apns\", \"expect\": { \"outcome\": \"failed\" } }",
      "does not say what the person did"),
  ])
  func `a file that cannot be used is told with its place, and ends with 3`(
    _ file: BadFile
  ) async throws {
    let bundle = try TestedBundle(handler: Self.handler, tests: file.tests)
    let result = await bundle.test()
    #expect(result.code == .badInput)
    #expect(result.errors.contains(file.sentence), "\(result.errors)")
  }

  @Test func `a missing text for an action that takes one is told`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler,
      tests: """
        { "response": { "apns": "push.apns", "action": "reply" }, "expect": { "open": null } }
        """)
    let result = await bundle.test()
    #expect(result.code == .badInput)
    #expect(result.output.contains("takes typed text; add \"text\""))
  }

  @Test func `a bundle without tests is named, and is no failure`() async throws {
    let bundle = try TestedBundle(handler: Self.handler, tests: nil)
    let result = await bundle.test()
    #expect(result.code == .asExpected)
    #expect(result.output.contains("no tests: the bundle has no tests/*.json"))
  }

  @Test func `a file without a case is told, beside other files as well`() async throws {
    let bundle = try TestedBundle(handler: Self.handler, tests: "[]")
    let alone = await bundle.test()
    #expect(alone.code == .asExpected)
    #expect(
      alone.output == """
        \(bundle.plugins)/sample
          no case in \(bundle.testFile): its array is empty

        0 cases passed, in 1 bundle

        """)
    _ = try bundle.folder.file(
      "Plugins/sample/tests/good.json",
      TestedBundle.testCase("good", expect: "{ \"open\": null }"))
    let both = await bundle.test()
    let told = "\n  no case in \(bundle.testFile): its array is empty\n  ✓ good\n"
    #expect(both.output.contains(told))
  }

  @Test func `a bad bundle is told, the good one is tested, and it ends with 3`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler, tests: TestedBundle.testCase("good", expect: "{ \"open\": null }"))
    _ = try bundle.folder.file("Plugins/bad/plugin.json", "{}")
    let result = await bundle.test()
    #expect(result.code == .badInput)
    #expect(result.output.contains("✓ good"))
    #expect(result.errors.contains("bad/plugin.json"))
  }

  @Test func `two bundles that cannot serve together are told, though each passes alone`()
    async throws
  {
    let tests = TestedBundle.testCase("good", expect: "{ \"open\": null }")
    let bundle = try TestedBundle(handler: Self.handler, tests: tests)
    try FileManager.default.copyItem(
      atPath: bundle.plugins + "/sample", toPath: bundle.plugins + "/second")
    let result = await bundle.test()
    #expect(result.code == .badInput)
    #expect(result.output.contains("2 cases passed"))
    #expect(result.errors.contains("is already the plugin in \(bundle.plugins)/sample"))
    #expect(result.errors.contains("\"message\" is already a category of"))
  }

  @Test func `a file that cannot be used is counted, and the others are run`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler, tests: TestedBundle.testCase("good", expect: "{ \"open\": null }"))
    _ = try bundle.folder.file("Plugins/sample/tests/bad.json", "[")
    let both = await bundle.test()
    #expect(both.code == .badInput)
    #expect(both.output.contains("✗ 1 file of tests cannot be used"))
    #expect(both.output.contains("✓ good"))
    #expect(both.output.contains("1 case passed, 1 file of tests cannot be used, in 1 bundle"))
    let one = await plugrun(["test", bundle.plugins + "/sample/tests/bad.json"])
    #expect(one.code == .badInput)
    #expect(!one.output.contains("no tests"))
  }

  @Test(arguments: [
    (
      "{ \"storage\": { \"shared\": { \"unraed\": {} } } }", "{ \"open\": null }",
      "given.storage.shared.unraed: the manifest's permissions.storage.shared does not name "
        + "\"unraed\", so no script of the bundle can use it; did you mean \"unread\"?"
    ),
    (
      "{ \"host\": { \"crm.lokup\": { \"return\": 1 } } }", "{ \"open\": null }",
      "given.host[\"crm.lokup\"]: the manifest's permissions.functions does not name "
        + "\"crm.lokup\", so no script of the bundle can use it; did you mean \"crm.lookup\"?"
    ),
    (
      "{}", "{ \"storage\": { \"shared\": { \"team\": {} } } }",
      "expect.storage.shared.team: the manifest's permissions.storage.shared does not name "
        + "\"team\", so no script of the bundle can use it"
    ),
    (
      "{}", "{ \"replies\": [{ \"state\": \"snet\" }] }",
      "expect.replies[0].state: \"snet\" is none of sent, queued, rejected or "
        + "recorded; did you mean \"sent\"?"
    ),
    (
      "{}", "{ \"log\": [{ \"level\": \"wran\" }] }",
      "expect.log[0].level: \"wran\" is none of debug, info, warn or error; did "
        + "you mean \"warn\"?"
    ),
  ])
  func `a name that no script of the bundle can use makes a case invalid`(
    given: String, expect: String, told: String
  ) async throws {
    let bundle = try TestedBundle(
      handler: Self.handler, tests: TestedBundle.testCase("one", given: given, expect: expect))
    let result = await bundle.test()
    #expect(result.code == .badInput)
    #expect((result.output + result.errors).contains(told), "\(result.output)\(result.errors)")
  }

  @Test func `a filter takes cases by name, and one that takes none ends with 3`() async throws {
    let cases = ["one", "two"].map { TestedBundle.testCase($0, expect: "{ \"open\": null }") }
    let bundle = try TestedBundle(
      handler: Self.handler, tests: "[\(cases.joined(separator: ","))]")
    let some = await bundle.test("--filter", "tw")
    #expect(some.output.contains("✓ two"))
    #expect(!some.output.contains("one"))
    let none = await bundle.test("--filter", "three")
    #expect(none.code == .badInput)
    #expect(none.errors.contains("no case has \"three\""))
  }

  @Test func `a file of tests can be named by itself`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler, tests: TestedBundle.testCase("one", expect: "{ \"open\": null }"))
    _ = try bundle.folder.file(
      "Plugins/sample/tests/more.json", TestedBundle.testCase("two", expect: "{ \"open\": 1 }"))
    let result = await plugrun(["test", bundle.testFile])
    #expect(result.code == .asExpected)
    #expect(result.output.contains("1 case passed"))
  }

  @Test func `a report for build servers names failures and escapes what XML needs`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler,
      tests: TestedBundle.testCase("a < b & c\u{202E}\u{9B}", expect: "{ \"outcome\": \"failed\" }")
    )
    let file = bundle.folder.path + "/report.xml"
    let result = await bundle.test("--junit", file)
    #expect(result.code == .otherOutcome)
    let xml = try String(contentsOfFile: file, encoding: .utf8)
    #expect(xml.contains("<testsuites tests=\"1\" failures=\"1\" errors=\"0\">"))
    #expect(xml.contains("<testcase name=\"a &lt; b &amp; c\\u{202E}\\u{9B}\""))
    #expect(xml.contains("<failure message=\"outcome\">"))
  }

  @Test func `a report is written into what is no file, such as a link, and does not replace it`()
    async throws
  {
    let bundle = try TestedBundle(
      handler: Self.handler, tests: TestedBundle.testCase("one", expect: "{ \"open\": null }"))
    let target = bundle.folder.path + "/target.xml"
    let link = bundle.folder.path + "/link.xml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    _ = await bundle.test("--junit", link)
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains("<testsuites"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
  }

  @Test func `an update writes what happened, and leaves the rest of the file alone`() async throws
  {
    let tests = """
      [
        {   "name":"laid out by hand",
          "response": { "apns": "push.apns", "action": "reply", "text": "Hi" },
          "expect": { "outcome": "failed",   "replies": [ { "text": "Ho" } ],
                      "storage": { "own": { "old": 1 } }, "error": null }
        }
      ]

      """
    let bundle = try TestedBundle(handler: Self.handler, tests: tests)
    let result = await bundle.test("--update")
    #expect(result.code == .asExpected)
    #expect(result.output.contains("- \"failed\""))
    #expect(result.errors == "1 case brought up to date\n")
    let expected = tests.replacingOccurrences(of: "\"failed\"", with: "\"completed\"")
      .replacingOccurrences(of: "\"Ho\"", with: "\"Hi\"")
      .replacingOccurrences(of: "{ \"old\": 1 }", with: "{\"count\":1}")
    #expect(try bundle.tests == expected)
    #expect(await bundle.test().code == .asExpected)
  }
}
