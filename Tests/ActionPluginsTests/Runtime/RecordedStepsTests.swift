import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("A recorded step")
  struct RecordedStepsTests {
    /// An app whose `host.meet` changes what the handler has read, in its first call.
    private func app(
      _ script: String, device: any Device = FixedDevice(isUnlocked: true, answer: .granted),
      sender: (any ReplySender)? = nil
    ) throws -> (TestApp, Recorded<HostFunctionCall>) {
      let app = try TestApp(script, functions: ["meet", "ask"], device: device, sender: sender)
      let calls = Recorded<HostFunctionCall>()
      let runtime = app.runtime
      for name in ["meet", "ask"] as [Identifier] {
        try runtime.register(name) { call in
          let number = calls.note(call)
          if name == "meet" { try await runtime.space("unread").set("n", .integer(Int64(number))) }
          return .array([.integer(Int64(number))] + call.arguments)
        }
      }
      return (app, calls)
    }

    @Test("answers a re-run that asks the same, without calling the host again")
    func answered() async throws {
      let device = TestDevice(isUnlocked: true) { .granted }
      let (app, calls) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          local first = host.ask("a")
          auth.require("why")
          local second = host.meet("b")
          return { result = { n, first, second } }
        end
        """, device: device)
      let outcome = await app.handle()
      #expect(outcome.attempts == 2)
      #expect(outcome.result == [2, [1, "a"], [2, "b"]])
      #expect(calls.all.map(\.name) == ["ask", "meet"])
      #expect(calls.all.map(\.ordinal) == [1, 3])
      #expect(Set(calls.all.map(\.invocation)).count == 1)
      #expect(device.asked.all == ["why"])
    }

    @Test("is dropped with all that follow at the first difference")
    func dropped() async throws {
      let (app, calls) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          local same = host.ask("same")
          local other = host.ask(n)
          local later = host.ask("later")
          if n == 0 then host.meet() end
          return { result = { same, other, later } }
        end
        """)
      let outcome = await app.handle()
      #expect(outcome.attempts == 2)
      #expect(outcome.result == [[1, "same"], [5, 4], [6, "later"]])
      #expect(calls.all.map(\.ordinal) == [1, 2, 3, 4, 2, 3])
    }

    @Test("keeps what a host function threw")
    func threw() async throws {
      let (app, _) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          local value, message, code = host.fail()
          host.meet()
          return { result = { value == nil, message, code } }
        end
        """)
      let calls = Recorded<HostFunctionCall>()
      try app.folder.write(
        """
        {"api": 1, "identifier": "com.example.app", "version": "1.0.1", "categories": [
          {"identifier": "message", "actions": [
            {"identifier": "tap", "title": "Tap", "handler": "main.lua"}]}],
         "permissions": {"storage": {"shared": {"unread": "read"}}, "functions": ["meet", "fail"]}}
        """, to: "app/plugin.json")
      try app.runtime.register("fail") { call in
        calls.note(call)
        throw HostTrouble("no line to the CRM")
      }
      try app.runtime.reload()
      let outcome = await app.handle()
      #expect(outcome.attempts == 2)
      #expect(outcome.result == [true, "no line to the CRM", "hostFunction"])
      #expect(calls.count == 1)
    }

    @Test("that sent a reply is not sent again, and is in the outcome of the re-run")
    func sentOnce() async throws {
      let sender = TestSender()
      let (app, _) = try app(
        """
        return function(response)
          storage.shared("unread").get("n", 0)
          local sent = reply.sendNow { text = "now" }
          host.meet()
          return { result = sent.state }
        end
        """, sender: sender)
      let outcome = await app.handle()
      #expect(outcome.attempts == 2)
      #expect(outcome.result == "sent")
      #expect(sender.texts == ["now"])
      #expect(outcome.replies.map(\.text) == ["now"])
      #expect(outcome.replies.map(\.state) == [.sent])
      #expect(outcome.replies.map(\.now) == [true])
      #expect(outcome.replies.map(\.to) == ["chat"])
      #expect(outcome.replies.map(\.id) == sender.replies.all.map(\.id))
      #expect(outcome.replies.map(\.key) == sender.replies.all.map(\.key))
      #expect(outcome.sentBeforeOutcome == [])
    }

    struct Divergence: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let second: String

      init(_ name: String, _ second: String) {
        testDescription = name
        self.second = second
      }
    }

    @Test(
      "fails the invocation that asks for something else after a sent reply",
      arguments: [
        Divergence("another text", "reply.sendNow { text = 'other' }"),
        Divergence("another recipient", "reply.sendNow { text = 'first', to = 'bob' }"),
        Divergence("another step", "host.ask()"),
        Divergence("nothing any more", "log.info('nothing')"),
      ])
    func diverged(_ divergence: Divergence) async throws {
      let sender = TestSender()
      let (app, calls) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          storage.set("written", true)
          if n == 0 then
            reply.sendNow { text = "first" }
            host.meet()
          else
            pcall(function() \(divergence.second) end)
          end
        end
        """, sender: sender)
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "failed dismissAndForwardAction diverged")
      #expect(outcome.error?.message.contains("diverged after a sent reply") == true)
      #expect(outcome.leftNothing)
      #expect(outcome.userText == "typed")
      #expect(outcome.sentBeforeOutcome.map(\.text) == ["first"])
      #expect(sender.texts == ["first"])
      #expect(calls.all.map(\.name) == ["meet"])
    }

    @Test("that was rejected holds nobody to it")
    func rejected() async throws {
      let sender = TestSender { _, number in number == 1 ? .rejected(reason: "blocked") : .sent }
      let (app, _) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          local sent = reply.sendNow { text = "n is " .. n }
          if n == 0 then host.meet() end
          return { result = sent.state }
        end
        """, sender: sender)
      let outcome = await app.handle()
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.result == "sent")
      #expect(sender.texts == ["n is 0", "n is 1"])
      #expect(outcome.replies.map(\.text) == ["n is 1"])
      #expect(outcome.sentBeforeOutcome.map(\.text) == ["n is 0"])
    }

    @Test("with a key is found by it, whatever comes before and whatever it says")
    func keyed() async throws {
      let sender = TestSender()
      let (app, calls) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          if n > 0 then host.ask("new") end
          local first = reply.sendNow { text = "n is " .. n, key = "once" }
          local again = reply.sendNow { text = "again", key = "once" }
          if n == 0 then host.meet() end
          return { result = { first.id == again.id, first.state, again.state } }
        end
        """, sender: sender)
      let outcome = await app.handle()
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.result == [true, "sent", "sent"])
      #expect(sender.texts == ["n is 0"])
      #expect(outcome.replies.count == 1)
      #expect(calls.all.map(\.name) == ["meet", "ask"])
    }

    @Test("is gone once the delivery has ended: a redelivery asks anew")
    func redelivered() async throws {
      let (app, calls) = try app(
        """
        return function(response)
          host.ask("a")
          if storage.shared("unread").get("n", 0) == 0 then error("not yet") end
        end
        """)
      #expect(await app.handle().kind == .failed)
      try await app.runtime.space("unread").set("n", 1)
      #expect(await app.handle().kind == .completed)
      #expect(calls.count == 2)
    }

    @Test("without a JSON form reaches the script as the host function's failure")
    func noJSON() async throws {
      let app = try TestApp(
        """
        return function(response)
          local value, message, code = host.wrong()
          return { result = { value == nil, type(message), code } }
        end
        """, functions: ["wrong"])
      try app.runtime.register("wrong") { _ in .array([1, .number(.nan)]) }
      #expect(await app.handle().result == [true, "string", "hostFunction"])
    }
  }
}
