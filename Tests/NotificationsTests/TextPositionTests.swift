import Notifications
import Testing

@Suite struct TextPositionTests {
  static let cases: [(text: String, offset: Int, line: Int, column: Int)] = [
    ("", 0, 1, 1), ("ab", 1, 1, 2), ("ä b", 3, 1, 3), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1),
    ("a\rb", 2, 2, 1), ("\u{FEFF}ab", 4, 1, 2), ("ab", 9, 1, 3),
  ]

  @Test(arguments: cases)
  func `an offset has its line, and its column in code points`(
    text: String, offset: Int, line: Int, column: Int
  ) {
    let place = TextPosition(of: offset, in: Array(text.utf8).span)
    #expect(place.line == line)
    #expect(place.column == column)
  }
}
