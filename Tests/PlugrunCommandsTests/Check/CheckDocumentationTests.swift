import Foundation
import Testing

@testable import PlugrunCommands

/// The page on the rules is held to what the rules do.
@Suite struct CheckDocumentationTests {
  /// A rule's part of the page.
  struct Entry {
    let rule: String
    let lua: String?
    let json: String?
  }

  static let entries: [Entry] = {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/ActionPlugins/ActionPlugins.docc/Check.md")
    let page = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return page.components(separatedBy: "\n### ").dropFirst().map { part in
      Entry(
        rule: String(part.prefix { $0 != "\n" }), lua: block("lua", in: part),
        json: block("json", in: part))
    }
  }()

  private static func block(_ language: String, in text: String) -> String? {
    let parts = text.components(separatedBy: "```\(language)\n")
    return parts.count > 1 ? parts[1].components(separatedBy: "```")[0] : nil
  }

  @Test func `every rule has its entry, and every entry its rule`() {
    #expect(Self.entries.map(\.rule).sorted() == CheckRule.allCases.map(\.rawValue).sorted())
  }

  @Test func `every example of a script has the finding that it shows`() throws {
    let scripts = Self.entries.filter { $0.lua != nil }
    #expect(scripts.count > 20)
    for entry in scripts {
      let script = entry.lua ?? ""
      let file = script.hasPrefix("-- dismissed.lua") ? "dismissed.lua" : "reply.lua"
      let rules = try CheckedBundle(scripts: [file: script]).findings().map(\.rule)
      #expect(rules == [entry.rule])
    }
  }

  @Test func `the example of a test has the finding that it shows`() async throws {
    let example = try #require(Self.entries.first { $0.rule == "unusable-test" }?.json)
    let bundle = try TestedBundle(handler: "", tests: example)
    _ = try bundle.folder.file(
      "Plugins/sample/tests/message.apns", #"{ "aps": { "alert": "Hi", "category": "message" } }"#)
    let result = await plugrun(["check", bundle.testFile])
    #expect(result.output.contains(" expct: unknown key "))
    #expect(result.output.hasSuffix("1 error, 0 warnings in 1 file of tests\n"))
  }

  @Test func `every example of a payload has the finding that it shows`() throws {
    let payloads = Self.entries.filter { $0.json?.contains("\"aps\"") == true }
    #expect(payloads.count > 6)
    for entry in payloads {
      let findings = PayloadCheck.findings(
        of: "p.apns", Array((entry.json ?? "").utf8), categories: ["message"])
      #expect(findings.map(\.rule) == [entry.rule])
    }
  }
}
