import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("require")
  struct RequireTests {
    private static let files = [
      "lib/format.lua": "return { name = ... , file = select(2, ...) }",
      "lib/nothing.lua": "seen = (seen or 0) + 1",
      "lib/no.lua": "return false",
      "lib/deep/er.lua": "return require('lib.format')",
      "lib/raises.lua": "\nerror('not today')",
      "lib/broken.lua": "return {\n  a = = 1\n}",
      "lib/a.lua": "return require('lib.b')",
      "lib/b.lua": "return require('lib.a')",
      "lib/self.lua": "return require('lib.self')",
      "lib/clock.lua": "return os.time()",
    ]

    /// The value of an expression within a handler, or at the top level of its file.
    private func value(_ expression: String, atLoad: Bool) async throws -> Outcome {
      let script =
        atLoad
        ? "local value = \(expression)\nreturn function() return { result = value } end"
        : "return function()\n  return { result = \(expression) }\nend"
      return try await TestApp(script, files: Self.files).handle()
    }

    @Test(
      "loads a file of the bundle once, at load or later", arguments: [true, false],
      [
        ("require('lib.format').name", JSONValue.string("lib.format")),
        ("require('lib.format').file", .string("lib/format.lua")),
        ("select(2, require('lib.format'))", .string("lib/format.lua")),
        ("require('lib.format') == require('lib.format')", .bool(true)),
        ("require('lib.deep.er') == require('lib.format')", .bool(true)),
        ("{ require('lib.nothing'), (require('lib.nothing')), seen }", .array([true, true, 1])),
        ("(require('lib.no'))", .bool(false)),
      ])
    func loads(atLoad: Bool, call: (expression: String, value: JSONValue)) async throws {
      let outcome = try await value(call.expression, atLoad: atLoad)
      #expect(outcome.error?.message == nil)
      #expect(outcome.result == call.value)
    }

    static let mistakes: [RaisedCall] = [
      RaisedCall(
        "require('lib.fromat')",
        "require: this bundle has no module 'lib.fromat'; the nearest is 'lib.format'"
          + " (lib/format.lua)"),
      RaisedCall(
        "require('lib/format')",
        "require: this bundle has no module 'lib/format'; the nearest is 'lib.format'"
          + " (lib/format.lua)"),
      RaisedCall(
        "require('lib.format.lua')",
        "require: this bundle has no module 'lib.format.lua'; the nearest is 'lib.format'"
          + " (lib/format.lua)"),
      RaisedCall(
        "require('socket')",
        "require: this bundle has no module 'socket'; a file lib/name.lua is 'lib.name'"),
      RaisedCall(
        "require('../lib/format.lua')",
        "require: this bundle has no module '../lib/format.lua'; the nearest is 'lib.format'"
          + " (lib/format.lua)"),
      RaisedCall(
        "require('bil.farmot')",
        "require: this bundle has no module 'bil.farmot'; a file lib/name.lua is 'lib.name'"),
      RaisedCall(
        "require('../other/lib/secret')",
        "require: this bundle has no module '../other/lib/secret'; a file lib/name.lua is"
          + " 'lib.name'"),
      RaisedCall(
        "require('/etc/passwd')",
        "require: this bundle has no module '/etc/passwd'; a file lib/name.lua is 'lib.name'"),
      RaisedCall(
        "require()", "bad argument #1 to 'require' (string expected, got no value)"),
      RaisedCall(
        "require({})", "bad argument #1 to 'require' (string expected, got table)"),
    ]

    @Test("raises a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      let app = try TestApp(
        "return function(response)\n  \(call.call)\nend\n", files: Self.files)
      let error = try #require(await app.handle().error)
      #expect(error.message == call.message)
      #expect(error.file == "main.lua")
      #expect(error.line == 2)
    }

    @Test(
      "says where a module fails",
      arguments: [
        ("lib.raises", "not today", "lib/raises.lua", 2),
        ("lib.broken", "unexpected symbol near '='", "lib/broken.lua", 2),
        (
          "lib.a",
          "require: 'lib.a' is being loaded already: lib/a.lua requires itself, directly or through"
            + " another module", "lib/b.lua", 1
        ),
        (
          "lib.self",
          "require: 'lib.self' is being loaded already: lib/self.lua requires itself, directly or"
            + " through another module", "lib/self.lua", 1
        ),
      ])
    func fails(module: String, message: String, file: String, line: Int) async throws {
      let app = try TestApp(
        "return function()\n  require('\(module)')\nend", files: Self.files)
      let error = try #require(await app.handle().error)
      #expect(error.message == message)
      #expect(error.file == file)
      #expect(error.line == line)
    }

    @Test("tries a module again that has failed")
    func again() async throws {
      try await AnsweredCall(
        "again",
        """
        local first = pcall(require, 'lib.broken')
          local second, message = pcall(require, 'lib.broken')
          return { first, second, message }
        """, gives: [false, false, "lib/broken.lua:1: unexpected symbol near '='"]
      ).expectAnswered(files: ["lib/broken.lua": "return = 1"])
    }

    @Test("gives a module that is loaded later the whole API")
    func later() async throws {
      let outcome = try await value("math.type(require('lib.clock'))", atLoad: false)
      #expect(outcome.result == "integer")
    }
  }
}
