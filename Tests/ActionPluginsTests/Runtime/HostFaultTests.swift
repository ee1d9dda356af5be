import ContainerStore
import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("A container that fails")
  struct HostFaultTests {
    private static let script = """
      return function(response)
        storage.set("n", storage.get("n", 0) + 1)
        host.ask()
        reply.sendNow { text = "now" }
        reply.send { text = "later" }
      end
      """

    private func app(_ container: WatchedContainer, sender: TestSender? = nil) throws -> TestApp {
      let app = try TestApp(
        Self.script, functions: ["ask"], sender: sender, container: .container(container))
      try app.runtime.register("ask") { _ in 1 }
      return app
    }

    @Test(
      "before the commit ends the invocation as hostFault, once; delivered again it runs",
      arguments: [
        WatchedContainer.Call.claim, .value, .record, .stageNow, .commit,
      ])
    func before(call: WatchedContainer.Call) async throws {
      let container = WatchedContainer()
      let app = try app(container)
      container.watch { made throws(ContainerError) in
        if made == call { throw ContainerError(.full, "the disk is full; make room") }
      }
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "hostFault dismissAndForwardAction full")
      #expect(outcome.error?.message == "the disk is full; make room")
      #expect(outcome.userText == "typed")
      #expect(outcome.leftNothing)
      #expect(outcome.sentBeforeOutcome.count == (call == .commit ? 1 : 0))
      #expect(try container.pending().isEmpty)
      container.watch(nil)
      let again = await app.handle("reply", text: "typed")
      #expect(again.kind == .completed)
      #expect(again.storage.own.set == ["n": 1])
    }

    @Test("and cannot even end the delivery leaves it to recovery")
    func cannotEnd() async throws {
      let container = WatchedContainer()
      let app = try app(container)
      container.watch { made throws(ContainerError) in
        if made == .commit || made == .finish { throw ContainerError(.full, "full") }
      }
      #expect(await app.handle().kind == .hostFault)
      #expect(try container.pending().count == 1)
    }

    @Test(
      "after the commit does not undo it: the outcome stays completed, the log tells",
      arguments: [WatchedContainer.Call.takeDue, .recordAttempt])
    func after(call: WatchedContainer.Call) async throws {
      let container = WatchedContainer()
      let app = try TestApp(
        "return function() storage.set('n', 1); reply.send { text = 'later' } end",
        sender: TestSender(), container: .container(container))
      container.watch { made throws(ContainerError) in
        if made == call { throw ContainerError(.busy, "busy") }
      }
      let outcome = await app.handle()
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.replies.map(\.state) == [.queued])
      #expect(outcome.storage.own.set == ["n": 1])
      #expect(outcome.logged == ["delivery was put off: busy"])
    }

    @Test("in a commit that took effect all the same gives the committed outcome")
    func ambiguous() async throws {
      let container = WatchedContainer()
      let app = try TestApp(
        "return function() storage.set('n', 1) return 'doNotDismiss' end",
        container: .container(container))
      container.failAfterCommit(with: ContainerError(.unreadable, "no answer from the disk"))
      let outcome = await app.handle()
      #expect(outcome.summary == "completed doNotDismiss")
      #expect(outcome.redelivered)
      #expect(await app.handle().redelivered)
    }

    @Test("while refused replies are listed is reported to the host")
    func undelivered() async throws {
      let container = WatchedContainer()
      let reports = Recorded<String>()
      let app = try TestApp(
        "return function() reply.send { text = 'x' } end",
        sender: TestSender(.rejected(reason: "no")), container: .container(container),
        configure: { $0.report = { reports.note($0) } })
      container.watch { made throws(ContainerError) in
        if made == .undelivered { throw ContainerError(.busy, "busy") }
      }
      #expect(await app.handle().kind == .completed)
      #expect(reports.all == ["refused replies could not be handed over: busy"])
    }
  }
}
