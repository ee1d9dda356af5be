import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("host")
  struct HostCallTests {
    /// The arguments in a script, and what the host's function is given.
    struct Given: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let script: String
      let arguments: [JSONValue]

      init(_ script: String, _ arguments: [JSONValue]) {
        testDescription = "host.ask(\(script))"
        self.script = script
        self.arguments = arguments
      }
    }

    @Test(
      "hands arguments over as they are",
      arguments: [
        Given("", []), Given("nil", [nil]), Given("nil, 1, nil", [nil, 1, nil]),
        Given("1, 1.0, '1', true", [1, 1.0, "1", true]), Given("json.null", [nil]),
        Given("{}, json.array {}", [[:], []]),
        Given("{ a = { 1, json.null } }", [["a": [1, nil]]]),
        Given("'\\u{E9}', 'e\\u{301}'", ["\u{E9}", "e\u{301}"]),
      ])
    func arguments(_ given: Given) async throws {
      let app = try TestApp("return function() host.ask(\(given.script)) end", functions: ["ask"])
      let calls = Recorded<HostFunctionCall>()
      try app.runtime.register("ask") { call in
        calls.note(call)
        return true
      }
      #expect(await app.handle().error?.message == nil)
      let seen = try #require(calls.all.first?.arguments)
      #expect(JSONValue.array(seen).written == JSONValue.array(given.arguments).written)
    }

    @Test(
      "hands answers back as they are, null as json.null",
      arguments: [
        .null, .bool(false), .integer(.min), .number(-0.0), .string("e\u{301}"), .array([]),
        .object([:]), .object(["a": [nil, 1.0]]),
      ] as [JSONValue])
    func answers(answer: JSONValue) async throws {
      let app = try TestApp(
        """
        return function()
          local value, message = host.ask()
          return { result = { value, type(value) ~= "nil", message == nil } }
        end
        """, functions: ["ask"])
      try app.runtime.register("ask") { _ in answer }
      #expect(
        await app.handle().result?.written == JSONValue.array([answer, true, true]).written)
    }

    @Test(
      "answers with an error where the function gives what has no JSON form",
      arguments: [Double.nan, .infinity])
    func noForm(number: Double) async throws {
      let app = try TestApp(
        """
        return function()
          local value, message, code = host.ask()
          return { result = { value == nil, #message > 0, code } }
        end
        """, functions: ["ask"])
      try app.runtime.register("ask") { _ in ["a": .number(number)] }
      #expect(await app.handle().result == [true, true, "hostFunction"])
    }

    static let mistakes: [RaisedCall] = [
      RaisedCall(
        "host.ask(print)",
        "host.ask: argument 1 is a function, which cannot be kept; keep what it stands for instead"),
      RaisedCall(
        "host.ask(1, '\\xff')",
        "host.ask: argument 2 is not UTF-8 text; keep binary data with files.write"),
      RaisedCall(
        "host.ask(string.rep('x', 3000000))",
        "host.ask: argument 1 is larger than 2097152 bytes; keep less"),
      RaisedCall(
        "host.asks()", "attempt to call a nil value (field 'asks'); did you mean host.ask?"),
      RaisedCall(
        "table.sort({ 2, 1 }, function() host.ask() end)",
        "host.ask: cannot wait here: a table.sort comparator, a string.gsub callback or a metamethod"
          + " called from such a function cannot be suspended; call it before or after"),
    ]

    @Test("raises a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      try await call.expectRaised(functions: ["ask"]) {
        try $0.runtime.register("ask") { _ in
          Issue.record("the host was called")
          return nil
        }
      }
    }

    @Test(
      "waits inside what may be suspended",
      arguments: [
        "host.ask()", "select(2, pcall(host.ask))", "coroutine.wrap(host.ask)()",
        "coroutine.wrap(function() return host.ask() end)()",
        "select(2, xpcall(host.ask, print))",
        "setmetatable({}, { __index = function() return host.ask() end }).x",
        "setmetatable({}, { __add = function() return host.ask() end }) + 1",
        "require('lib.asks').ask()",
      ])
    func waits(call: String) async throws {
      let app = try TestApp(
        "return function() return { result = (\(call)) } end",
        files: ["lib/asks.lua": "return { ask = function() return host.ask() end }"],
        functions: ["ask"])
      try app.runtime.register("ask") { _ in
        await Task.yield()
        return 7
      }
      let outcome = await app.handle()
      #expect(outcome.error?.message == nil)
      #expect(outcome.result == 7)
    }
  }

  @Suite("An error of the API")
  struct PositionTests {
    @Test(
      "stands where the script made the call",
      arguments: [
        ("a statement", "storage.get()", "main.lua", 2),
        ("a tail call", "return storage.get()", "main.lua", 2),
        ("a later line", "local x = 1\n\n  x = storage.get()", "main.lua", 4),
        ("a coroutine", "coroutine.wrap(function() storage.get() end)()", "main.lua", 2),
        ("a function handed over", "({ storage.get })[1]()", "main.lua", 2),
        ("a module", "require('lib.wrong').read()", "lib/wrong.lua", 3),
        (
          "an update's function", "storage.update('k', function()\n storage.get()\nend)",
          "main.lua", 3
        ),
        (
          "a metamethod",
          "local t = setmetatable({}, { __index = function()\n storage.get() end }) t = t.x",
          "main.lua", 3
        ),
      ])
    func position(name: String, lines: String, file: String, line: Int) async throws {
      let app = try TestApp(
        "return function()\n  \(lines)\nend",
        files: ["lib/wrong.lua": "return {\n  read = function()\n    storage.get()\n  end,\n}"])
      let error = try #require(await app.handle().error)
      #expect(error.file == file)
      #expect(error.line == line)
      #expect(
        error.message.hasSuffix("storage.get: argument 1 (key) must be a string, got nothing"))
    }
  }
}
