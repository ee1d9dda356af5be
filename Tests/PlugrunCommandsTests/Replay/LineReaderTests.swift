import Testing

@testable import PlugrunCommands

@Suite struct LineReaderTests {
  @Test(arguments: [
    ("", []), ("\n", [""]), ("one", ["one"]), ("one\n", ["one"]),
    ("one\n\ntwo", ["one", "", "two"]),
    ("0123456789", ["0123456789"]), ("01234567890", ["–"]), ("01234567890\nok\n", ["–", "ok"]),
    ("012345678901234567890123456789\n0123456789\n", ["–", "0123456789"]),
  ])
  func `a stream is taken apart into lines of a bounded length`(
    _ text: String, _ lines: [String]
  ) throws {
    var reader = LineReader(GivenSource(text: text), limit: 10)
    var found: [String] = []
    while let line = try reader.next() {
      switch line {
      case .text(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: found.append("–")
      }
    }
    #expect(found == lines)
    #expect(reader.bytesRead == text.utf8.count)
  }
}
