import Notifications
import Testing

@testable import LuaSandbox

@Suite struct ErrorTests {
  @Test func `an error in a required module names its file, line and the way there`() async throws {
    let loaded = try await Loaded(
      """
      local format = require "lib.format"
      return function(response)
        local text = format.title(response)
        return text
      end
      """,
      files: [
        "lib/format.lua": """
        local format = {}
        function format.title(response)
          local title = response.title.text
          return title
        end
        return format
        """
      ])
    let error = try #require(await loaded.run([["other": 1]]).raised)
    #expect(error.file == "lib/format.lua")
    #expect(error.line == 3)
    #expect(error.message.hasPrefix("attempt to index a nil value"))
    #expect(error.frames.map(\.file) == ["lib/format.lua", "main.lua"])
    #expect(error.frames.map(\.line) == [3, 3])
    #expect(error.frames.last?.function == "handle")
  }

  @Test func `a level of error points at the caller`() async throws {
    let loaded = try await Loaded(
      """
      local function check(v)
        if not v then error("no value", 2) end
        return v
      end
      return function()
        local v = check(nil)
        return v
      end
      """)
    let error = try #require(await loaded.run().raised)
    #expect(error.message == "no value")
    #expect(error.line == 6)
    #expect(error.frames.first?.line == 2)
  }

  @Test func `a message without a position points at the innermost frame`() async throws {
    let loaded = try await Loaded("return function()\n\n  error('plain', 0)\nend")
    let error = try #require(await loaded.run().raised)
    #expect(error.message == "plain")
    #expect(error.file == "main.lua")
    #expect(error.line == 3)
  }

  @Test func `a position that a script imitates with a file of its own invention stays text`()
    async throws
  {
    let loaded = try await Loaded("return function()\n  error('secret.lua:99: boo', 0)\nend")
    let error = try #require(await loaded.run().raised)
    #expect(error.message == "secret.lua:99: boo")
    #expect(error.file == "main.lua")
    #expect(error.line == 2)
  }

  @Test func `a long file name is given in full`() async throws {
    let folder = String(repeating: "deep/", count: 14)
    let module = folder.replacing("/", with: ".") + "thing"
    let loaded = try await Loaded(
      "local f = require '\(module)'\nreturn function()\n  local x = f()\n  return x\nend",
      files: ["\(folder)thing.lua": "return function()\n  error('deep down')\nend"])
    let error = try #require(await loaded.run().raised)
    #expect(error.message == "deep down")
    #expect(error.file == "\(folder)thing.lua")
    #expect(error.line == 2)
    #expect(error.frames.map(\.file) == ["\(folder)thing.lua", "main.lua"])
  }

  @Test(
    arguments: [
      ("syntax", "return function(\nend", "main.lua", 2),
      ("raised at the top", "local x = 1\nerror('no')", "main.lua", 2),
      ("not inside a handler", "\n\necho(1)\nreturn function() end", "main.lua", 3),
    ] as [(String, String, String, Int)])
  func `a file that does not load says where`(
    name: String, script: String, file: String, line: Int
  ) async throws {
    let error = try #require(await loadError(script))
    #expect(error.file == file)
    #expect(error.line == line)
    #expect(!error.sentence.contains("main.lua:"))
  }

  @Test func `a file that returns no handler says so`() async throws {
    let error = try #require(await loadError("return 5"))
    #expect(error.file == "main.lua")
    #expect(error.sentence.contains("function"))
  }

  @Test func `a top level without an end is stopped`() async throws {
    let error = try #require(await loadError("while true do end", loadSeconds: 0.05))
    #expect(
      error.sentence
        == "the top level did not end within 0.05 s; move the work into the handler")
    #expect(error.line == 1)
  }

  @Test func `a top level that wants too much memory is refused`() async throws {
    let error = try #require(
      await loadError("t = {} for i = 1, 1e9 do t[i] = ('x'):rep(9999) .. i end return print"))
    #expect(error.sentence.contains("8388608 bytes"))
  }

  @Test func `a handler file that the bundle lacks is named`() async throws {
    let executor = ScriptExecutor()
    let result = await executor.load(
      [], entry: "gone.lua", api: SandboxAPI(), limits: SandboxLimits(), loadSeconds: 1)
    #expect(throws: ScriptLoadError(sentence: "the bundle has no file gone.lua", file: "gone.lua"))
    {
      try result.get()
    }
  }

  @Test func `pure functions answer at the top level through the load's host`() async throws {
    let host = ClosureHost(Loaded.api) { _, _ in .values([.value(42)]) }
    let loaded = try await Loaded(
      "local v = pureNow()\nreturn function() return v end", loadHost: host)
    #expect(await loaded.run().values() == [.value(42)])
  }

  private func loadError(_ script: String, loadSeconds: Double = 5) async -> ScriptLoadError? {
    let executor = ScriptExecutor(configuration: .init(threads: 1))
    let result = await executor.load(
      [ScriptSource(file: "main.lua", bytes: Array(script.utf8))], entry: "main.lua",
      api: Loaded.api, limits: SandboxLimits(), loadSeconds: loadSeconds)
    if case .failure(let error) = result { return error }
    return nil
  }
}
