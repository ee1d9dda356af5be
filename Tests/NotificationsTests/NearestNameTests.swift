import Notifications
import Testing

@Suite struct NearestNameTests {
  static let names = ["message", "reply", "delete", "markRead", "a", "Chat", "chat"]

  static let cases: [(String, String?)] = [
    ("Message", "message"),
    ("MESSAGE", "message"),
    ("mesage", "message"),
    ("messsage", "message"),
    ("emssage", "message"),
    ("messages", "message"),
    ("rpely", "reply"),
    ("repyl", "reply"),
    ("relpyy", "reply"),
    ("relxyz", nil),
    ("markread", "markRead"),
    ("mark_read", "markRead"),
    ("CHAT", "Chat"),
    ("completely different", nil),
    ("b", nil),
    ("", nil),
    ("message", nil),
    (String(repeating: "m", count: 100_000), nil),
  ]

  @Test(arguments: cases)
  func `the nearest name is found, or none`(_ name: String, _ nearest: String?) {
    #expect(NearestName.nearest(to: name, among: Self.names) == nearest)
  }

  @Test func `another composition of accents is near`() {
    #expect(
      NearestName.nearest(to: Identifier("e\u{301}tat"), among: ["autre", "\u{E9}tat"])
        == "\u{E9}tat")
  }

  @Test func `the first by bytes wins among equally near ones`() {
    #expect(NearestName.nearest(to: "cart", among: ["carb", "card", "care"]) == "carb")
    #expect(NearestName.nearest(to: "cart", among: ["care", "card", "carb"]) == "carb")
  }
}
