import Foundation
import TemporaryFiles

/// A bundle with tests, in a folder of its own.
struct TestedBundle {
  let folder: TemporaryFolder

  /// - Parameters:
  ///   - handler: The body of the handler of the action `reply`, which takes text.
  ///   - tests: The content of `tests/cases.json`; `nil` leaves the bundle without tests.
  init(handler: String, tests: String?) throws {
    folder = try TemporaryFolder()
    _ = try folder.file(
      "Plugins/sample/plugin.json",
      """
      { "api": 1, "identifier": "com.example.sample", "version": "1.0.0",
        "categories": [{ "identifier": "message",
          "actions": [{ "identifier": "reply", "title": "Reply", "textInput": {} }] }],
        "permissions": { "reply": { "to": ["*"] }, "files": true, "functions": ["crm.lookup"],
          "storage": { "shared": { "unread": "readWrite" }, "protected": true } } }
      """)
    _ = try folder.file(
      "Plugins/sample/reply.lua", "return function(response)\n\(handler)\nend\n")
    _ = try folder.file(
      "Plugins/sample/tests/push.apns",
      """
      { "aps": { "alert": "Hi", "category": "message", "thread-id": "chat" } }
      """)
    if let tests { _ = try folder.file("Plugins/sample/tests/cases.json", tests) }
  }

  var plugins: String { folder.path + "/Plugins" }
  var testFile: String { plugins + "/sample/tests/cases.json" }

  var tests: String {
    get throws { try String(contentsOfFile: testFile, encoding: .utf8) }
  }

  /// Runs `plugrun test` on it.
  func test(_ options: String...) async -> CommandResult {
    await plugrun(["test", plugins] + options)
  }

  /// A case of a typed text.
  static func testCase(_ name: String, given: String = "{}", expect: String) -> String {
    """
    { "name": "\(name)", "response": { "apns": "push.apns", "action": "reply", "text": "Hi" },
      "given": \(given), "expect": \(expect) }
    """
  }
}
