import Foundation
import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("expire")
  struct ExpireTests {
    /// An app whose scripts may wait for ever: `host.forever()` costs a busy machine nothing. The
    /// budget is long enough that `expire` has time to run there.
    private func app(
      _ script: String, functions: [String] = [], seconds: Double = 1.5,
      sender: (any ReplySender)? = nil, limits: PluginLimits = .default
    ) throws -> TestApp {
      let app = try TestApp(
        script, functions: functions + ["forever"], seconds: seconds, sender: sender,
        limits: limits)
      try app.runtime.register("forever") { _ in
        try await Task.sleep(for: .seconds(3600))
        return nil
      }
      return app
    }

    private func script(handle: String = "host.forever()", expire: String) -> String {
      """
      return {
        handle = function(response)
          storage.set("handle", true)
          reply.send { text = "of handle" }
          log.info("handle")
          \(handle)
        end,
        expire = function(response)
          log.info("expire")
          \(expire)
        end }
      """
    }

    @Test("runs in the reserve; what it stages is kept, what handle staged is not")
    func keepsEffects() async throws {
      let sender = TestSender()
      let app = try app(
        script(
          expire: """
            storage.set("expired", storage.get("handle", "absent"))
            reply.send { text = "late: " .. response.userText }
            files.write("draft", response.userText)
            """), sender: sender)
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "timedOut dismissAndForwardAction timedOut")
      #expect(outcome.expired)
      #expect(outcome.userText == nil)
      #expect(outcome.attempts == 1)
      #expect(outcome.storage.own.set == ["expired": "absent"])
      #expect(outcome.files.written == ["draft": 5])
      #expect(outcome.replies.map(\.text) == ["late: typed"])
      #expect(sender.texts.count <= 1)
      #expect(outcome.logged == ["handle", "expire"])
      #expect(outcome.error?.line == 6)
      #expect(outcome.budget.used > 1.3)
      let again = await app.handle("reply", text: "typed")
      #expect(again.redelivered)
      #expect(again.expired)
    }

    @Test("starts when the reserve begins, in a rewound world")
    func rewound() async throws {
      let app = try app(
        """
        count = 0
        return {
          handle = function() count = count + 1; while true do end end,
          expire = function() log.info(count .. " " .. tostring(budget.remaining() > 0)) end }
        """)
      let outcome = await app.handle()
      #expect(outcome.logged == ["0 true"])
      #expect(outcome.expired)
    }

    @Test("gets the whole reserve where handle was stopped late")
    func stoppedLate() async throws {
      // The device answers after the budget's end, and nothing can stop a script in a host call.
      let device = SlowDevice(seconds: 1.3)
      let app = try TestApp(
        script(
          handle: "storage.protected.get('key')",
          expire: "log.info(tostring(budget.remaining() > 0))"), seconds: 1, device: device)
      let outcome = await app.handle()
      #expect(outcome.kind == .timedOut)
      #expect(outcome.expired)
      #expect(outcome.logged == ["handle", "expire", "true"])
      #expect(outcome.budget.used > 1.3)
    }

    @Test("gets time of its own where waiting is simulated and handle computed for too long")
    func simulated() async throws {
      let app = try TestApp(
        script(handle: "while true do end", expire: ""),
        configure: { $0.isVirtualTime = true })
      let outcome = await app.handle()
      #expect(outcome.expired)
      #expect(outcome.budget.used == 0)
      #expect(
        outcome.error?.message
          == "the script computed for 2 s, the most where waiting is simulated; do less")
    }

    /// A device that takes its time to say that it is unlocked.
    private final class SlowDevice: Device {
      let language = "en"
      let platform = "linux"
      private let seconds: Double

      init(seconds: Double) { self.seconds = seconds }

      var isUnlocked: Bool {
        Thread.sleep(forTimeInterval: seconds)
        return true
      }

      func authenticate(reason: String?) async -> Authentication { .granted }
    }

    @Test("also saves a handler that waits, and the wait's late answer is dropped")
    func waiting() async throws {
      let latch = Latch()
      defer { latch.open() }
      let app = try app(
        """
        return { handle = function() host.wait(); storage.set("late", true) end,
          expire = function() storage.set("expired", true) end }
        """, functions: ["wait"])
      try app.runtime.register("wait") { _ in
        await latch.wait()
        return 1
      }
      let outcome = await app.handle()
      #expect(outcome.expired)
      #expect(outcome.storage.own.set == ["expired": true])
    }

    @Test(
      "may not wait",
      arguments: ["host.wait()", "auth.require('why')", "reply.sendNow { text = 'x' }"])
    func mayNotWait(call: String) async throws {
      let sender = TestSender()
      let app = try app(
        script(expire: "local ok, why = pcall(function() \(call) end); log.info(why)"),
        functions: ["wait"], sender: sender)
      try app.runtime.register("wait") { _ in 1 }
      let outcome = await app.handle()
      #expect(outcome.expired)
      #expect(outcome.logged.last?.contains("expire may not wait") == true)
      #expect(sender.replies.count == 0)
    }

    @Test(
      "that fails changes nothing: the outcome stays that of the handler",
      arguments: [
        ("error('no')", true), ("while true do end", false),
        ("local t = {} for i = 1, 1e9 do t[i] = i end", true),
      ])
    func fails(ending: String, isLogged: Bool) async throws {
      var limits = PluginLimits.default
      limits.memoryBytes = 256 << 10
      let app = try app(
        script(expire: "storage.set('expired', true) \(ending)"), limits: limits)
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "timedOut dismissAndForwardAction timedOut")
      #expect(!outcome.expired)
      #expect(outcome.leftNothing)
      #expect(outcome.userText == "typed")
      #expect(outcome.log.contains { $0.level == .error } == isLogged)
    }

    @Test(
      "does not run after anything but the end of the time",
      arguments: [
        ("error('no')", Outcome.Kind.failed), ("return 'no'", .failed),
        ("local t = {} for i = 1, 1e9 do t[i] = i end", .outOfMemory),
        ("auth.require('why')", .authenticationRequired), ("return", .completed),
      ])
    func notOtherwise(ending: String, kind: Outcome.Kind) async throws {
      let app = try TestApp(
        script(handle: "do \(ending) end", expire: ""), seconds: 5,
        device: FixedDevice(isUnlocked: true, answer: .refused))
      let outcome = await app.handle()
      #expect(outcome.kind == kind)
      #expect(outcome.logged == ["handle"])
      #expect(!outcome.expired)
    }

    @Test("does not run after the host cancelled")
    func cancelled() async throws {
      let started = Latch()
      let app = try TestApp(
        script(handle: "host.started(); while true do end", expire: ""), functions: ["started"])
      try app.runtime.register("started") { _ in
        started.open()
        return 1
      }
      let task = Task { await app.handle() }
      await started.wait()
      task.cancel()
      let outcome = await task.value
      #expect(outcome.kind == .cancelled)
      #expect(outcome.logged == ["handle"])
    }

    @Test("names the reply that handle had sent before")
    func sentBefore() async throws {
      let sender = TestSender()
      let app = try app(
        script(
          handle: "reply.sendNow { text = 'now' } host.forever()",
          expire: "storage.set('expired', true)"), sender: sender)
      let outcome = await app.handle()
      #expect(outcome.expired)
      #expect(outcome.sentBeforeOutcome.map(\.text) == ["now"])
    }
  }
}
