import Foundation
import Testing

@testable import PlugrunCommands

/// The page on handlers is held to what a handler is given.
@Suite struct HandlersPageTests {
  /// The first example of a part of the page.
  private static func example(of part: String) throws -> String {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/ActionPlugins/ActionPlugins.docc/HandlersAndAPI.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let text = try #require(page.components(separatedBy: "\n## \(part)\n").last)
    return try #require(text.components(separatedBy: "```lua\n").dropFirst().first)
      .components(separatedBy: "```")[0]
  }

  static let triggers: [(trigger: String, logged: String)] = [
    ("", ""), (#", "trigger": { "type": "push" }"#, "\"trigger\":\"push\""),
  ]

  @Test(arguments: triggers)
  func `the example of the response's parts runs with a trigger and without one`(
    trigger: String, logged: String
  ) async throws {
    let bundle = try TestedBundle(handler: "", tests: nil)
    _ = try bundle.folder.file(
      "Plugins/sample/reply.lua", try Self.example(of: "The response"))
    let response = try bundle.folder.file(
      "r.json",
      """
      { "actionIdentifier": "reply", "userText": "x", "notification": { "request": {
        "identifier": "a", "content": { "categoryIdentifier": "message" }\(trigger) } } }
      """)
    let result = await plugrun([
      "run", response, "--plugins", bundle.plugins, "--format", "json",
    ])
    #expect(result.code == .asExpected, "\(result.output)")
    #expect(logged.isEmpty || result.output.contains(logged), "\(result.output)")
  }
}
