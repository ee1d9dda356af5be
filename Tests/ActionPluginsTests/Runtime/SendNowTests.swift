import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("reply.sendNow")
  struct SendNowTests {
    private static let script = """
      return function(response)
        local sent, message, code = reply.sendNow { text = "now" }
        return { result = { sent.state, sent.reason or "" } }
      end
      """

    struct Answer: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let sender: TestSender?
      let result: JSONValue
      let state: Outcome.ReplyReport.State

      init(
        _ name: String, _ sender: TestSender?, _ result: JSONValue,
        _ state: Outcome.ReplyReport.State
      ) {
        testDescription = name
        self.sender = sender
        self.result = result
        self.state = state
      }
    }

    @Test(
      "says what came of its one attempt",
      arguments: [
        Answer("sent", TestSender(.sent), ["sent", ""], .sent),
        Answer("offline", TestSender(.offline), ["queued", "offline"], .queued),
        Answer("refused", TestSender(.rejected(reason: "no")), ["rejected", "no"], .rejected),
        Answer(
          "thrown", TestSender { _, _ in throw HostTrouble("down") }, ["queued", "down"], .queued),
        Answer("without a sender", nil, ["sent", ""], .recorded),
      ])
    func answers(_ answer: Answer) async throws {
      let app = try TestApp(Self.script, sender: answer.sender)
      let outcome = await app.handle()
      #expect(outcome.result == answer.result)
      #expect(outcome.replies.map(\.state) == [answer.state])
      #expect(outcome.replies.map(\.now) == [true])
      #expect(outcome.sentBeforeOutcome == [])
      #expect((answer.sender?.replies.count ?? 1) == 1)
    }

    @Test("leaves a second of the budget; what it did not get done is queued")
    func leavesTime() async throws {
      let sender = TestSender { _, _ in
        try await Task.sleep(for: .seconds(3600))
        return .sent
      }
      let app = try TestApp(
        """
        return function(response)
          local sent = reply.sendNow { text = "now" }
          return { result = { sent.state, budget.remaining() > 0.5 } }
        end
        """, seconds: 1.5, sender: sender)
      let outcome = await app.handle()
      #expect(outcome.result == ["queued", true])
    }

    @Test(
      "stays sent when the invocation ends otherwise",
      arguments: [
        ("error('no')", Outcome.Kind.failed), ("while true do end", .timedOut),
        ("auth.require('why')", .authenticationRequired), ("return 'no'", .failed),
      ])
    func sentBefore(ending: String, kind: Outcome.Kind) async throws {
      let sender = TestSender()
      let app = try TestApp(
        """
        return function(response)
          reply.sendNow { text = "now" }
          reply.send { text = "later" }
          \(ending)
        end
        """, seconds: 1.2, device: FixedDevice(isUnlocked: true, answer: .refused), sender: sender)
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.kind == kind)
      #expect(outcome.leftNothing)
      #expect(outcome.sentBeforeOutcome.map(\.text) == ["now"])
      #expect(outcome.sentBeforeOutcome.map(\.state) == [.sent])
      #expect(outcome.userText == "typed")
      #expect(sender.texts == ["now"])
      // The same again asks for the same reply, which is out already.
      let again = await app.handle("reply", text: "typed")
      #expect(again.sentBeforeOutcome.map(\.state) == [.sent])
      #expect(sender.texts == ["now"])
    }

    @Test("is reported where the budget ends while it sends")
    func endsMeanwhile() async throws {
      let sender = TestSender { _, _ in
        try? await Task.sleep(for: .seconds(2))
        return .sent
      }
      let app = try TestApp(
        "return function() reply.sendNow { text = 'now' } while true do end end", seconds: 1.2,
        sender: sender)
      let outcome = await app.handle()
      #expect(outcome.kind == .timedOut)
      #expect(outcome.sentBeforeOutcome.map(\.state) == [.queued])
    }

    @Test("that is refused reaches the host, also after a failure")
    func refused() async throws {
      let handed = Recorded<UndeliveredReply>()
      let app = try TestApp(
        "return function() reply.sendNow { text = 'now' } error('no') end",
        sender: TestSender(.rejected(reason: "blocked")),
        configure: { $0.undelivered = { handed.note($0) } })
      let outcome = await app.handle()
      #expect(outcome.kind == .failed)
      #expect(outcome.sentBeforeOutcome.map(\.state) == [.rejected])
      #expect(handed.all.map(\.reply.text) == ["now"])
    }

    @Test("with a key that was staged or sent before is the first one")
    func key() async throws {
      let sender = TestSender()
      let app = try TestApp(
        """
        return function()
          local a = reply.sendNow { text = "a", key = "k" }
          local b = reply.sendNow { text = "b", key = "k" }
          local c = reply.send { text = "c", key = "k" }
          return { result = { a.id == b.id, b.state, a.id == c } }
        end
        """, sender: sender)
      let outcome = await app.handle()
      #expect(outcome.result == [true, "sent", true])
      #expect(sender.texts == ["a"])
      #expect(outcome.replies.map(\.text) == ["a"])
    }
  }
}
