import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("A stored value")
  struct StoredValueTests {
    /// A Lua expression and the JSON in which the host finds it.
    struct Kept: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let expression: String
      let json: String

      init(_ expression: String, _ json: String) {
        testDescription = expression
        self.expression = expression
        self.json = json
      }
    }

    static let kept: [Kept] = [
      Kept("true", "true"), Kept("false", "false"), Kept("json.null", "null"),
      Kept("0", "0"), Kept("-1", "-1"), Kept("0.0", "0.0"), Kept("-0.0", "-0.0"),
      Kept("1.0", "1.0"), Kept("0.1", "0.1"), Kept("0.1 + 0.2", "0.30000000000000004"),
      Kept("1/3", "0.3333333333333333"), Kept("2^53", "9007199254740992.0"),
      Kept("1e100", "1e+100"), Kept("5e-324", "5e-324"),
      Kept("1.7976931348623157e308", "1.7976931348623157e+308"),
      Kept("math.maxinteger", "9223372036854775807"),
      Kept("math.mininteger", "-9223372036854775808"),
      Kept("2^63", "9.223372036854776e+18"),
      Kept("''", "\"\""), Kept("'007'", "\"007\""), Kept("'a\\0b'", "\"a\\u0000b\""),
      Kept("'\\u{E9}'", "\"\u{E9}\""), Kept("'e\\u{301}'", "\"e\u{301}\""),
      Kept("'\\u{1F468}\\u{200D}\\u{1F469}'", "\"\u{1F468}\u{200D}\u{1F469}\""),
      Kept("{}", "{}"), Kept("json.array()", "[]"), Kept("json.array {}", "[]"),
      Kept("{ 1, 2.0, 'x', false, json.null }", "[1,2.0,\"x\",false,null]"),
      Kept("{ json.array {}, {} }", "[[],{}]"),
      Kept("{ b = 1, a = { c = json.array {} } }", "{\"a\":{\"c\":[]},\"b\":1}"),
      Kept("{ ['\\u{E9}'] = 1, ['e\\u{301}'] = 2 }", "{\"e\u{301}\":2,\"\u{E9}\":1}"),
      Kept("{ [''] = 1 }", "{\"\":1}"),
      Kept("json.array { 1, nil }", "[1]"),
      Kept("json.decode('[]')", "[]"), Kept("json.decode('{}')", "{}"),
      Kept("json.decode('1e2')", "100.0"), Kept("json.decode('-0')", "-0.0"),
      Kept("json.decode('-0.0')", "-0.0"), Kept("json.decode('1')", "1"),
      Kept("json.decode('null')", "null"),
      Kept("json.decode('{\"a\": [null, [], {}]}')", "{\"a\":[null,[],{}]}"),
      Kept(
        "setmetatable({ a = 1 }, { __index = { b = 2 }, __pairs = function() error('called') end })",
        "{\"a\":1}"),
      Kept("setmetatable({}, { __len = function() error('called') end })", "{}"),
    ]

    @Test("comes back and reaches the host as it was given", arguments: kept)
    func keeps(_ kept: Kept) async throws {
      let app = try TestApp(
        """
        local function same(a, b)
          if type(a) ~= "table" then return math.type(a) == math.type(b) and a == b end
          for key, value in next, a do if not same(value, b[key]) then return false end end
          for key in next, b do if rawget(a, key) == nil then return false end end
          return true
        end
        return function(response)
          local space, value = storage.shared("unread"), \(kept.expression)
          if response.userText == "write" then
            space.set("k", value)
            return { result = { same(value, space.get("k")), json.encode(space.get("k")) } }
          end
          return { result = { same(value, space.get("k")), json.encode(space.get("k")) } }
        end
        """)
      for text in ["write", "read"] {
        let outcome = await app.handle("reply", text: text)
        #expect(outcome.result?.written == JSONValue.array([true, .string(kept.json)]).written)
      }
      let stored = try #require(try await app.shared("k"))
      #expect(stored.written == Identifier(kept.json))
    }

    static let copies: [AnsweredCall] = [
      AnsweredCall(
        "is a copy of what was given",
        """
        local value = { list = { 1 } }
          storage.set("k", value)
          value.list[1] = 2
          value.new = true
          return storage.get("k")
        """, gives: ["list": [1]]),
      AnsweredCall(
        "is a new copy at each look",
        """
        storage.set("k", { list = { 1 } })
          local value = storage.get("k")
          value.list[1] = 2
          return { storage.get("k"), value ~= storage.get("k") }
        """, gives: [["list": [1]], true]),
      AnsweredCall(
        "is a copy of what an update's function was given",
        """
        storage.set("k", { n = 1 })
          local kept
          storage.update("k", function(old) kept = old; return { n = 2 } end)
          kept.n = 3
          return storage.get("k")
        """, gives: ["n": 2]),
      AnsweredCall(
        "may hold a table twice, each a copy of its own",
        """
        local shared = { 1 }
          storage.set("k", { a = shared, b = shared })
          local value = storage.get("k")
          value.a[1] = 2
          return value
        """, gives: ["a": [2], "b": [1]]),
      AnsweredCall(
        "that is an array stays one after its last item is gone",
        """
        storage.set("k", { 1, 2 })
          local value = storage.get("k")
          table.remove(value); table.remove(value)
          storage.set("k", value)
          return storage.get("k")
        """, gives: []),
      AnsweredCall(
        "that is an array from JSON stays one after its last item is gone",
        """
        local value = json.decode("{\\"a\\": [1]}")
          value.a[1] = nil
          storage.set("k", value)
          return storage.get("k")
        """, gives: ["a": []]),
      AnsweredCall(
        "that is an object stays one when it is emptied",
        """
        storage.set("k", { a = 1 })
          local value = storage.get("k")
          value.a = nil
          storage.set("k", value)
          return storage.get("k")
        """, gives: [:]),
      AnsweredCall(
        "of null is json.null, which is not nil and not false",
        """
        storage.set("k", json.null)
          local value = storage.get("k", "default")
          return { value == json.null, value ~= nil, not not value, type(value) }
        """, gives: [true, true, true, "userdata"]),
    ]

    @Test("never shares what a script holds", arguments: copies)
    func isCopy(_ call: AnsweredCall) async throws {
      try await call.expectAnswered()
    }

    /// A value that cannot be kept, and what the sentence says after its path.
    struct Refused: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let expression: String
      let sentence: String

      init(_ expression: String, _ sentence: String) {
        testDescription = expression
        self.expression = expression
        self.sentence = sentence
      }
    }

    private static let deep =
      "(function() local t = {} for i = 1, 32 do t = { t } end return t end)()"

    static let refused: [Refused] = [
      Refused("0/0", " is NaN, which has no JSON form; leave it out or store a string"),
      Refused("1/0", " is infinite, which has no JSON form; leave it out or store a string"),
      Refused(
        "{ list = { -1/0 } }",
        ".list[1] is infinite, which has no JSON form; leave it out or store a string"),
      Refused(
        "{ items = { { price = 1 }, { price = 2 }, { price = 0/0 } } }",
        ".items[3].price is NaN, which has no JSON form; leave it out or store a string"),
      Refused(
        "{ items = { 1, 2, { price = print } } }",
        ".items[3].price is a function, which cannot be kept; keep what it stands for instead"),
      Refused(
        "{ { coroutine.create(print) } }",
        "[1][1] is a thread, which cannot be kept; keep what it stands for instead"),
      Refused("{ a = '\\xff' }", ".a is not UTF-8 text; keep binary data with files.write"),
      Refused("'\\xed\\xa0\\x80'", " is not UTF-8 text; keep binary data with files.write"),
      Refused("'\\xc0\\x80'", " is not UTF-8 text; keep binary data with files.write"),
      Refused(
        "{ ['\\xff'] = 1 }", "[\"?\"] is not UTF-8 text; keep binary data with files.write"),
      Refused(
        "{ a = { [true] = 1 } }",
        ".a has a key of type boolean; only strings and array positions can be kept"),
      Refused(
        "{ [1.5] = 1 }", " has a key of type number; only strings and array positions can be kept"),
      Refused(
        "{ [0] = 1 }", " has a key of type number; only strings and array positions can be kept"),
      Refused(
        "{ [{}] = 1 }", " has a key of type table; only strings and array positions can be kept"),
      Refused(
        "{ a = { 1, b = 2 } }",
        ".a has both string keys and array items; use one or the other"),
      Refused(
        "(function() local t = json.array { 1 } t.n = 1 return t end)()",
        " has both string keys and array items; use one or the other"),
      Refused("{ [2] = 1 }", " is an array with holes; fill them with json.null"),
      Refused("{ 1, nil, 3 }", " is an array with holes; fill them with json.null"),
      Refused(
        "{ ['two words'] = { 0/0 } }",
        "[\"two words\"][1] is NaN, which has no JSON form; leave it out or store a string"),
      Refused(
        "(function() local t = { a = {} } t.a.b = t return t end)()",
        ".a.b refers to a table that contains it; keep a copy without the cycle"),
      Refused(
        "{ a = string.rep('x', 3000000) }", ".a is larger than 65536 bytes; keep less"),
      Refused(
        deep, String(repeating: "[1]", count: 32) + " is nested deeper than 32 levels; flatten it"),
    ]

    @Test("that cannot be kept faithfully is refused with its path", arguments: refused)
    func refuses(_ refused: Refused) async throws {
      try await RaisedCall(
        "storage.set('k', \(refused.expression))", "storage.set: value\(refused.sentence)"
      ).expectRaised()
    }

    @Test(
      "is refused with its path wherever a script hands a value over",
      arguments: [
        RaisedCall(
          "json.encode({ a = 0/0 })",
          "json.encode: value.a is NaN, which has no JSON form; leave it out or store a string"),
        RaisedCall(
          "log.info('x', { a = { print } })",
          "log.info: fields.a[1] is a function, which cannot be kept; keep what it stands for"
            + " instead"),
        RaisedCall(
          "reply.send { text = 'x', userInfo = { a = { 1, b = 2 } } }",
          "reply.send: reply.userInfo.a has both string keys and array items; use one or the other"),
        RaisedCall(
          "reply.send { text = '\\xff' }",
          "reply.send: reply.text is not UTF-8 text; keep binary data with files.write"),
        RaisedCall(
          "notifications.post { title = 'x', userInfo = { [1.5] = 1 } }",
          "notifications.post: notification.userInfo has a key of type number; only strings and array"
            + " positions can be kept"),
        RaisedCall(
          "host.ask(1, { a = 1/0 })",
          "host.ask: argument 2.a is infinite, which has no JSON form; leave it out or store a"
            + " string"),
      ])
    func elsewhere(_ call: RaisedCall) async throws {
      try await call.expectRaised(functions: ["ask"]) {
        try $0.runtime.register("ask") { _ in nil }
      }
    }
  }
}
