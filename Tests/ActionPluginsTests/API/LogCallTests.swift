import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("log and print")
  struct LogCallTests {
    /// A call and the line that it writes.
    struct Line: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let call: String
      let level: Outcome.LogLine.Level
      let message: String
      let fields: JSONObject

      init(
        _ call: String, _ message: String, _ fields: JSONObject = JSONObject(),
        level: Outcome.LogLine.Level = .info
      ) {
        testDescription = call
        self.call = call
        self.level = level
        self.message = message
        self.fields = fields
      }
    }

    static let lines: [Line] = [
      Line("log.debug('a')", "a", level: .debug), Line("log.info('a')", "a", level: .info),
      Line("log.warn('a')", "a", level: .warn), Line("log.error('a')", "a", level: .error),
      Line("log.info()", "nil"), Line("log.info(nil)", "nil"), Line("log.info('')", ""),
      Line("log.info(true)", "true"), Line("log.info(7)", "7"), Line("log.info(7.0)", "7.0"),
      Line("log.info(-0.0)", "-0.0"), Line("log.info(1e100)", "1e+100"),
      Line("log.info(0/0)", "nan or -nan"), Line("log.info(1/0)", "inf"),
      Line("log.info('\\u{1F468}\\0')", "\u{1F468}\0"),
      Line("log.info('a\\xff')", "a\u{FFFD}"),
      Line("log.info('x', nil)", "x"), Line("log.info('x', {})", "x"),
      Line(
        "log.info('x', { n = 1, f = 1.0, list = json.array {}, no = json.null })", "x",
        ["n": 1, "f": 1.0, "list": [], "no": nil]),
      Line("log.info(setmetatable({}, { __tostring = function() return 'mine' end }))", "mine"),
      Line("log.info(json.null)", "null"),
      Line("log.info(setmetatable({ info = 1 }, { __tostring = function() return 't' end }))", "t"),
      Line(
        "log.info(setmetatable({ info = print }, { __tostring = function() return 't' end }))", "t"),
      Line("print()", ""), Line("print(nil)", "nil"),
      Line("print('a', 1, 2.0, nil)", "a\t1\t2.0\tnil"),
      Line("print(setmetatable({}, { __tostring = function() return 'x' end }), 'y')", "x\ty"),
      Line(
        "log.info(setmetatable({}, { __tostring = function() log.debug('inner') return 'x' end }))",
        "inner", level: .debug),
    ]

    @Test("writes a line", arguments: lines)
    func written(_ line: Line) async throws {
      let app = try TestApp("return function()\n  \(line.call)\nend")
      let outcome = await app.handle()
      #expect(outcome.error?.message == nil)
      let written = try #require(outcome.log.first)
      #expect(written.level == line.level)
      #expect(
        line.message.contains(" or ")
          ? ["nan", "-nan"].contains(written.message)
          : written.message.utf8.elementsEqual(line.message.utf8), "\(written.message)")
      #expect(written.fields == line.fields)
    }

    @Test("shows a table or a function by its kind and a number, never by an address")
    func kinds() async throws {
      let app = try TestApp(
        """
        return function()
          local t = {}
          log.info(t) log.info(t) log.info(print) log.info(coroutine.create(print))
        end
        """)
      let logged = await app.handle().logged
      try #require(logged.count == 4)
      #expect(logged[0] == logged[1])
      #expect(logged[0].hasPrefix("table: "))
      #expect(logged[2].hasPrefix("function: "))
      #expect(logged[3].hasPrefix("thread: "))
      #expect(await app.handle(date: 2).logged == logged)
    }

    static let mistakes: [RaisedCall] = [
      RaisedCall(
        "log.info('x', 'y')",
        "log.info: argument 2 (fields) must be a table with string keys, got a string"),
      RaisedCall(
        "log.warn('x', { 1 })",
        "log.warn: argument 2 (fields) must be a table with string keys, got an array"),
      RaisedCall(
        "log.error('x', { a = 0/0 })",
        "log.error: fields.a is NaN, which has no JSON form; leave it out or store a string"),
      RaisedCall(
        "log.debug('x', 5)",
        "log.debug: argument 2 (fields) must be a table with string keys, got an integer"),
      RaisedCall(
        "log.warning('x')",
        "attempt to call a nil value (field 'warning'); did you mean log.warn?"),
      RaisedCall("log:info('x')", "log.info: called with a colon; write log.info(…), with a dot"),
      RaisedCall(
        "log:warn()", "log.warn: called with a colon; write log.warn(…), with a dot"),
      RaisedCall(
        "log.info(setmetatable({}, { __tostring = function() return {} end }))",
        "'__tostring' must return a string"),
    ]

    @Test("raises a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test("hands on what a __tostring raises", arguments: ["log.info(t)", "print(1, t)"])
    func raising(call: String) async throws {
      try await AnsweredCall(
        call,
        """
        local t = setmetatable({}, { __tostring = function() error('mine', 0) end })
          local ok, message = pcall(function() \(call) end)
          return { ok, message }
        """, gives: [false, "mine"]
      ).expectAnswered()
    }

    @Test("is stopped in a __tostring that does not end", arguments: ["log.info(t)", "print(t)"])
    func endless(call: String) async throws {
      let app = try TestApp(
        """
        return function()
          local t = setmetatable({}, { __tostring = function() while true do end end })
          pcall(function() \(call) end)
        end
        """, seconds: 0.2)
      #expect(await app.handle().summary == "timedOut dismiss timedOut")
    }

    @Test("ends in an error where a __tostring calls itself for ever")
    func recursive() async throws {
      let app = try TestApp(
        """
        return function()
          local t
          t = setmetatable({}, { __tostring = function() log.info(t) return "" end })
          return { result = pcall(log.info, t) }
        end
        """)
      #expect(await app.handle().result == false)
    }

    @Test("leaves out fields that are larger than a line, and says so")
    func largeFields() async throws {
      let app = try TestApp(
        """
        return function()
          log.info("at", { a = string.rep("x", 2040) })
          log.info("past", { a = string.rep("x", 2041) })
        end
        """)
      let log = await app.handle().log
      try #require(log.count == 2)
      #expect(log[0].fields == ["a": .string(String(repeating: "x", count: 2040))])
      #expect(log[1].fields == ["…": "2049 bytes of fields left out, the limit is 2048"])
      #expect(log.map(\.message) == ["at", "past"])
    }
  }
}
