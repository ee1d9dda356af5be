import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("files")
  struct FilesTests {
    static let answers: [AnsweredCall] = [
      AnsweredCall(
        "read gives nil where there is none",
        "return { files.read('f') == nil, select('#', files.read('f')), files.exists('f') }",
        gives: [true, 1, false]),
      AnsweredCall(
        "write and remove give nothing",
        "return { select('#', files.write('f', '')), select('#', files.remove('f')) }",
        gives: [0, 0]),
      AnsweredCall(
        "an empty file is a file",
        "files.write('f', '') return { files.read('f'), files.exists('f'), files.list() }",
        gives: ["", true, ["f"]]),
      AnsweredCall(
        "every byte is kept",
        """
        local bytes = {}
          for i = 0, 255 do bytes[#bytes + 1] = string.char(i) end
          local data = table.concat(bytes)
          files.write('f', data)
          return { files.read('f') == data, #files.read('f') }
        """, gives: [true, 256]),
      AnsweredCall(
        "write replaces the whole file",
        "files.write('f', 'long') files.write('f', 'x') return files.read('f')", gives: "x"),
      AnsweredCall(
        "remove removes, and removing twice is no error",
        """
        files.write('f', 'x') files.remove('f') files.remove('f')
          return { files.read('f') == nil, files.exists('f'), files.list() }
        """, gives: [true, false, []]),
      AnsweredCall(
        "names are told apart by their bytes and are no paths",
        """
        for _, name in ipairs { '../f', '/f', 'a/b', '\\u{E9}', 'e\\u{301}', 'F', 'f' } do
            files.write(name, name)
          end
          return { files.list(), files.list('e'), files.read('../f') }
        """,
        gives: [
          ["../f", "/f", "F", "a/b", "e\u{301}", "f", "\u{E9}"], ["e\u{301}"], "../f",
        ]),
    ]

    @Test("does what it says", arguments: answers)
    func answered(_ call: AnsweredCall) async throws {
      try await call.expectAnswered()
    }

    static let mistakes: [RaisedCall] = [
      RaisedCall("files.read()", "files.read: argument 1 (name) must be a string, got nothing"),
      RaisedCall("files.read('')", "files.read: the name is empty; give it at least one byte"),
      RaisedCall(
        "files.read(string.rep('n', 257))",
        "files.read: the name has 257 bytes, the limit is 256 bytes; shorten it"),
      RaisedCall(
        "files.exists(1)", "files.exists: argument 1 (name) must be a string, got an integer"),
      RaisedCall(
        "files.remove({})", "files.remove: argument 1 (name) must be a string, got a table"),
      RaisedCall(
        "files.list(true)", "files.list: argument 1 (prefix) must be a string, got a boolean"),
      RaisedCall(
        "files.write('f')", "files.write: argument 2 (data) must be a string, got nothing"),
      RaisedCall(
        "files.write('f', nil)", "files.write: argument 2 (data) must be a string, got nil"),
      RaisedCall(
        "files.write('f', 7)", "files.write: argument 2 (data) must be a string, got an integer"),
      RaisedCall(
        "files.write('f', {})", "files.write: argument 2 (data) must be a string, got a table"),
      RaisedCall(
        "files.write('f', print)", "files.write: argument 2 (data) must be a string, got a function"
      ),
      RaisedCall(
        "files:read('f')", "files.read: called with a colon; write files.read(…), with a dot"),
      RaisedCall(
        "files.delete('f')",
        "attempt to call a nil value (field 'delete'); did you mean storage.remove or files.remove"
          + " or notifications.remove?"),
      RaisedCall(
        "files.exist('f')",
        "attempt to call a nil value (field 'exist'); did you mean files.exists?"),
    ]

    @Test("raises a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test("is kept for the next invocation and the host, and can be removed by it")
    func kept() async throws {
      let app = try TestApp(
        """
        return function(response)
          local seen = { files.list(), files.read("a") or "none", files.exists("b") }
          files.write("a", "\\0\\xff")
          files.remove("b")
          if response.userText == "first" then files.write("b", "x") end
          seen[4] = files.list()
          return { result = seen }
        end
        """)
      let first = await app.handle("reply", text: "first")
      #expect(first.result == [[], "none", false, ["a", "b"]])
      #expect(first.files.written == ["a": 2, "b": 1])
      #expect(try await app.runtime.file("a", of: TestApp.plugin) == [0, 255])
    }

    @Test("gives data that is not text to the result only as what it is")
    func notText() async throws {
      let app = try TestApp(
        "return function() files.write('f', '\\xff') return { result = files.read('f') } end")
      let outcome = await app.handle()
      #expect(outcome.summary == "failed dismiss invalidReturn")
      #expect(
        outcome.error?.message
          == "returned.result is not UTF-8 text; keep binary data with files.write")
    }

    @Test("does not keep what a refused write was given")
    func refusedWrite() async throws {
      var limits = PluginLimits.default
      limits.fileBytes = 10
      limits.pluginFileBytes = 15
      try await AnsweredCall(
        "refused",
        """
        files.write('a', string.rep('x', 10))
          local ok = pcall(files.write, 'b', string.rep('x', 6))
          files.write('c', string.rep('x', 5))
          return { ok, files.list() }
        """, gives: [false, ["a", "c"]]
      ).expectAnswered(limits: limits)
    }
  }
}
