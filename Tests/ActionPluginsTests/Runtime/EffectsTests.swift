import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("Effects")
  struct EffectsTests {
    private static let writing = """
      storage.set("own", 1)
      storage.shared("unread").set("shared", 1)
      storage.protected.set("protected", 1)
      storage.increment("count")
      files.write("file", "data")
      reply.send { text = "staged" }
      notifications.post { title = "posted" }
      notifications.setBadge(3)
      """

    struct Failing: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let ending: String
      let kind: Outcome.Kind

      init(_ name: String, _ ending: String, _ kind: Outcome.Kind) {
        testDescription = name
        self.ending = ending
        self.kind = kind
      }
    }

    @Test(
      "are dropped whole",
      arguments: [
        Failing("by an error", "error('no')", .failed),
        Failing("by an unknown word", "return 'no'", .failed),
        Failing("when the budget ends", "while true do end", .timedOut),
        Failing("when the budget ends in a wait", "host.wait()", .timedOut),
        Failing(
          "when the memory ends", "local t = {} for i = 1, 1e9 do t[i] = i end", .outOfMemory),
        Failing("when the person refuses", "auth.require('why')", .authenticationRequired),
        Failing("when an increment fails", "storage.shared('unread').increment('text')", .failed),
      ])
    func dropped(_ failing: Failing) async throws {
      let never = Latch()
      defer { never.open() }
      let sender = TestSender()
      let presenter = TestPresenter()
      let app = try TestApp(
        """
        return function(response)
          if response.userText == "look" then
            return { result = { storage.get("own", "absent"), storage.protected.get("protected", "absent"),
              storage.get("count", "absent"), storage.shared("unread").get("shared", "absent"),
              files.read("file") or "absent" } }
          end
          \(Self.writing)
          \(failing.ending)
        end
        """, functions: ["wait"], seconds: 0.3,
        device: FixedDevice(isUnlocked: true, answer: .refused), sender: sender,
        presenter: presenter)
      try app.runtime.register("wait") { _ in
        await never.wait()
        return nil
      }
      try await app.runtime.space("unread").set("text", "no number")
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.kind == failing.kind)
      #expect(outcome.leftNothing)
      #expect(outcome.userText == "typed")
      #expect(outcome.completion == .dismissAndForwardAction)
      let look = await app.handle("reply", text: "look")
      #expect(look.result == .array(Array(repeating: "absent", count: 5)))
      #expect(sender.replies.count == 0)
      #expect(presenter.changes.count == 0)
    }

    @Test(
      "are dropped when the host cancels, while the script computes or waits",
      arguments: ["while true do end", "host.wait()"])
    func cancelled(ending: String) async throws {
      let started = Latch()
      let never = Latch()
      defer { never.open() }
      let app = try TestApp(
        """
        return function(response)
          \(Self.writing)
          host.started()
          \(ending)
        end
        """, functions: ["started", "wait"])
      try app.runtime.register("started") { _ in
        started.open()
        return nil
      }
      try app.runtime.register("wait") { _ in
        await never.wait()
        return nil
      }
      let task = Task { await app.handle("reply", text: "typed") }
      await started.wait()
      task.cancel()
      let outcome = await task.value
      #expect(outcome.summary == "cancelled dismissAndForwardAction")
      #expect(outcome.leftNothing)
      #expect(outcome.userText == "typed")
      #expect(outcome.error == nil)
      #expect(try await app.shared("shared") == nil)
    }

    @Test("are seen by the invocation itself, and by the next one once it has succeeded")
    func ownWrites() async throws {
      let app = try TestApp(
        """
        return function(response)
          local seen = { storage.get("a", "absent"), files.read("f") or "absent",
            #storage.keys(), #files.list() }
          storage.set("a", 1); storage.set("b", 2); storage.remove("b")
          storage.update("a", function(old) return old + 1 end)
          storage.increment("a", 5); storage.increment("n")
          files.write("f", "x\\0y"); files.write("g", ""); files.remove("g")
          seen[#seen + 1] = storage.get("a")
          seen[#seen + 1] = storage.get("b", "absent")
          seen[#seen + 1] = storage.get("n")
          seen[#seen + 1] = #files.read("f")
          seen[#seen + 1] = files.exists("g")
          seen[#seen + 1] = table.concat(storage.keys(), ",")
          seen[#seen + 1] = table.concat(files.list(), ",")
          return { result = seen }
        end
        """)
      let first = await app.handle(date: 1)
      #expect(first.result == ["absent", "absent", 0, 0, 7, "absent", 1, 3, false, "a,n", "f"])
      #expect(first.storage.own.set == ["a": 7, "n": 1])
      #expect(first.storage.own.removed == ["b"])
      #expect(first.files.written == ["f": 3])
      #expect(first.files.removed == ["g"])
      let second = await app.handle(date: 2)
      #expect(second.result == [7, "x\0y", 2, 1, 7, "absent", 2, 3, false, "a,n", "f"])
      #expect(try await app.runtime.file("f", of: TestApp.plugin) == [120, 0, 121])
      #expect(try await app.runtime.files(of: TestApp.plugin) == ["f"])
    }

    @Test("of increments are reported with their final values")
    func increments() async throws {
      let app = try TestApp(
        """
        return function(response)
          local own = storage.increment("n", 2)
          return { result = { own, storage.shared("unread").increment("n", 0.5) } }
        end
        """)
      try await app.runtime.space("unread").set("n", 40)
      #expect(await app.handle(date: 1).result == [2, 40.5])
      let outcome = await app.handle(date: 2)
      #expect(outcome.result == [4, 41.0])
      #expect(outcome.storage.own.set == ["n": 4])
      #expect(outcome.storage.shared["unread"]?.set == ["n": 41.0])
    }

    @Test("of an increment that overflows at the commit fail the invocation")
    func overflow() async throws {
      let meeting = Latch()
      let app = try TestApp(
        """
        return function(response)
          storage.shared("unread").increment("n", 1)
          storage.set("kept", true)
          host.meet()
        end
        """, functions: ["meet"])
      let runtime = app.runtime
      try runtime.register("meet") { _ in
        try await runtime.space("unread").set("n", .integer(.max))
        return nil
      }
      let outcome = await app.handle()
      #expect(outcome.summary == "failed dismiss overflow")
      #expect(outcome.leftNothing)
      #expect(try await app.shared("n") == .integer(.max))
      meeting.open()
    }

    @Test("on the protected space are refused whole where the device locks before the commit")
    func locksMeanwhile() async throws {
      let device = TestDevice(isUnlocked: true) { .refused }
      let app = try TestApp(
        """
        return function(response)
          storage.protected.set("secret", 1)
          storage.set("plain", 1)
          host.lock()
        end
        """, functions: ["lock"], device: device)
      try app.runtime.register("lock") { _ in
        device.setUnlocked(false)
        return nil
      }
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "failed dismissAndForwardAction locked")
      #expect(outcome.leftNothing)
      #expect(outcome.userText == "typed")
    }

    @Test("on a full space are refused whole, naming the limit")
    func full() async throws {
      var limits = PluginLimits.default
      limits.spaceBytes = 100
      let app = try TestApp(
        """
        return function(response)
          storage.set("a", string.rep("x", 60)); storage.set("b", string.rep("x", 60))
        end
        """, limits: limits)
      let outcome = await app.handle()
      #expect(outcome.summary == "failed dismiss full")
      #expect(outcome.error?.message.contains("the limit is 100 bytes") == true)
      #expect(outcome.leftNothing)
    }
  }

  @Suite("Every invocation")
  struct FreshWorldTests {
    @Test(
      "finds the world as its top level left it",
      arguments: [
        ("a global", "counter = (counter or 0) + 1", "counter"),
        ("a global of the top level", "kept = kept + 1", "kept"),
        ("a local of the top level", "hidden.n = hidden.n + 1", "hidden.n"),
        ("a change of a library", "math.seen = (math.seen or 0) + 1", "math.seen"),
        (
          "a replaced function", "local old = tostring; tostring = function() return 'x' end",
          "tostring(1)"
        ),
        (
          "a metatable of a shared table", "setmetatable(shared, { __index = { n = 1 } })",
          "shared.n"
        ),
        ("a module's table", "require('lib.state').n = 5", "require('lib.state').n"),
        ("random numbers", "math.random(); math.random()", "math.random(1, 1000000)"),
      ])
    func fresh(name: String, change: String, look: String) async throws {
      let app = try TestApp(
        """
        kept = 0
        shared = {}
        local hidden = { n = 0 }
        return function(response)
          local seen = \(look)
          \(change)
          return { result = { seen } }
        end
        """, files: ["lib/state.lua": "return { n = 0 }"], configure: { $0.seed = 7 })
      let first = await app.handle(date: 1)
      #expect(first.kind == .completed, "\(String(describing: first.error))")
      for date in 2...5 {
        #expect(await app.handle(date: Int64(date)).result == first.result)
      }
    }

    @Test("has a private copy of its response")
    func copy() async throws {
      let app = try TestApp(
        """
        return function(response)
          local seen = response.notification.request.content.userInfo.chat
          response.notification.request.content.userInfo.chat = "changed"
          response.userText = "changed"
          return { result = seen }
        end
        """)
      for date in 1...3 { #expect(await app.handle(date: Int64(date)).result == 7) }
    }

    @Test("of many at once sees its own response only")
    func concurrent() async throws {
      let app = try TestApp(
        """
        return function(response)
          mine = response.userText
          host.pause()
          return { result = { mine, response.userText } }
        end
        """, functions: ["pause"])
      try app.runtime.register("pause") { _ in
        try await Task.sleep(for: .milliseconds(5))
        return nil
      }
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let text = "text \(number)"
            let outcome = await app.handle("reply", text: text)
            #expect(outcome.result == [.string(text), .string(text)])
          }
        }
      }
    }
  }
}
