import ContainerStore
import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("Recovery")
  struct RecoveryTests {
    private let boot = BootClock()
    private let clock = TestClock()

    private func container() -> WatchedContainer {
      var environment = ContainerEnvironment.system
      environment.bootSeconds = boot.seconds
      return WatchedContainer(InMemoryContainer(environment: environment))
    }

    private static let script = """
      return function(response)
        host.ask(response.userText)
        storage.shared("unread").increment("runs")
        reply.send { text = "re: " .. response.userText }
        return { result = response.userText }
      end
      """

    private func app(
      _ container: WatchedContainer, _ script: String = RecoveryTests.script,
      version: String = "1.0.0", ask: @escaping HostFunction = { _ in 1 },
      sender: TestSender = TestSender(), undelivered: Recorded<String?> = Recorded()
    ) throws -> TestApp {
      let app = try TestApp(
        script, functions: ["ask"], version: version, sender: sender,
        container: .container(container),
        configure: { configuration in
          configuration.now = clock.now
          configuration.undelivered = { undelivered.note($0.reply.text) }
        })
      try app.runtime.register("ask", ask)
      return app
    }

    /// Handles a response in a process that is killed before it can end the delivery.
    private func crash(_ container: WatchedContainer, _ app: TestApp, text: String = "typed") async
    {
      container.watch { made throws(ContainerError) in
        if made == .commit || made == .finish { throw ContainerError(.unreadable, "killed") }
      }
      #expect(await app.handle("reply", text: text).kind == .hostFault)
      container.watch(nil)
    }

    @Test("runs what a killed process had begun, once its lease has ended")
    func runs() async throws {
      let container = container()
      let asked = Recorded<HostFunctionCall>()
      let app = try app(container) { call in
        asked.note(call)
        return 1
      }
      await crash(container, app)
      #expect(try await app.runtime.recover().isEmpty)
      boot.advance(bySeconds: 60)
      let recovered = try await app.runtime.recover()
      #expect(recovered.map(\.outcome.kind) == [.completed])
      #expect(recovered.map(\.outcome.result) == ["typed"])
      #expect(recovered.first?.response == TestApp.response("reply", text: "typed"))
      #expect(try await app.shared("runs") == 1)
      // The step was recorded before the end, so the host is not asked again.
      #expect(asked.count == 1)
      #expect(try await app.runtime.recover().isEmpty)
      #expect(await app.handle("reply", text: "typed").redelivered)
    }

    @Test("reports what was started twice without an ending, with its text, and runs it no more")
    func startedTwice() async throws {
      let container = container()
      let app = try app(container)
      await crash(container, app)
      boot.advance(bySeconds: 60)
      container.watch { made throws(ContainerError) in
        if made == .commit || made == .finish { throw ContainerError(.unreadable, "killed") }
      }
      #expect(try await app.runtime.recover().map(\.outcome.kind) == [.hostFault])
      container.watch(nil)
      boot.advance(bySeconds: 60)
      let recovered = try await app.runtime.recover()
      #expect(
        recovered.map(\.outcome.summary) == ["hostFault dismissAndForwardAction startedTooOften"])
      #expect(recovered.map(\.outcome.userText) == ["typed"])
      #expect(recovered.map(\.outcome.attempts) == [0])
      #expect(try await app.runtime.recover().isEmpty)
      #expect(try await app.shared("runs") == nil)
    }

    @Test(
      "reports what is older than a day, and runs what is not", arguments: [(24.0, 1), (24.01, 0)])
    func old(hours: Double, runs: Int) async throws {
      let container = container()
      let app = try app(container)
      await crash(container, app)
      boot.advance(bySeconds: 60)
      clock.advance(bySeconds: hours * 3600)
      let recovered = try await app.runtime.recover()
      #expect(recovered.map(\.outcome.error?.code) == [runs == 1 ? nil : "tooOld"])
      #expect(recovered.map(\.outcome.userText) == [runs == 1 ? nil : "typed"])
      #expect(try await app.shared("runs") == (runs == 1 ? 1 : nil))
      #expect(try container.pending().isEmpty)
    }

    @Test("does not run what its plugin may not handle any more, and gives the text back")
    func disabled() async throws {
      let container = container()
      let app = try app(container)
      await crash(container, app)
      boot.advance(bySeconds: 60)
      app.runtime.disable(plugin: TestApp.plugin, reason: "misbehaves")
      let recovered = try await app.runtime.recover()
      #expect(recovered.map(\.outcome.reason) == [.pluginDisabled])
      #expect(recovered.map(\.outcome.userText) == ["typed"])
      #expect(try container.pending().isEmpty)
    }

    @Test("by two at once runs each response once")
    func concurrent() async throws {
      let container = container()
      let app = try app(container)
      for number in 0..<10 { await crash(container, app, text: "text \(number)") }
      boot.advance(bySeconds: 60)
      let outcomes = try await withThrowingTaskGroup(of: [RecoveredResponse].self) { group in
        for _ in 0..<4 { group.addTask { try await app.runtime.recover() } }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(outcomes.count { $0.outcome.kind == .completed && !$0.outcome.redelivered } == 10)
      #expect(try await app.shared("runs") == 10)
    }

    @Test("lets a slow process that was taken over apply nothing")
    func slowLoser() async throws {
      let container = container()
      let latch = Latch()
      let slow = try app(container) { _ in
        await latch.wait()
        return 1
      }
      let quick = try app(container)
      async let late = slow.handle("reply", text: "typed")
      #expect(await eventually { latch.arrived == 1 })
      boot.advance(bySeconds: 60)
      let recovered = try await quick.runtime.recover()
      #expect(recovered.map(\.outcome.kind) == [.completed])
      latch.open()
      let outcome = await late
      #expect(outcome.kind == .completed)
      #expect(outcome.redelivered)
      #expect(try await quick.shared("runs") == 1)
    }

    @Test("hands over refused replies that did not reach the host")
    func handsOver() async throws {
      let container = container()
      let handed = Recorded<String?>()
      let app = try app(
        container, sender: TestSender(.rejected(reason: "no")), undelivered: handed)
      container.watch { made throws(ContainerError) in
        if made == .undelivered { throw ContainerError(.unreadable, "killed") }
      }
      #expect(await app.handle("reply", text: "typed").kind == .completed)
      container.watch(nil)
      #expect(handed.count == 0)
      try await app.runtime.recover()
      try await app.runtime.recover()
      #expect(handed.all == ["re: typed"])
    }
  }
}
