import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("An outcome")
  struct OutcomeTests {
    struct Ending: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let script: String
      let action: String
      let text: String?
      let summary: String

      init(
        _ name: String, _ script: String, _ action: String = "tap", text: String? = nil,
        ends summary: String
      ) {
        testDescription = name
        self.script = script
        self.action = action
        self.text = text
        self.summary = summary
      }
    }

    private static let opened = ActionIdentifier.default.rawValue
    private static let dismissed = ActionIdentifier.dismiss.rawValue

    static let endings = [
      Ending("nothing returned", "return function() end", ends: "completed dismiss"),
      Ending("nil returned", "return function() return nil end", ends: "completed dismiss"),
      Ending("dismiss", "return function() return 'dismiss' end", ends: "completed dismiss"),
      Ending(
        "doNotDismiss", "return function() return 'doNotDismiss' end",
        ends: "completed doNotDismiss"),
      Ending(
        "forward", "return function() return 'dismissAndForwardAction' end",
        ends: "completed dismissAndForwardAction"),
      Ending(
        "a table", "return function() return { completion = 'doNotDismiss' } end",
        ends: "completed doNotDismiss"),
      Ending("an empty table", "return function() return {} end", ends: "completed dismiss"),
      Ending(
        "text input that completes", "return function() end", "reply", text: "hi",
        ends: "completed dismiss"),
      Ending("an error", "return function() error('no') end", ends: "failed dismiss error"),
      Ending(
        "an error on text input", "return function() error('no') end", "reply", text: "hi",
        ends: "failed dismissAndForwardAction error"),
      Ending(
        "an error on an empty text", "return function() error('no') end", "reply", text: "",
        ends: "failed dismissAndForwardAction error"),
      Ending(
        "an error on opening", "return function() error('no') end", opened,
        ends: "failed dismiss error"),
      Ending(
        "an error on dismissing", "return function() error('no') end", dismissed,
        ends: "failed dismiss error"),
      Ending(
        "an unknown word", "return function() return 'close' end",
        ends: "failed dismiss invalidReturn"),
      Ending("a number", "return function() return 1 end", ends: "failed dismiss invalidReturn"),
      Ending(
        "an unknown key", "return function() return { complete = 'dismiss' } end", "reply",
        text: "hi", ends: "failed dismissAndForwardAction invalidReturn"),
      Ending(
        "a function", "return function() return function() end end",
        ends: "failed dismiss invalidReturn"),
      Ending(
        "an endless loop", "return function() while true do end end",
        ends: "timedOut dismiss timedOut"),
      Ending(
        "an endless loop on text input", "return function() while true do end end", "reply",
        text: "hi", ends: "timedOut dismissAndForwardAction timedOut"),
      Ending(
        "too much memory", "return function() local t = {} for i = 1, 1e9 do t[i] = i end end",
        ends: "outOfMemory dismiss outOfMemory"),
      Ending(
        "too much memory on text input",
        "return function() local t = {} for i = 1, 1e9 do t[i] = i end end", "reply", text: "hi",
        ends: "outOfMemory dismissAndForwardAction outOfMemory"),
    ]

    @Test("has its kind, completion and code", arguments: endings)
    func kinds(_ ending: Ending) async throws {
      let app = try TestApp(ending.script, seconds: 0.2)
      let outcome = await app.handle(ending.action, text: ending.text)
      #expect(outcome.summary == ending.summary)
      #expect(outcome.attempts == 1)
      #expect(outcome.leftNothing)
      #expect((outcome.error != nil) == (outcome.kind != .completed))
      let expectedText = outcome.kind == .completed ? nil : ending.text
      #expect(outcome.userText == expectedText)
      #expect(outcome.plugin == TestApp.plugin)
      #expect(outcome.handler == "main.lua")
      #expect(outcome.memory.limit == PluginLimits.default.memoryBytes)
      #expect(outcome.budget.limit == 0.2)
    }

    @Test("has every key of its JSON form, whatever its kind", arguments: endings)
    func keys(_ ending: Ending) async throws {
      let app = try TestApp(ending.script, seconds: 0.2)
      let outcome = await app.handle(ending.action, text: ending.text)
      guard case .object(let object) = outcome.json else {
        Issue.record("no object")
        return
      }
      let keys = """
        action attempts budget category completion digest error expired files handler log logDropped
        memory nearest notifications open outcome plugin reason redelivered replies result
        sentBeforeOutcome storage undelivered userText version
        """
      #expect(
        object.map(\.name.rawValue) == keys.split(whereSeparator: \.isWhitespace).map(String.init))
      #expect(try Outcome(recorded: outcome.json).json == outcome.json)
    }

    struct Unrouted: Sendable {
      let category: String
      let action: String
      let text: String?
      let completion: Outcome.Completion
      let reason: UnroutedReason
      let nearest: Identifier?
    }

    @Test(
      "of a response without a route says why, keeps its text, and lets the host have it",
      arguments: [
        Unrouted(
          category: "mesage", action: "reply", text: "hi", completion: .dismissAndForwardAction,
          reason: .unknownCategory, nearest: "message"),
        Unrouted(
          category: "message", action: "rpely", text: nil, completion: .dismissAndForwardAction,
          reason: .unknownAction, nearest: "reply"),
        Unrouted(
          category: "", action: opened, text: nil, completion: .dismissAndForwardAction,
          reason: .noCategory, nearest: nil),
        Unrouted(
          category: "quiet", action: dismissed, text: nil, completion: .dismiss,
          reason: .noDismissHandler, nearest: nil),
        Unrouted(
          category: "quiet", action: opened, text: nil, completion: .dismissAndForwardAction,
          reason: .noDefaultHandler, nearest: nil),
      ])
    func unrouted(_ route: Unrouted) async throws {
      let app = try TestApp("return function() end")
      try app.folder.write(
        """
        {"api": 1, "identifier": "com.example.quiet", "version": "1", "categories": [
          {"identifier": "quiet"}]}
        """, to: "quiet/plugin.json")
      try app.runtime.reload()
      let outcome = await app.runtime.handle(
        TestApp.response(route.action, text: route.text, category: route.category))
      #expect(outcome.kind == .unrouted)
      #expect(outcome.completion == route.completion)
      #expect(outcome.reason == route.reason)
      #expect(outcome.nearest == route.nearest)
      #expect(outcome.userText == route.text)
      #expect(outcome.attempts == 0)
      #expect(outcome.error == nil)
      #expect(outcome.plugin == nil)
    }

    @Test("of a response that is too large fails without having run, and keeps the text")
    func tooLarge() async throws {
      let app = try TestApp("return function() log.info('ran') end")
      let text = String(repeating: "x", count: PluginLimits.default.responseBytes)
      let outcome = await app.handle("reply", text: text)
      #expect(outcome.summary == "failed dismissAndForwardAction responseTooLarge")
      #expect(outcome.userText == text)
      #expect(outcome.attempts == 0)
      #expect(outcome.log == [])
    }

    @Test("names the file, the line and the frames of an error")
    func position() async throws {
      let app = try TestApp(
        """
        local format = require "lib.format"
        return function(response)
          format.shout(response.userText)
        end
        """,
        files: [
          "lib/format.lua":
            "local M = {}\nfunction M.shout(text)\n  error('no text')\nend\nreturn M\n"
        ])
      let error = try #require(await app.handle().error)
      #expect(error.message == "no text")
      #expect(error.file == "lib/format.lua")
      #expect(error.line == 3)
      #expect(
        error.traceback.map { "\($0.file):\($0.line)" } == ["lib/format.lua:3", "main.lua:3"])
    }

    @Test("has the caller's line where error() names level 2")
    func levelTwo() async throws {
      let app = try TestApp(
        """
        local function check(value) if not value then error('missing', 2) end end
        return function(response)
          check(true)
          check(false)
        end
        """)
      let error = try #require(await app.handle().error)
      #expect(error.line == 4)
    }

    @Test("says where a script stood when its time was over")
    func timedOutPosition() async throws {
      let app = try TestApp(
        "return function()\n  local n = 0\n  while true do n = n + 1 end\nend", seconds: 0.2)
      let error = try #require(await app.handle().error)
      #expect(error.file == "main.lua")
      #expect(error.line == 3)
    }

    @Test(
      "opens a URL only for what brings the app to the front",
      arguments: [
        ("open", true), (opened, true), ("tap", false), ("reply", false), (dismissed, false),
      ])
    func open(action: String, isAllowed: Bool) async throws {
      let app = try TestApp("return function() return { open = 'myapp://chat/7' } end")
      let outcome = await app.handle(action)
      #expect(outcome.kind == (isAllowed ? .completed : .failed))
      #expect(outcome.open == (isAllowed ? "myapp://chat/7" : nil))
    }

    @Test("carries the handler's result, kinds of numbers kept")
    func result() async throws {
      let app = try TestApp(
        "return function() return { result = { one = 1, float = 1.0, list = json.array{}, no = json.null } } end"
      )
      let outcome = await app.handle()
      #expect(outcome.result == ["one": 1, "float": 1.0, "list": [], "no": nil])
    }

    @Test(
      "names the nearest word and key",
      arguments: [
        ("return function() return 'dismis' end", "\"dismiss\""),
        ("return function() return 'donotdismiss' end", "\"doNotDismiss\""),
        ("return function() return { completion = 'forward' } end", "known: \"doNotDismiss\""),
        ("return function() return { complettion = 'dismiss' } end", "\"completion\""),
        ("return function() return { open = 7 } end", "returned.open must be a URL"),
        ("return function() return { result = print } end", "returned.result"),
        ("return function() return { result = 0/0 } end", "returned.result"),
        ("return function() return { completion = 'dismiss', 7 } end", "returned"),
      ])
    func nearest(script: String, hint: String) async throws {
      let error = try #require(await TestApp(script).handle("open").error)
      #expect(error.message.contains(hint), "\(error.message)")
      #expect(error.file == "main.lua")
    }
  }
}
