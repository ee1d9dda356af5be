import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("json")
  struct JSONCallTests {
    static let answers: [AnsweredCall] = [
      AnsweredCall(
        "encode writes keys sorted by bytes, kinds of numbers kept",
        """
        return json.encode { b = 1, a = 1.0, ['\\u{E9}'] = -0.0, ['e\\u{301}'] = 1e100, B = { 1 } }
        """,
        gives: "{\"B\":[1],\"a\":1.0,\"b\":1,\"e\u{301}\":1e+100,\"\u{E9}\":-0.0}"),
      AnsweredCall(
        "encode writes single values",
        """
        return { json.encode(true), json.encode(1), json.encode('\\"\\n'), json.encode(json.null),
            json.encode {}, json.encode(json.array()) }
        """, gives: ["true", "1", "\"\\\"\\n\"", "null", "{}", "[]"]),
      AnsweredCall(
        "decode gives values, kinds of numbers kept",
        """
        local function kind(text) return math.type(json.decode(text)) end
          return { kind('1'), kind('1.0'), kind('1e2'), kind('-0'), kind('-0.0'), kind('1E400 ' and '1e300') }
        """, gives: ["integer", "float", "float", "float", "float", "float"]),
      AnsweredCall(
        "decode keeps null, and an array of it",
        """
        local value = json.decode('{"a": null, "b": [null, 1]}')
          return { value.a == json.null, value.b[1] == json.null, value.b[2], json.decode('null') == json.null }
        """, gives: [true, true, 1, true]),
      AnsweredCall(
        "decode tells composed and decomposed keys apart",
        "local v = json.decode('{\"\\u{E9}\": 1, \"e\\u{301}\": 2}') return { v['\\u{E9}'], v['e\\u{301}'] }",
        gives: [1, 2]),
      AnsweredCall(
        "decode takes integers to the edges of 64 bits",
        """
        return { json.decode('9223372036854775807') == math.maxinteger,
            json.decode('-9223372036854775808') == math.mininteger }
        """, gives: [true, true]),
      AnsweredCall(
        "encode and decode give back what they were given",
        """
        local text = '{"a":[],"b":{},"c":[1,1.0,-0.0,"x",null,true,{"d":[[]]}]}'
          return json.encode(json.decode(text)) == text
        """, gives: true),
      AnsweredCall(
        "array marks the table itself",
        """
        local t = {}
          return { json.array(t) == t, json.encode(t), json.encode(json.array { 1 }) }
        """, gives: [true, "[]", "[1]"]),
      AnsweredCall(
        "a marked array keeps its mark while it is changed",
        """
        local t = json.array { 1 }
          t[1] = nil
          local empty = json.encode(t)
          t[1] = 'x'
          return { empty, json.encode(t) }
        """, gives: ["[]", "[\"x\"]"]),
      AnsweredCall(
        "null is one value, true, and unlike everything else",
        """
        return { json.null == json.decode('null'), json.null ~= nil, json.null ~= false,
            tostring(json.null), type(json.null) }
        """, gives: [true, true, true, "null", "userdata"]),
      AnsweredCall(
        "encode goes to the depth of 32 levels",
        """
        local t = 1
          for i = 1, 32 do t = { t } end
          return #json.encode(t)
        """, gives: 65),
    ]

    @Test("does what it says", arguments: answers)
    func answered(_ call: AnsweredCall) async throws {
      try await call.expectAnswered()
    }

    static let mistakes: [RaisedCall] = [
      RaisedCall("json.encode()", "json.encode: nil has no JSON form; give json.null"),
      RaisedCall("json.encode(nil)", "json.encode: nil has no JSON form; give json.null"),
      RaisedCall(
        "json.encode(print)",
        "json.encode: value is a function, which cannot be kept; keep what it stands for instead"),
      RaisedCall(
        "local t = {} for i = 1, 32 do t = { t } end json.encode(t)",
        "json.encode: value" + String(repeating: "[1]", count: 32)
          + " is nested deeper than 32 levels; flatten it"),
      RaisedCall(
        "json.encode(string.rep('x', 3000000))",
        "json.encode: value is larger than 2097152 bytes; keep less"),
      RaisedCall("json.decode()", "json.decode: argument 1 (text) must be a string, got nothing"),
      RaisedCall("json.decode(nil)", "json.decode: argument 1 (text) must be a string, got nil"),
      RaisedCall(
        "json.decode(7)", "json.decode: argument 1 (text) must be a string, got an integer"),
      RaisedCall("json.decode({})", "json.decode: argument 1 (text) must be a string, got a table"),
      RaisedCall(
        "json.array(5)", "json.array: argument 1 (table) must be a table, got a number"),
      RaisedCall(
        "json.array(setmetatable({}, { __metatable = false }))",
        "json.array: cannot change a protected metatable"),
      RaisedCall(
        "json.parse('1')", "attempt to call a nil value (field 'parse'); did you mean json.decode?"),
      RaisedCall(
        "json.encod('1')", "attempt to call a nil value (field 'encod'); did you mean json.encode?"),
    ]

    @Test("raises a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    /// A text that is not JSON, as a Lua string, and what decode says.
    struct Broken: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let text: String
      let message: String

      init(_ text: String, _ message: String) {
        testDescription = text
        self.text = text
        self.message = message
      }
    }

    static let broken: [Broken] = [
      Broken(
        "''",
        "line 1, column 1: the text is empty; a JSON value was expected"),
      Broken(
        "'{'",
        "line 1, column 2: the text ends where a name was expected"),
      Broken(
        "'{\"a\": 1,}'",
        "line 1, column 8: a comma stands before the closing bracket; remove it, or read"
          + " the text leniently"),
      Broken(
        "'[1]\\n 2'",
        "line 2, column 2: unexpected character '2' after the end of the value; remove it"),
      Broken(
        "'{\\n  \"a\": nope\\n}'",
        "line 2, column 8: a word that JSON does not have; it knows true, false and"
          + " null, and texts in double quotes"),
      Broken(
        "'{\"a\": 1, \"a\": 2}'",
        "line 1, column 10: \"a\" occurs twice in this object; remove one"),
      Broken(
        "'\"\\xff\"'",
        "line 1, column 2: byte 0xFF is not UTF-8; save the text as UTF-8"),
      Broken(
        "'\"\\\\ud800\"'",
        "line 1, column 2: a \\u escape names half of a surrogate pair; write both"
          + " halves, or the character itself"),
      Broken(
        "'9223372036854775808'",
        "line 1, column 1: an integer must lie between -9223372036854775808 and"
          + " 9223372036854775807; write a larger one as a string, or as a float such as 1e20"),
      Broken(
        "'1e400'",
        "line 1, column 1: a float must lie between -1.7976931348623157e308 and"
          + " 1.7976931348623157e308; write a larger one as a string"),
      Broken(
        "'01'",
        "line 1, column 1: a number must not start with 0; remove the zero, or write the"
          + " number as a string"),
      Broken(
        "'NaN'",
        "line 1, column 1: a word that JSON does not have; it knows true, false and"
          + " null, and texts in double quotes"),
      Broken(
        "'\"\\t\"'",
        "line 1, column 2: control character U+0009 in a string; write it as \\t"),
      Broken(
        "'// x\\n1'",
        "line 1, column 1: JSON has no comments; remove it, or read the text leniently"),
      Broken(
        "'\\u{FEFF}1'",
        "line 1, column 1: the text starts with a byte-order mark; save it without one,"
          + " or read it leniently"),
      Broken(
        "string.rep('[', 65) .. string.rep(']', 65)",
        "line 1, column 65: arrays and objects are nested deeper than 64 levels; flatten them"),
    ]

    @Test("decode gives nil, line and column, and a code for what is not JSON", arguments: broken)
    func fails(_ broken: Broken) async throws {
      try await AnsweredCall(
        broken.text,
        """
        local value, message, code = json.decode(\(broken.text))
          return { value == nil, message, code }
        """, gives: [true, .string(broken.message), "json"]
      ).expectAnswered()
    }
  }
}
