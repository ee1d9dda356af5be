import Foundation
import Testing

@testable import PlugrunCommands

/// What `plugrun check` says of a bundle's tests.
@Suite struct TestCheckTests {
  private static let soundCase =
    #"{ "response": { "apns": "push.apns", "action": "reply", "#
    + #""text": "Hi" }, "expect": { "outcome": "completed" } }"#

  /// The line, the column and the start of what is said.
  static let unusable: [(name: String, tests: String, told: String)] = [
    (
      "a misspelt key", "[\n  { \"respnse\": 1 }\n]",
      ":2:5: error: [0].respnse: unknown key \"respnse\"; did you mean \"response\"?"
    ),
    ("no JSON", "{ \"name\": }", ":1:11: error: "),
    ("an empty file", "", ": error: empty; it must hold a test case"),
    (
      "a comment", "// one\n{}",
      ":1:1: error: JSON has no comments; remove it [unusable-test]"
    ),
    (
      "a byte-order mark", "\u{FEFF}{}",
      ":1:1: error: the text starts with a byte-order mark; save it without one [unusable-test]"
    ),
    (
      "an expectation that no outcome has",
      #"{ "response": { "apns": "push.apns", "action": "reply", "text": "Hi" }, "#
        + "\n" + #""expect": { "outcom": "completed" } }"#,
      ":2:13: error: expect.outcom: unknown key \"outcom\"; did you mean \"outcome\"?"
    ),
    (
      "a file that is not there",
      #"{ "response": { "apns": "pusch.apns", "action": "reply" }, "expect": { "open": null } }"#,
      ":1:17: error: response.apns: "
    ),
    (
      "a shared space that the manifest does not name",
      TestedBundle.testCase(
        "a", given: "\n" + #"{ "storage": { "shared": { "unraed": {} } } }"#,
        expect: #"{ "outcome": "completed" }"#),
      ":3:28: error: given.storage.shared.unraed: the manifest's permissions.storage.shared does not "
        + "name \"unraed\", so no script of the bundle can use it; did you mean \"unread\"?"
    ),
    (
      "no text for an action that takes one",
      #"{ "response": { "apns": "push.apns", "action": "reply" }, "expect": { "open": null } }"#,
      ":1:3: error: response.text: the action \"reply\" takes typed text; add \"text\""
    ),
  ]

  @Test(arguments: unusable)
  func `a test that cannot be used is an error at its place`(
    _ name: String, tests: String, told: String
  ) async throws {
    let bundle = try TestedBundle(handler: "", tests: tests)
    let result = await plugrun(["check", bundle.plugins])
    #expect(result.code == .badInput)
    let line = result.output.split(separator: "\n").first { $0.hasPrefix(bundle.testFile) }
    #expect(line?.dropFirst(bundle.testFile.count).hasPrefix(told) == true, "\(result.output)")
    #expect(line?.hasSuffix(" [unusable-test]") == true)
  }

  @Test func `each case that names what its bundle cannot have is told`() async throws {
    let wrong = TestedBundle.testCase(
      "a", given: #"{ "host": { "crm.lokup": { "return": 1 } } }"#,
      expect: #"{ "outcome": "completed" }"#)
    let bundle = try TestedBundle(handler: "", tests: "[\(wrong), \(Self.soundCase), \(wrong)]")
    let result = await plugrun(["check", bundle.plugins])
    #expect(result.output.split(separator: "\n").count { $0.hasSuffix("[unusable-test]") } == 2)
  }

  @Test func `sound tests are counted and never run`() async throws {
    let bundle = try TestedBundle(handler: "error('no')", tests: Self.soundCase)
    let result = await plugrun(["check", bundle.plugins])
    #expect(result.code == .asExpected)
    #expect(result.output.hasSuffix(" in 1 bundle, 1 script, 1 file of tests\n"))
    let json = await plugrun(["check", bundle.plugins, "--format", "json"])
    #expect(json.output.contains("\"tests\":1"))
  }

  @Test func `the manifest silences the rule as any other`() async throws {
    let bundle = try TestedBundle(handler: "", tests: "{}")
    let manifest = bundle.plugins + "/sample/plugin.json"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    _ = try bundle.folder.file(
      "Plugins/sample/plugin.json",
      text.replacing(
        "\"api\": 1,", with: "\"api\": 1, \"check\": {\"allow\": [\"unusable-test\"]},"))
    let result = await plugrun(["check", bundle.plugins])
    #expect(result.code == .asExpected)
    #expect(!result.output.contains("unusable-test"))
  }
}
