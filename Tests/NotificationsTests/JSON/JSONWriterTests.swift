import Notifications
import Testing

@Suite struct JSONWriterTests {
  static let values: [(JSONValue, String)] = [
    (JSONValue.null, "null"),
    (true, "true"),
    (false, "false"),
    (.integer(.min), "-9223372036854775808"),
    (1, "1"),
    (1.0, "1.0"),
    (-0.0, "-0.0"),
    (.number(100), "100.0"),
    (.number(1e20), "1e+20"),
    (.number(0.1), "0.1"),
    (.number(0.30000000000000004), "0.30000000000000004"),
    (.number(.leastNonzeroMagnitude), "5e-324"),
    (.number(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
    ("", #""""#),
    (
      "a\"\\/\u{8}\u{C}\n\r\t\u{1F}\u{0}\u{7F}é👩‍👧",
      "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u001f\\u0000\u{7F}é👩‍👧\""
    ),
    ([], "[]"),
    ([1, [nil]], "[1,[null]]"),
    ([:], "{}"),
    (["b": 1, "a": [:], "B": 2, "é": 3, "z": 4], #"{"B":2,"a":{},"b":1,"z":4,"é":3}"#),
  ]

  @Test(arguments: values)
  func `a value has this compact text and reads back equal`(
    _ value: JSONValue, _ text: String
  ) throws {
    #expect(try JSONWriter().text(value) == text)
    #expect(try JSONReader().read(text) == value)
  }

  @Test func `the pretty layout indents by two and reads back equal`() throws {
    let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:]]
    let text = try JSONWriter(layout: .pretty).text(value)
    #expect(
      text == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": [],
          "d": {}
        }
        """)
    #expect(try JSONReader().read(text) == value)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `what is not finite is refused with its path`(_ number: Double) {
    let value: JSONValue = ["items": [1, ["price": .number(number)]]]
    let error = #expect(throws: JSONError.self) { try JSONWriter().bytes(value) }
    #expect(error?.code == .notFinite)
    #expect(
      error?.description
        == "items[1].price: NaN and infinities have no JSON form; give a finite number or null")
  }

  @Test func `nesting is written at the limit and refused one past it`() throws {
    func nested(_ depth: Int) -> JSONValue {
      (1..<depth).reduce([]) { value, _ in [value] }
    }
    let writer = JSONWriter(maximumDepth: 32)
    _ = try writer.bytes(nested(32))
    let error = #expect(throws: JSONError.self) { try writer.bytes(nested(33)) }
    #expect(error?.code == .tooDeep)
    _ = try JSONWriter().bytes(nested(JSONReader.deepest))
  }

  @Test func `every float reads back as the same bits`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let text = try JSONWriter().text(.number(number))
      #expect(text.utf8.contains { ".e".utf8.contains($0) })
      #expect(try JSONReader().read(text) == .number(number), "\(number.bitPattern)")
    }
  }

  @Test func `short decimals read as the library reads them`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let whole = UInt64.random(in: 0..<1_000_000_000_000, using: &generator)
      let fraction = UInt64.random(in: 0..<1_000_000_000, using: &generator)
      let text = "\(whole).\(fraction)"
      let expected = try #require(Double(text))
      #expect(try JSONReader().read(text) == .number(expected), "\(text)")
    }
  }
}
