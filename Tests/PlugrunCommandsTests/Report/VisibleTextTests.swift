import Notifications
import Testing

@testable import PlugrunCommands

@Suite("Text of scripts and people")
struct VisibleTextTests {
  @Test(
    "reaches a terminal with its controls written out",
    arguments: [
      ("plain", "plain"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\tb", "a\\tb"),
      ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{7F}", "\\u{7F}"), ("\u{9B}2J", "\\u{9B}2J"),
      ("\u{0}", "\\u{0}"), ("\u{202E}abc", "\\u{202E}abc"),
      ("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}"),
      ("\u{2028}", "\\u{2028}"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("\u{200F}שלום", "\u{200F}שלום"),
      ("e\u{301}", "e\u{301}"),
    ])
  func visible(_ text: String, _ shown: String) {
    #expect(Array(text.visible.utf8) == Array(shown.utf8))
  }

  @Test("stays the same value in JSON that has its controls written out")
  func json() throws {
    let value: JSONValue = ["a\u{7F}": .string("\u{1B}[2J\u{9B}2J\u{202E}\u{2028}\u{200F}👩‍👩‍👧")]
    let text = try JSONWriter().text(value).visibleJSON
    #expect(
      text == "{\"a\\u007f\":\"\\u001b[2J\\u009b2J\\u202e\\u2028\u{200F}👩‍👩‍👧\"}")
    #expect(try JSONReader().read(text) == value)
  }

  @Test(
    "is cut into lines at line feeds only",
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("a\n", ["a", ""]),
      ("a\rb", ["a\\rb"]), ("a\r", ["a\\r"]), ("\n\n", ["", "", ""]),
    ])
  func lines(_ text: String, _ lines: [String]) {
    #expect(text.visibleLines == lines)
  }
}
