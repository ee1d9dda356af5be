import Notifications
import Testing

@Suite struct IdentifierTests {
  @Test func `identifiers are compared byte by byte`() {
    let names: [Identifier] = ["", "Message", "e\u{301}", "message", "\u{E9}", "\u{E9}\u{0}"]
    for (index, name) in names.enumerated() {
      for (otherIndex, other) in names.enumerated() {
        #expect((name == other) == (index == otherIndex))
        #expect((name < other) == (index < otherIndex))
      }
    }
    #expect(Set(names).count == names.count)
  }

  @Test func `text equality sees bytes and absence`() {
    #expect(!"\u{E9}".hasSameBytes(as: "e\u{301}"))
    #expect("a".hasSameBytes(as: "a"))
    #expect(!Optional("").hasSameBytes(as: nil))
    #expect(Optional<String>.none.hasSameBytes(as: nil))
  }
}
