import Testing

@testable import PlugrunCommands

@Suite("The display width")
struct DisplayWidthTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let text: String
    let width: Int
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    .init(name: "nothing", text: "", width: 0),
    .init(name: "plain letters", text: "reply", width: 5),
    .init(name: "Greek", text: "Γεια", width: 4),
    .init(name: "composed letter", text: "\u{E9}", width: 1),
    .init(name: "decomposed letter", text: "e\u{301}", width: 1),
    .init(name: "several marks", text: "a\u{301}\u{323}\u{20DD}", width: 1),
    .init(name: "Chinese", text: "回复", width: 4),
    .init(name: "Japanese with half width", text: "返信ﾍﾝ", width: 6),
    .init(name: "full width letters", text: "ＡＢ", width: 4),
    .init(name: "Hangul syllables", text: "답장", width: 4),
    .init(name: "Hangul in parts", text: "\u{1103}\u{1161}\u{11B8}", width: 2),
    .init(name: "Arabic with vowels", text: "مَرْحَبًا", width: 5),
    .init(name: "Hebrew with a direction mark", text: "\u{200F}שלום", width: 4),
    .init(name: "Hindi", text: "नमस्ते", width: 4),
    .init(name: "emoji", text: "😀", width: 2),
    .init(name: "emoji with skin tone", text: "👍🏽", width: 2),
    .init(name: "family", text: "👩‍👩‍👧", width: 2),
    .init(name: "flag", text: "🇩🇪", width: 2),
    .init(name: "flag of a country's part", text: "🏴󠁧󠁢󠁥󠁮󠁧󠁿", width: 2),
    .init(name: "heart as a picture", text: "❤️", width: 2),
    .init(name: "heart as text", text: "❤", width: 1),
    .init(name: "key cap", text: "1️⃣", width: 2),
    .init(name: "watch", text: "⌚", width: 2),
    .init(name: "digit", text: "1", width: 1),
    .init(name: "no-width space", text: "a\u{200B}b", width: 2),
    .init(name: "lone combining mark", text: "\u{301}", width: 0),
    .init(name: "mixed", text: "Γ回👩‍👩‍👧é", width: 6),
  ]

  @Test("of a text is what a terminal takes", arguments: cases)
  func width(_ testCase: Case) {
    #expect(testCase.text.displayWidth == testCase.width)
  }

  @Test("is what padding fills up")
  func padding() {
    #expect("回".padded(to: 4) == "回  ")
    #expect("回复".padded(to: 3) == "回复")
  }
}
