import ContainerStore
import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("A reply on its way")
  struct DeliveryTests {
    private static let script = """
      return { handle = function(response)
        reply.send { text = "on my way", key = "k", userInfo = { n = 1 } }
      end,
      undelivered = function(response, sent, reason)
        storage.shared("unread").increment("undelivered")
        notifications.post { title = "not sent", body = sent.text .. ": " .. reason }
        local ok, message = pcall(reply.send, { text = "again" })
        log.info(tostring(ok) .. " " .. message)
        log.info(sent.id .. " " .. sent.key .. " " .. sent.to .. " " .. sent.userInfo.n)
        log.info(response.userText)
      end }
      """

    struct Answer: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let answer: @Sendable () async throws -> SendResult
      let state: Outcome.ReplyReport.State
      let reason: String?

      init(
        _ name: String, _ state: Outcome.ReplyReport.State, reason: String? = nil,
        _ answer: @escaping @Sendable () async throws -> SendResult
      ) {
        testDescription = name
        self.answer = answer
        self.state = state
        self.reason = reason
      }
    }

    @Test(
      "is reported as its sender answers, and the invocation completes all the same",
      arguments: [
        Answer("sent", .sent) { .sent },
        Answer("sent a little late", .sent) {
          try await Task.sleep(for: .milliseconds(100))
          return .sent
        },
        Answer("offline", .queued, reason: "offline") { .offline },
        Answer("try later", .queued, reason: "the receiver asked to try again") {
          .retry(afterSeconds: 60)
        },
        Answer("try at once", .queued, reason: "the receiver asked to try again") {
          .retry(afterSeconds: 0)
        },
        Answer("thrown", .queued, reason: "no route") { throw HostTrouble("no route") },
        Answer("never", .queued) {
          try await Task.sleep(for: .seconds(3600))
          return .sent
        },
        Answer("too late", .queued) {
          try? await Task.sleep(for: .seconds(3600))
          return .sent
        },
        Answer("refused", .rejected, reason: "blocked") { .rejected(reason: "blocked") },
      ])
    func answers(_ answer: Answer) async throws {
      let sender = TestSender { _, _ in try await answer.answer() }
      let app = try TestApp(Self.script, seconds: 1, sender: sender)
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.replies.map(\.state) == [answer.state])
      if let reason = answer.reason { #expect(outcome.replies.map(\.reason) == [reason]) }
      #expect(outcome.replies.map(\.text) == ["on my way"])
      #expect(sender.replies.count == 1)
      #expect(outcome.budget.used < 1.5)
      let reply = try #require(sender.replies.all.first)
      #expect(reply.to == "chat")
      #expect(reply.userInfo == ["n": 1])
      #expect(reply.plugin == TestApp.plugin)
      #expect(reply.notification.identifier == "one")
      #expect(reply.notification.date.milliseconds == 1000)
      #expect(reply.notification.category == "message")
      #expect(reply.notification.thread == "chat")
      #expect(reply.attempt == 1)
    }

    @Test("without a sender is recorded, and so is a notification without a presenter")
    func recorded() async throws {
      let app = try TestApp(
        "return function() reply.send { text = 'x' }; notifications.post { title = 't' } end")
      let outcome = await app.handle()
      #expect(outcome.replies.map(\.state) == [.recorded])
      #expect(outcome.notifications.map(\.state) == [.recorded])
    }

    @Test("that is refused runs undelivered once, then reaches the host with its text")
    func undelivered() async throws {
      let sender = TestSender(.rejected(reason: "blocked"))
      let presenter = TestPresenter()
      let handed = Recorded<ActionPlugins.UndeliveredReply>()
      let app = try TestApp(
        Self.script, sender: sender, presenter: presenter,
        configure: { $0.undelivered = { handed.note($0) } })
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.undelivered.count == 1)
      let id = try #require(sender.replies.all.first).id
      #expect(outcome.undelivered.first?.reply == id)
      guard case .object(let inner)? = outcome.undelivered.first?.outcome,
        case .array(let log)? = inner["log"]
      else {
        Issue.record("no outcome")
        return
      }
      #expect(inner["outcome"] == "completed")
      let lines = log.compactMap { line -> String? in
        guard case .object(let line) = line, case .string(let text)? = line["message"] else {
          return nil
        }
        return text
      }
      #expect(lines.first?.contains("undelivered may not reply") == true)
      #expect(lines.dropFirst() == ["\(id) \(sender.replies.all[0].key) chat 1", "typed"])
      #expect(try await app.shared("undelivered") == 1)
      #expect(
        presenter.changes.all.map { change in
          if case .post(let post) = change { "\(post.title): \(post.body)" } else { "" }
        } == ["not sent: on my way: blocked"])
      #expect(handed.all.map(\.reply.text) == ["on my way"])
      #expect(handed.all.map(\.reason) == ["blocked"])
      // Nothing of it comes a second time.
      #expect(await app.handle("reply", text: "typed").redelivered)
      try await app.runtime.deliver(until: .now + .seconds(1))
      try await app.runtime.recover()
      #expect(handed.count == 1)
      #expect(sender.replies.count == 1)
      #expect(try await app.shared("undelivered") == 1)
    }

    @Test(
      "that is refused reaches the host where undelivered fails or is not there",
      arguments: [
        "return function() reply.send { text = 'x' } end",
        """
        return { handle = function() reply.send { text = 'x' } end,
          undelivered = function() storage.shared("unread").increment("n"); error("no") end }
        """,
        """
        return { handle = function() reply.send { text = 'x' } end,
          undelivered = function() while true do end end }
        """,
      ])
    func undeliveredFails(script: String) async throws {
      let handed = Recorded<ActionPlugins.UndeliveredReply>()
      let app = try TestApp(
        script, seconds: 0.3, sender: TestSender(.rejected(reason: "blocked")),
        configure: { $0.undelivered = { handed.note($0) } })
      let outcome = await app.handle()
      #expect(outcome.kind == .completed)
      #expect(handed.all.map(\.reply.text) == ["x"])
      #expect(try await app.shared("n") == nil)
      try await app.runtime.recover()
      #expect(handed.count == 1)
    }

    @Test("that is refused without a host callback waits for one; undelivered has run once")
    func noCallback() async throws {
      let container = InMemoryContainer()
      let app = try TestApp(
        Self.script, sender: TestSender(.rejected(reason: "blocked")),
        container: .container(container))
      await app.handle("reply", text: "typed")
      try await app.runtime.recover()
      #expect(try await app.shared("undelivered") == 1)
      #expect(try container.undelivered().count == 1)
    }

    @Test("to one recipient waits behind an earlier one; a refused one holds nothing back")
    func order() async throws {
      let sender = TestSender { reply, _ in
        reply.text == "1" ? .offline : reply.text == "3" ? .rejected(reason: "no") : .sent
      }
      let app = try TestApp(
        "return function(response) reply.send { text = response.userText } end", sender: sender)
      let one = await app.handle("reply", text: "1", date: 1)
      let two = await app.handle("reply", text: "2", date: 2)
      let three = await app.handle("reply", text: "3", date: 3, thread: "other")
      let four = await app.handle("reply", text: "4", date: 4, thread: "other")
      #expect(
        [one, two, three, four].map { $0.replies.map(\.state) } == [
          [.queued], [.queued], [.rejected], [.sent],
        ])
      #expect(sender.texts == ["1", "3", "4"])
    }

    /// One reply that had to wait for another one's attempt held back every later one to the same
    /// recipient, although nothing was wrong with any of them.
    @Test("to one recipient at the same time are all sent, in commit order")
    func concurrently() async throws {
      let sender = TestSender { _, _ in
        try await Task.sleep(for: .milliseconds(2))
        return .sent
      }
      let app = try TestApp(
        "return function(response) reply.send { text = response.userText } end", sender: sender)
      let outcomes = await withTaskGroup(of: Outcome.self) { group in
        for number in 0..<40 { group.addTask { await app.handle("reply", text: "\(number)") } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.flatMap(\.replies).map(\.state) == Array(repeating: .sent, count: 40))
      #expect(sender.replies.count == 40)
    }

    @Test("goes out after an earlier one that is due again")
    func afterEarlier() async throws {
      let clock = TestClock()
      let sender = TestSender { _, number in number == 1 ? .offline : .sent }
      let app = try TestApp(
        "return function(response) reply.send { text = response.userText } end", sender: sender,
        configure: { $0.now = clock.now })
      #expect(await app.handle("reply", text: "1").replies.map(\.state) == [.queued])
      clock.advance(bySeconds: 60)
      #expect(await app.handle("reply", text: "2").replies.map(\.state) == [.sent])
      #expect(sender.texts == ["1", "1", "2"])
    }

    @Test("is tried again by deliver(until:), with the same key and the next attempt's number")
    func deliverLater() async throws {
      let clock = TestClock()
      let sender = TestSender { _, number in number < 3 ? .retry(afterSeconds: nil) : .sent }
      let app = try TestApp(
        "return function() reply.send { text = 'x' } end", sender: sender,
        configure: { $0.now = clock.now })
      #expect(await app.handle().replies.map(\.state) == [.queued])
      // Its next attempt is a while off.
      var report = try await app.runtime.deliver(until: .now + .milliseconds(100))
      #expect(report == DeliveryReport(sent: 0, rejected: 0, waiting: 1))
      clock.advance(bySeconds: 10)
      report = try await app.runtime.deliver(until: .now + .milliseconds(100))
      #expect(report == DeliveryReport(sent: 0, rejected: 0, waiting: 1))
      clock.advance(bySeconds: 10)
      report = try await app.runtime.deliver(until: .now + .seconds(5))
      #expect(report == DeliveryReport(sent: 1, rejected: 0, waiting: 0))
      #expect(sender.replies.all.map(\.attempt) == [1, 2, 3])
      #expect(Set(sender.replies.all.map(\.key)).count == 1)
      #expect(await app.handle().replies.map(\.state) == [.sent])
    }

    @Test("is given up after the host's number of tries, and then handed over")
    func givenUp() async throws {
      let clock = TestClock()
      let handed = Recorded<ActionPlugins.UndeliveredReply>()
      let sender = TestSender(.retry(afterSeconds: nil))
      let app = try TestApp(
        Self.script, sender: sender,
        configure: { configuration in
          configuration.now = clock.now
          configuration.replyTries = 3
          configuration.undelivered = { handed.note($0) }
        })
      await app.handle("reply", text: "typed")
      for _ in 0..<5 {
        clock.advance(bySeconds: 3600)
        try await app.runtime.deliver(until: .now + .seconds(5))
      }
      #expect(sender.replies.count == 3)
      #expect(handed.all.map(\.reply.text) == ["on my way"])
      #expect(handed.all.first?.reason.contains("given up after 3 attempts") == true)
      #expect(try await app.shared("undelivered") == 1)
    }

    @Test("is never waited for longer than the budget that is left")
    func budget() async throws {
      let sender = TestSender { _, _ in
        try await Task.sleep(for: .seconds(3600))
        return .sent
      }
      let app = try TestApp(
        "return function() for i = 1, 16 do reply.send { text = 'x', to = 'p' .. i } end end",
        seconds: 0.4, sender: sender)
      let start = ContinuousClock.now
      let outcome = await app.handle()
      #expect(ContinuousClock.now - start < .seconds(2))
      #expect(outcome.replies.count { $0.state == .queued } == 16)
    }

    @Test("with a key that repeats is staged once")
    func key() async throws {
      let sender = TestSender()
      let app = try TestApp(
        """
        return function()
          local a = reply.send { text = "a", key = "k" }
          local b = reply.send { text = "b", key = "k" }
          return { result = a == b }
        end
        """, sender: sender)
      let outcome = await app.handle()
      #expect(outcome.result == true)
      #expect(sender.texts == ["a"])
      #expect(outcome.replies.count == 1)
    }

    @Test("a notification whose presenter throws stays queued")
    func presenter() async throws {
      let presenter = TestPresenter(failure: HostTrouble("no permission"))
      let app = try TestApp(
        "return function() notifications.post { title = 't' }; notifications.setBadge(2) end",
        presenter: presenter)
      let outcome = await app.handle()
      #expect(outcome.kind == .completed)
      #expect(outcome.notifications.map(\.state) == [.queued, .queued])
    }

    @Test("notifications are presented in the order of the calls")
    func presented() async throws {
      let presenter = TestPresenter()
      let app = try TestApp(
        """
        return function()
          notifications.post { title = "t", body = "b", identifier = "later", after = 60,
            category = "message", userInfo = { n = 1 } }
          notifications.remove("old")
          notifications.setBadge(0)
        end
        """, presenter: presenter)
      let outcome = await app.handle()
      #expect(
        presenter.changes.all == [
          .post(
            LocalNotification(
              identifier: "later", title: "t", body: "b", category: "message",
              userInfo: ["n": 1], after: 60)),
          .remove(identifier: "old"), .badge(0),
        ])
      #expect(outcome.notifications.map(\.state) == [.presented, .presented, .presented])
    }
  }
}
