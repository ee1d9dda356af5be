import ContainerStore
import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("A host function")
  struct HostFunctionTests {
    private static let script = """
      return function(response)
        local value, message, code = host.crm.lookup("chat", 7, { deep = { json.null, 1.0 } })
        return { result = { value or "none", message or "none", code or "none" } }
      end
      """

    @Test("gets what the script gives, and the script gets what it returns")
    func call() async throws {
      let app = try TestApp(Self.script, functions: ["crm.lookup"])
      let calls = Recorded<HostFunctionCall>()
      try app.runtime.register("crm.lookup") { call in
        calls.note(call)
        return ["tier": "gold", "n": 1, "f": 1.0, "none": nil, "list": []]
      }
      let outcome = await app.handle()
      #expect(
        outcome.result == [
          ["tier": "gold", "n": 1, "f": 1.0, "none": nil, "list": []], "none", "none",
        ])
      let seen = try #require(calls.all.first)
      #expect(seen.name == "crm.lookup")
      #expect(seen.arguments == ["chat", 7, ["deep": [nil, 1.0]]])
      #expect(seen.plugin == TestApp.plugin)
      #expect(seen.ordinal == 1)
      #expect(calls.count == 1)
    }

    @Test("that throws gives nil, its message and a code")
    func throwing() async throws {
      let app = try TestApp(Self.script, functions: ["crm.lookup"])
      try app.runtime.register("crm.lookup") { _ in throw HostTrouble("no line") }
      #expect(await app.handle().result == ["none", "no line", "hostFunction"])
    }

    @Test("that nobody registered gives nil, a sentence and a code")
    func unavailable() async throws {
      let app = try TestApp(Self.script, functions: ["crm.lookup"])
      #expect(
        await app.handle().result == [
          "none", "no host function is registered as crm.lookup", "unavailable",
        ])
    }

    @Test("may hold a space, and is let go with the runtime", .timeLimit(.minutes(1)))
    func letGo() async throws {
      final class Held: Sendable {}
      weak var held: Held?
      do {
        let app = try TestApp(Self.script, functions: ["crm.lookup"])
        let (token, space) = (Held(), app.runtime.space("team"))
        held = token
        try app.runtime.register("crm.lookup") { _ in
          withExtendedLifetime(token) {}
          try await space.set("seen", true)
          return try await space.get("seen") ?? nil
        }
        #expect(await app.handle().result == [true, "none", "none"])
      }
      // The thread that ran the script may still be on its way back.
      while held != nil { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("without the permission is there, and raises with the cure")
    func noPermission() async throws {
      let app = try TestApp(Self.script)
      let calls = Recorded<HostFunctionCall>()
      try app.runtime.register("crm.lookup") { call in
        calls.note(call)
        return nil
      }
      let outcome = await app.handle()
      #expect(outcome.summary == "failed dismiss error")
      #expect(
        outcome.error?.message.contains(
          "add \"crm.lookup\" to permissions.functions in plugin.json") == true)
      #expect(outcome.error?.line == 2)
      #expect(calls.count == 0)
    }

    @Test("is cancelled with the invocation, and its late answer is dropped")
    func cancelled() async throws {
      let isCancelled = Latch()
      let started = Latch()
      let app = try TestApp(
        "return function() host.crm.lookup(); storage.set('late', true) end",
        functions: ["crm.lookup"])
      try app.runtime.register("crm.lookup") { _ in
        started.open()
        try? await Task.sleep(for: .seconds(3600))
        isCancelled.open()
        return 1
      }
      let task = Task { await app.handle() }
      await started.wait()
      task.cancel()
      let outcome = await task.value
      #expect(outcome.kind == .cancelled)
      #expect(outcome.leftNothing)
      await isCancelled.wait()
    }

    @Test("is cancelled when the budget ends")
    func timedOut() async throws {
      let isCancelled = Latch()
      let app = try TestApp(
        "return function() host.crm.lookup() end", functions: ["crm.lookup"], seconds: 0.2)
      try app.runtime.register("crm.lookup") { _ in
        try? await Task.sleep(for: .seconds(3600))
        isCancelled.open()
        return 1
      }
      let outcome = await app.handle()
      #expect(outcome.kind == .timedOut)
      #expect(outcome.error?.line == 1)
      #expect(outcome.budget.waiting > 0.1)
      await isCancelled.wait()
    }

    @Test(
      "is refused under a name that makes a table of another, or is none",
      arguments: [
        ("crm", RuntimeError.Code.functionNameTaken), ("crm.lookup", .functionNameTaken),
        ("crm.lookup.all", .functionNameTaken), ("crm.lookups", nil), ("cr", nil), ("CRM", nil),
        ("", .invalidFunctionName), ("crm.", .invalidFunctionName), ("a b", .invalidFunctionName),
        ("1a", .invalidFunctionName), ("crm..lookup", .invalidFunctionName),
        ("crm.l\u{F6}okup", .invalidFunctionName), ("a\n", .invalidFunctionName),
      ])
    func names(name: String, code: RuntimeError.Code?) throws {
      let app = try TestApp("return function() end")
      try app.runtime.register("crm.lookup") { _ in nil }
      var thrown: RuntimeError.Code?
      do {
        try app.runtime.register(Identifier(name)) { _ in nil }
      } catch {
        thrown = error.code
      }
      #expect(thrown == code)
    }

    @Test(
      "whose name is a table or a function in a manifest leaves that plugin working",
      arguments: [("crm", "crm.lookup"), ("crm.lookup", "crm")])
    func manifestClash(registered: String, permitted: String) async throws {
      let app = try TestApp(
        "return function() return { result = type(host.\(permitted)) } end",
        functions: [permitted])
      _ = try? app.runtime.register(Identifier(registered)) { _ in nil }
      #expect(await app.handle().result == "function")
    }

    @Test("that nobody may call yet does not disturb an invocation under way")
    func registerMeanwhile() async throws {
      let latch = Latch()
      let app = try TestApp(
        "return function() host.wait(); return { result = type(host.later) } end",
        functions: ["wait"])
      try app.runtime.register("wait") { _ in
        await latch.wait()
        return nil
      }
      async let outcome = app.handle(date: 1)
      #expect(await eventually { latch.arrived == 1 })
      try app.runtime.register("later") { _ in nil }
      latch.open()
      #expect(await outcome.result == "nil")
      #expect(await app.handle(date: 2).result == "function")
    }
  }

  @Suite("A host")
  struct HostTests {
    @Test("may disable a plugin and enable it again")
    func disable() async throws {
      let app = try TestApp("return function() end")
      app.runtime.disable(plugin: TestApp.plugin, reason: "misbehaves")
      #expect(app.runtime.disabledPlugins == [TestApp.plugin: "misbehaves"])
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "unrouted dismissAndForwardAction")
      #expect(outcome.reason == .pluginDisabled)
      #expect(outcome.plugin == TestApp.plugin)
      #expect(outcome.userText == "typed")
      #expect(outcome.error == nil)
      app.runtime.enable(plugin: TestApp.plugin)
      #expect(await app.handle("reply", text: "typed").kind == .completed)
    }

    @Test("keeps the last good version of a bundle that no longer loads")
    func reload() async throws {
      let app = try TestApp("return function() return { result = 1 } end")
      let first = await app.handle(date: 1)
      try TestApp.write(
        "return function() return { result = 2 } end", version: "2.0.0", to: app.folder)
      try app.runtime.reload()
      let second = await app.handle(date: 2)
      #expect(second.result == 2)
      #expect(second.version == "2.0.0")
      #expect(second.digest != first.digest)
      for broken in ["return function(", "error('no')", "while true do end", "return 7"] {
        try TestApp.write(broken, version: "3.0.0", to: app.folder)
        try app.runtime.reload()
        #expect(app.runtime.refusals.map(\.runningVersion) == ["2.0.0"])
        #expect(app.runtime.bundles.map(\.version) == ["2.0.0"])
        let outcome = await app.handle(date: 3)
        #expect(outcome.result == 2 || outcome.redelivered)
        #expect(outcome.digest == second.digest)
      }
      try TestApp.write(
        "return function() return { result = 4 } end", version: "4.0.0", to: app.folder)
      try app.runtime.reload()
      #expect(app.runtime.refusals.isEmpty)
      #expect(await app.handle(date: 4).result == 4)
    }

    @Test("lets invocations under way end on the version they began with")
    func reloadMeanwhile() async throws {
      let latch = Latch()
      let script = { (number: Int) in
        "return function() local n = \(number); host.wait(); return { result = { n, (require('lib.n')) } } end"
      }
      let app = try TestApp(
        script(1), files: ["lib/n.lua": "return 1"], functions: ["wait"])
      try app.runtime.register("wait") { _ in
        await latch.wait()
        return nil
      }
      async let first = app.handle(date: 1)
      #expect(await eventually { latch.arrived == 1 })
      try TestApp.write(
        script(2), files: ["lib/n.lua": "return 2"], functions: ["wait"], version: "2.0.0",
        to: app.folder)
      try app.runtime.reload()
      async let second = app.handle(date: 2)
      #expect(await eventually { latch.arrived == 2 })
      latch.open()
      let outcomes = await [first, second]
      #expect(outcomes.map(\.result) == [[1, 1], [2, 2]])
      #expect(outcomes.map(\.version) == ["1.0.0", "2.0.0"])
    }

    @Test("may refuse a bundle by its digest before anything of it runs")
    func verify() throws {
      let seen = Recorded<String>()
      let folder = try PluginsFolder()
      try TestApp.write("error('it ran')", to: folder)
      var configuration = RuntimeConfiguration()
      configuration.verify = { bundle in
        seen.note(bundle.digest)
        return "the digest is not the one that was shipped"
      }
      let runtime = try PluginRuntime(
        bundles: .directory(folder.path), container: .inMemory,
        device: FixedDevice(isUnlocked: true, answer: .granted), configuration: configuration)
      #expect(runtime.bundles.isEmpty)
      #expect(seen.all.map { $0.hasPrefix("sha256:") } == [true])
      #expect(
        runtime.refusals.map { folder.shown($0.description) } == [
          "Plugins/app: the digest is not the one that was shipped"
        ])
    }

    @Test("is told of a missing folder")
    func missing() {
      #expect(throws: RuntimeError.self) {
        try PluginRuntime(
          bundles: .directory("/nonexistent/plugins"), container: .inMemory,
          device: FixedDevice(isUnlocked: true, answer: .granted))
      }
    }

    @Test("erases what is kept of a plugin, and nothing else")
    func erase() async throws {
      let app = try TestApp(
        """
        return function()
          local seen = { storage.get("a", "absent"), files.read("f") or "absent",
            storage.shared("unread").get("n", "absent") }
          storage.set("a", 1); files.write("f", "x"); storage.shared("unread").set("n", 1)
          return { result = seen }
        end
        """)
      await app.handle()
      try await app.runtime.erase(plugin: TestApp.plugin)
      let outcome = await app.handle()
      #expect(!outcome.redelivered)
      #expect(outcome.result == ["absent", "absent", 1])
      try await app.runtime.suspend()
      #expect(await app.handle().redelivered)
    }
  }

  @Suite("A shared space")
  struct SharedSpaceTests {
    @Test("is the same for scripts and the host")
    func same() async throws {
      let app = try TestApp(
        """
        return function()
          local space = storage.shared("unread")
          space.update("chat", function(n) return n + 1 end)
          space.remove("gone")
          return { result = space.keys() }
        end
        """)
      let space = app.runtime.space("unread")
      try await space.set("chat", 1)
      try await space.set("gone", ["deep": [nil, 1.0]])
      #expect(try await space.get("gone") == ["deep": [nil, 1.0]])
      #expect(await app.handle().result == ["chat"])
      #expect(try await space.get("chat") == 2)
      #expect(try await space.get("gone") == nil)
      #expect(try await space.keys() == ["chat"])
      #expect(try await space.update("chat") { _ in nil } == nil)
      #expect(try await space.keys() == [])
      #expect(try await app.runtime.space("Unread").get("chat") == nil)
    }

    @Test("tells of changes by scripts and by the host, until nobody listens")
    func changes() async throws {
      let app = try TestApp(
        """
        return function()
          storage.set("own", 1)
          storage.shared("unread").set("b", 1); storage.shared("unread").increment("a")
        end
        """)
      let space = app.runtime.space("unread")
      var changes = space.changes.makeAsyncIterator()
      try await app.runtime.space("other").set("x", 1)
      try await space.set("first", 1)
      await app.handle()
      try await space.remove("b")
      #expect(await changes.next() == ["first"])
      #expect(await changes.next() == ["a", "b"])
      #expect(await changes.next() == ["b"])
    }

    @Test(
      "refuses what cannot be stored, naming the limit",
      arguments: [
        ("", JSONValue.integer(1), "empty"), ("k", .number(.nan), "cannot be stored"),
        (String(repeating: "k", count: 257), .integer(1), "257 bytes, the limit is 256 bytes"),
        ("k", .string(String(repeating: "x", count: 65535)), "the limit is 65536 bytes"),
      ])
    func refuses(key: String, value: JSONValue, words: String) async throws {
      let app = try TestApp("return function() end")
      do {
        try await app.runtime.space("unread").set(Identifier(key), value)
        Issue.record("stored")
      } catch {
        #expect(error.code == .notStorable)
        #expect(error.description.contains(words), "\(error)")
      }
    }
  }
}
