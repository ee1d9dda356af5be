import ContainerStore
import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("A response that is delivered again")
  struct RedeliveryTests {
    private static let script = """
      return function(response)
        storage.shared("unread").increment("runs")
        storage.set("secret", response.userText)
        reply.send { text = "re: " .. (response.userText or ""), userInfo = { secret = 1 } }
        notifications.post { title = "secret title", body = "secret body" }
        log.info("secret line")
        return { result = "secret result", completion = "doNotDismiss" }
      end
      """

    @Test("has one effect; its outcome is the first one, marked, without personal text")
    func twice() async throws {
      let sender = TestSender()
      let app = try TestApp(Self.script, sender: sender, presenter: TestPresenter())
      let first = await app.handle("reply", text: "hi")
      let second = await app.handle("reply", text: "hi")
      #expect(first.kind == .completed)
      #expect(!first.redelivered)
      #expect(first.result == "secret result")
      #expect(first.replies.map(\.text) == ["re: hi"])
      #expect(sender.texts == ["re: hi"])
      #expect(try await app.shared("runs") == 1)
      #expect(second.redelivered)
      #expect(second.log == [])
      #expect(second.result == nil)
      #expect(second.replies.map(\.text) == [nil])
      #expect(second.replies.map(\.userInfo) == [nil])
      #expect(second.replies.map(\.state) == [.sent])
      #expect(second.storage.own.set == ["secret": nil])
      #expect(!String(describing: second.json).contains("secret line"))
      #expect(Self.identity(of: first) == Self.identity(of: second))
    }

    /// What two outcomes of one delivery have in common whether or not it is settled.
    static func identity(of outcome: Outcome) -> [String] {
      [
        outcome.kind.rawValue, outcome.completion.rawValue, outcome.digest ?? "",
        "\(outcome.attempts)", outcome.handler ?? "", outcome.open ?? "",
      ] + outcome.replies.map { "\($0.id) \($0.key) \($0.to ?? "") \($0.state)" }
        + outcome.notifications.map { "\($0.identifier ?? "") \($0.state)" }
    }

    @Test("while its replies wait gives the whole first outcome")
    func unsettled() async throws {
      let sender = TestSender(.offline)
      let app = try TestApp(Self.script, sender: sender)
      let first = await app.handle("reply", text: "hi")
      var second = await app.handle("reply", text: "hi")
      #expect(second.redelivered)
      second.redelivered = false
      #expect(second.replies == first.replies)
      #expect(second.result == first.result)
      #expect(second.log == first.log)
      #expect(second.storage == first.storage)
      #expect(second.budget.limit == first.budget.limit)
      #expect(second.memory == first.memory)
    }

    @Test("at the same time runs once; exactly one of the two outcomes is marked")
    func concurrently() async throws {
      for round in 0..<20 {
        let sender = TestSender()
        let app = try TestApp(Self.script, sender: sender)
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
          for _ in 0..<4 {
            group.addTask { await app.handle("reply", text: "hi", date: Int64(round)) }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { !$0.redelivered } == 1)
        #expect(Set(outcomes.map(Self.identity)).count == 1)
        #expect(sender.texts == ["re: hi"])
        #expect(try await app.shared("runs") == 1)
      }
    }

    struct Other: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let action: String
      let text: String?
      let request: String
      let date: Int64

      init(
        _ name: String, action: String = "reply", text: String? = "hi", request: String = "one",
        date: Int64 = 1000
      ) {
        testDescription = name
        self.action = action
        self.text = text
        self.request = request
        self.date = date
      }
    }

    @Test(
      "is another one",
      arguments: [
        Other("with another date", date: 1001), Other("with another text", text: "hi "),
        Other("with an empty text", text: ""), Other("with a decomposed text", text: "h\u{131}"),
        Other("of another action", action: "secureReply"),
        Other("of another request", request: "One"),
      ])
    func other(_ other: Other) async throws {
      let app = try TestApp(Self.script)
      await app.handle("reply", text: "hi")
      let outcome = await app.handle(
        other.action, text: other.text, request: other.request, date: other.date)
      #expect(outcome.kind == .completed)
      #expect(!outcome.redelivered)
      #expect(try await app.shared("runs") == 2)
    }

    @Test(
      "runs again after an outcome without effects",
      arguments: [
        ("error('no')", Outcome.Kind.failed), ("while true do end", .timedOut),
        ("local t = {} for i = 1, 1e9 do t[i] = i end", .outOfMemory),
        ("auth.require('why')", .authenticationRequired),
      ])
    func again(ending: String, kind: Outcome.Kind) async throws {
      let app = try TestApp(
        """
        return function(response)
          if not storage.shared("unread").get("works") then \(ending) end
          storage.shared("unread").increment("runs")
        end
        """, seconds: 0.2, device: FixedDevice(isUnlocked: true, answer: .refused))
      for _ in 1...2 { #expect(await app.handle().kind == kind) }
      try await app.runtime.space("unread").set("works", true)
      let outcome = await app.handle()
      #expect(outcome.kind == .completed)
      #expect(!outcome.redelivered)
      #expect(await app.handle().redelivered)
      #expect(try await app.shared("runs") == 1)
    }

    @Test("waits for the first one as long as its own budget reaches")
    func firstStillRunning() async throws {
      let first = Latch()
      let container = InMemoryContainer()
      let script = """
        return function(response)
          host.wait()
          storage.set("done", true)
        end
        """
      func app(seconds: Double) throws -> TestApp {
        let app = try TestApp(
          script, functions: ["wait"], seconds: seconds, container: .container(container))
        try app.runtime.register("wait") { _ in
          await first.wait()
          return nil
        }
        return app
      }
      let (patient, hasty) = (try app(seconds: 20), try app(seconds: 0.2))
      async let one = patient.handle("reply", text: "typed")
      #expect(await eventually { first.arrived == 1 })
      let late = await hasty.handle("reply", text: "typed")
      #expect(late.summary == "timedOut dismissAndForwardAction firstStillRunning")
      #expect(late.userText == "typed")
      #expect(late.attempts == 0)
      first.open()
      #expect(await one.kind == .completed)
      #expect(await hasty.handle("reply", text: "typed").redelivered)
      #expect(first.arrived == 1)
    }

    @Test("while it is waited for ends as cancelled where the host cancels")
    func cancelledWait() async throws {
      let first = Latch()
      let app = try TestApp("return function() host.wait() end", functions: ["wait"])
      try app.runtime.register("wait") { _ in
        await first.wait()
        return nil
      }
      async let one = app.handle()
      #expect(await eventually { first.arrived == 1 })
      let two = Task { await app.handle() }
      try await Task.sleep(for: .milliseconds(30))
      two.cancel()
      #expect(await two.value.kind == .cancelled)
      first.open()
      #expect(await one.kind == .completed)
    }

    @Test("takes over where the first one was cancelled")
    func takesOver() async throws {
      let first = Latch()
      let app = try TestApp("return function() host.wait() end", functions: ["wait"])
      try app.runtime.register("wait") { _ in
        await first.wait()
        return nil
      }
      let one = Task { await app.handle() }
      #expect(await eventually { first.arrived == 1 })
      async let two = app.handle()
      try await Task.sleep(for: .milliseconds(30))
      one.cancel()
      #expect(await one.value.kind == .cancelled)
      #expect(await eventually { first.arrived == 2 })
      first.open()
      #expect(await two.kind == .completed)
    }
  }
}
