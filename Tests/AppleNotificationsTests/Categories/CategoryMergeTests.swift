import ActionPlugins
import Testing

@testable import AppleNotifications

@Suite struct CategoryMergeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var plugins: [String]
    var registered: [String]
    var former: Set<Identifier> = []
    var merged: [String]
    var replaced: [String] = []
  }

  @Test(arguments: [
    Case(
      testDescription: "the host's stay", plugins: ["message"], registered: ["host", "other"],
      merged: ["their host", "their other", "our message"]),
    Case(
      testDescription: "nothing registered yet", plugins: ["message"], registered: [],
      merged: ["our message"]),
    Case(
      testDescription: "the same identifier", plugins: ["message"],
      registered: ["message", "host"], merged: ["their host", "our message"],
      replaced: ["message"]),
    Case(
      testDescription: "registered again", plugins: ["message"], registered: ["message"],
      former: ["message"], merged: ["our message"]),
    Case(
      testDescription: "a category that no plugin has any more", plugins: ["message"],
      registered: ["message", "gone", "host"], former: ["message", "gone"],
      merged: ["their host", "our message"]),
    Case(
      testDescription: "case and spelling make other identifiers",
      plugins: ["Message", "e\u{301}"], registered: ["message", "\u{E9}"],
      merged: ["their message", "their \u{E9}", "our Message", "our e\u{301}"]),
    Case(
      testDescription: "no plugins", plugins: [], registered: ["host"], merged: ["their host"]),
  ])
  func `plugins register beside others`(merge: Case) {
    let merged = CategoryMerge(
      merge.plugins.map { (Identifier($0), Identifier("our \($0)")) },
      into: merge.registered.map { (Identifier($0), Identifier("their \($0)")) },
      former: merge.former)
    #expect(merged.categories == merge.merged.map { Identifier($0) })
    #expect(merged.replaced == merge.replaced.map { Identifier($0) })
  }
}
