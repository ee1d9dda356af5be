import Notifications
import Testing

@Suite struct JSONReaderTests {
  @Test(arguments: RefusedText.all)
  func `strict reading refuses, with place and cure`(_ text: RefusedText) {
    let error = #expect(throws: JSONError.self) { try JSONReader().read(text.bytes) }
    #expect(error?.description == text.error)
    #expect(error?.code == text.code)
  }

  @Test(arguments: RefusedText.all)
  func `lenient reading refuses the rest alike`(_ text: RefusedText) throws {
    let accepted: [JSONError.Code] = [.trailingComma, .comment, .byteOrderMark]
    let reader = JSONReader(lenient: true)
    if accepted.contains(text.code) {
      _ = try reader.read(text.bytes)
    } else {
      let error = #expect(throws: JSONError.self) { try reader.read(text.bytes) }
      #expect(error?.description == text.error)
    }
  }

  static let values: [(String, JSONValue)] = [
    ("1", JSONValue.integer(1)),
    ("0", .integer(0)),
    ("-1", .integer(-1)),
    ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)),
    ("1.0", .number(1)),
    ("-0", .number(-0.0)),
    ("-0.0", .number(-0.0)),
    ("0.0", .number(0)),
    ("1e2", .number(100)),
    ("1E+2", .number(100)),
    ("1e-2", .number(0.01)),
    ("0.1", .number(0.1)),
    ("-12.75", .number(-12.75)),
    ("9007199254740993.0", .number(9_007_199_254_740_992)),
    ("123456789012345678901234567890.5", .number(123456789012345678901234567890.5)),
    ("0.30000000000000004", .number(0.30000000000000004)),
    ("0.1000000000000000055511151231257827", .number(0.1)),
    ("5e-324", .number(.leastNonzeroMagnitude)),
    ("1e-999", .number(0)),
    ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
    ("99999999999999999999.0", .number(1e20)),
    ("0.00000000000000000000001", .number(1e-23)),
    ("true", true),
    ("false", false),
    ("null", nil),
    (" [ ] ", .array([])),
    ("{\t}", .object([:])),
    (#""007""#, "007"),
    (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
    (#""\u0041\u00e9\u20AC\uD83D\uDE00\u0000""#, "A\u{E9}\u{20AC}\u{1F600}\u{0}"),
    ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    ("[1,[2,[3]]]", [1, [2, [3]]]),
    (#"{"b":1,"a":{"c":null}}"#, ["a": ["c": nil], "b": 1]),
  ]

  @Test(arguments: values)
  func `a text has this value`(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONReader().read(text) == value)
  }

  @Test func `true, 1, 1.0 and "1" are four values`() throws {
    let values = try ["true", "1", "1.0", #""1""#].map { try JSONReader().read($0) }
    #expect(Set(values).count == 4)
  }

  @Test func `composed and decomposed names are two members`() throws {
    let value = try JSONReader().read("{\"e\u{301}\": 1, \"\u{E9}\": 2}")
    guard case .object(let object) = value else {
      Issue.record("not an object")
      return
    }
    #expect(object.count == 2)
    #expect(object["e\u{301}"] == 1)
    #expect(object["\u{E9}"] == 2)
  }

  @Test(arguments: ["[1,2,]", "{\"a\":1,}", "// x\n[1]", "[/*,*/1/**/,//]\n]", "\u{FEFF}[]", "1//"])
  func `lenient reading accepts`(_ text: String) throws {
    _ = try JSONReader(lenient: true).read(text)
  }

  static let refusedLeniently: [(String, String)] = [
    ("[,]", "line 1, column 2: unexpected character ',' where a value was expected"),
    ("[1,,]", "line 1, column 4: unexpected character ',' where a value was expected"),
    (
      "[1] /* a\n",
      "line 1, column 5: the text ends within a comment that starts here; close it with */"
    ),
    (
      "[1] /*/",
      "line 1, column 5: the text ends within a comment that starts here; close it with */"
    ),
    (
      "\u{FEFF}x",
      "line 1, column 1: a word that JSON does not have; it knows true, false and null, "
        + "and texts in double quotes"
    ),
    ("//", "line 1, column 3: the text is empty; a JSON value was expected"),
  ]

  @Test(arguments: refusedLeniently)
  func `lenient reading still refuses`(_ text: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader(lenient: true).read(text) }
    #expect(error?.description == message)
  }

  @Test func `a comment must be UTF-8`() {
    let bytes = Array("1 // é".utf8).dropLast()
    let error = #expect(throws: JSONError.self) {
      try JSONReader(lenient: true).read(Array(bytes))
    }
    #expect(
      error?.description == "line 1, column 6: byte 0xC3 is not UTF-8; save the text as UTF-8")
  }

  @Test(arguments: [1, 2, 64, JSONReader.deepest])
  func `nesting is read at the limit and refused one past it`(_ limit: Int) throws {
    let reader = JSONReader(maximumDepth: limit)
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      func nested(_ depth: Int) -> String {
        let inner = open == "[" ? "" : "{}"
        let levels = open == "[" ? depth : depth - 1
        return String(repeating: open, count: levels) + inner
          + String(repeating: close, count: levels)
      }
      _ = try reader.read(nested(limit))
      let error = #expect(throws: JSONError.self) { try reader.read(nested(limit + 1)) }
      #expect(error?.code == .tooDeep)
      #expect(
        error?.message
          == "arrays and objects are nested deeper than \(limit) levels; flatten them")
      #expect(error?.column == limit * open.utf8.count + 1)
    }
  }

  @Test func `a depth limit above the deepest is held to it`() {
    #expect(JSONReader(maximumDepth: .max).maximumDepth == JSONReader.deepest)
    #expect(JSONReader(maximumDepth: 0).maximumDepth == 1)
    let hostile = String(repeating: "[", count: 1_000_000)
    #expect(throws: JSONError.self) { try JSONReader(maximumDepth: .max).read(hostile) }
  }

  @Test func `size is read at the limit and refused one past it, limit and size named`() throws {
    let reader = JSONReader(maximumBytes: 4, subject: "the response")
    _ = try reader.read("1234")
    let error = #expect(throws: JSONError.self) { try reader.read("12345") }
    #expect(error?.description == "the response has 5 bytes; at most 4 are read")
    #expect(error?.code == .tooLarge)
  }

  @Test func `a string keeps its bytes at every length and alignment`() throws {
    for length in 0...40 {
      for middle in ["", "é", "\\n", "\"", "👩‍👧"] {
        let text = String(repeating: "a", count: length) + middle + "zz"
        let encoded = try JSONWriter().text(.string(text))
        guard case .string(let back) = try JSONReader().read(encoded) else {
          Issue.record("not a string")
          return
        }
        #expect(back.utf8.elementsEqual(text.utf8))
      }
    }
  }

  @Test func `an object of many members keeps each under its name`() throws {
    for count in [3, 24, 25, 500] {
      let names = (0..<count).map { "k\(($0 * 7919) % 10_007)" }
      let text = "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
      guard case .object(let object) = try JSONReader().read(text) else {
        Issue.record("not an object")
        return
      }
      #expect(object.count == count)
      #expect(names.allSatisfy { object[$0] == .string($0) })
      #expect(object.members.map(\.name) == names.map { Identifier($0) }.sorted())
    }
  }

  @Test func `a repeated name is found among many`() {
    let names = (0..<30).map { "k\($0)" } + ["k7"]
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let error = #expect(throws: JSONError.self) { try JSONReader().read(text) }
    #expect(error?.message == "\"k7\" occurs twice in this object; remove one")
    #expect(error?.column == text.utf8.count - 6)
  }
}
