import Notifications
import Testing

@Suite struct LocalizedTextTests {
  static let cases: [(String, String)] = [
    ("de", "Antworten"), ("de-AT", "Antworten (AT)"), ("de_at", "Antworten (AT)"),
    ("de-CH", "Antworten"), ("DE", "Antworten"), ("pt-BR", "Reply"), ("", "Reply"),
    ("-", "Reply"), ("en-GB", "Reply"), ("deu", "Reply"),
  ]

  @Test(arguments: cases)
  func `a language has the exact tag, its base, or English`(
    _ language: String, _ expected: String
  ) throws {
    let text = try LocalizedText(translations: [
      ("en", "Reply"), ("de", "Antworten"), ("de-AT", "Antworten (AT)"), ("ar", "رد"),
    ])
    #expect(text.text(for: language) == expected)
  }

  @Test func `without English the first tag by bytes is taken`() throws {
    let text = try LocalizedText(translations: [("zh", "回覆"), ("el", "Απάντηση")])
    #expect(text.text(for: "fr") == "Απάντηση")
  }

  @Test func `a plain text is the same in every language`() {
    #expect(LocalizedText("Delete").text(for: "de") == "Delete")
  }

  @Test func `an empty map and an empty tag are refused`() {
    #expect(throws: NotificationError.self) { try LocalizedText(translations: []) }
    #expect(throws: NotificationError.self) { try LocalizedText(translations: [("", "a")]) }
  }

  @Test func `equality sees bytes`() throws {
    #expect(LocalizedText("\u{E9}") != LocalizedText("e\u{301}"))
    #expect(try LocalizedText(translations: [("en", "a")]) != LocalizedText("a"))
  }
}
