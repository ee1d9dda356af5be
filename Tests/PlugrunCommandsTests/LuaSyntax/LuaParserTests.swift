import Testing

@testable import PlugrunCommands

@Suite struct LuaParserTests {
  private static func error(_ text: String) -> String? {
    switch LuaParser.parse(Array(text.utf8)) {
    case .success: nil
    case .failure(let error):
      "\(error.position.line):\(error.position.column) \(error.message)"
    }
  }

  static let errors: [(text: String, error: String)] = [
    ("x = = 1", "1:5 unexpected symbol near '='"),
    ("local a = 'ä' b c", "1:15 syntax error near 'c'"),
    ("if a then\n\nfoo()", "3:6 'end' expected (to close 'if' at line 1) near <eof>"),
    ("f(\n1", "2:2 ')' expected (to close '(' at line 1) near <eof>"),
    ("local x <const> = 1\nx = 2", "2:1 attempt to assign to const variable 'x'"),
    ("break", "1:1 break outside loop at line 1"),
    ("do goto a end", "1:4 no visible label 'a' for <goto> at line 1"),
    ("return ...\nlocal function f() return ... end", "2:1 <eof> expected near 'local'"),
    (
      "local function f() return ... end",
      "1:27 cannot use '...' outside a vararg function near '...'"
    ),
    ("local s = \"a", "1:13 unfinished string near <eof>"),
    ("--[[ a", "1:7 unfinished long comment (starting at line 1) near <eof>"),
    ("x = 3y", "1:7 malformed number near '3y'"),
    ("for x do end", "1:7 '=' or 'in' expected near 'do'"),
    ("local x <foo> = 1", "1:10 unknown attribute 'foo'"),
  ]

  @Test(arguments: errors)
  func `an error has its place and Lua's words`(_ text: String, error: String) {
    #expect(
      Self.error(text).map { $0.split(separator: " ", maxSplits: 1)[1] }
        == error.split(separator: " ", maxSplits: 1)[1])
    #expect(Self.error(text).map { $0.prefix { $0 != ":" } } == error.prefix { $0 != ":" })
  }

  @Test(arguments: [
    "((((((((", "{{{{{{{{", "f(f(f(f(", "not not ", "- - - - ", "a[a[a[a[", "if a then ",
    "function() return ", "a..a..a..", "2^2^2^2^", "do do do ", "local function f() ",
    "while a do repeat ", "return function() ", "a,a,a,a,a,a,a,a,",
  ])
  func `64 KiB of the same opening is refused and takes no stack`(_ opening: String) {
    let count = 65536 / opening.utf8.count
    let text = "return " + String(repeating: opening, count: count)
    #expect(Self.error(text) != nil)
    #expect(Self.error(String(repeating: opening, count: count)) != nil)
  }

  @Test(arguments: [
    ("a", "+a"), ("a", ".a"), ("a", "()"), ("a", "[1]"), ("a", " and a"), ("a", ":b()"),
  ])
  func `a chain of any length is read and looked through`(_ start: String, link: String) throws {
    let chain = start + String(repeating: link, count: 60000 / link.utf8.count)
    let script = "local a = 1 return function() local x = \(chain) return x and nil end"
    #expect(Self.error(script) == nil)
    _ = try CheckedBundle.places(of: script)
  }

  @Test func `a numeral has Lua's value`() throws {
    let numerals: [(String, LuaExpression.Kind)] = [
      ("0xff", .integer(255)), ("0xffffffffffffffff", .integer(-1)), ("0x1p4", .number(16)),
      ("0x.8", .number(0.5)), ("0xA.8p1", .number(21)), ("9223372036854775808", .number(0x1p63)),
      ("3.", .number(3)), (".5", .number(0.5)), ("1e2", .number(100)), ("5E-1", .number(0.5)),
    ]
    for (text, expected) in numerals {
      let chunk = try LuaParser.parse(Array("return \(text)".utf8)).get()
      #expect("\(chunk.expressions[0].kind)" == "\(expected)")
    }
  }

  @Test func `a string has Lua's bytes`() throws {
    let strings: [(String, [UInt8])] = [
      ("'\\65\\x42\\u{43}'", Array("ABC".utf8)), ("'a\\z \n b'", Array("ab".utf8)),
      ("[[\nx\r\ny]]", Array("x\ny".utf8)),
      ("'\\u{7FFFFFFF}'", [0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]),
      ("'\\u{20AC}'", Array("€".utf8)), ("[==[ ]] ]==]", Array(" ]] ".utf8)),
    ]
    for (text, expected) in strings {
      let chunk = try LuaParser.parse(Array("return \(text)".utf8)).get()
      guard case .string(let bytes) = chunk.expressions[0].kind else {
        Issue.record("\(text) is no string")
        continue
      }
      #expect(bytes == expected)
    }
  }
}
