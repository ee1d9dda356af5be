import Testing

@testable import LuaSandbox

@Suite struct ScriptPositionsTests {
  static let long = String(repeating: "folder/", count: 10) + "file.lua"
  let positions = ScriptPositions(files: ["a.lua", "lib/a.lua", "odd:1: .lua", Self.long])

  @Test(
    arguments: [
      ("a.lua:3: text", "a.lua", 3, "text"),
      ("lib/a.lua:12: a.lua:3: text", "lib/a.lua", 12, "a.lua:3: text"),
      ("odd:1: .lua:7: text", "odd:1: .lua", 7, "text"),
      ("a.lua:3:", "a.lua", 3, ""),
      ("a.lua:3: ", "a.lua", 3, ""),
    ] as [(String, String, Int, String)])
  func `a position of the bundle is split off`(
    message: String, file: String, line: Int, text: String
  ) throws {
    let split = try #require(positions.split(Array(message.utf8)))
    #expect(split.file == file)
    #expect(split.line == line)
    #expect(Array(split.text) == Array(text.utf8))
  }

  @Test(arguments: [
    "", "text", "b.lua:3: text", "a.lua", "a.lua:", "a.lua:x: text", "a.lua:3 text",
    "a.lua:99999999999999999999: text", " a.lua:3: text", "xa.lua:3: text",
  ])
  func `anything else stays text`(message: String) {
    #expect(positions.split(Array(message.utf8)) == nil)
  }
}
