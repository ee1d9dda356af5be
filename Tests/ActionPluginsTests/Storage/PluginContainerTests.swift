import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("A container, as a host looks into it")
  struct PluginContainerTests {
    private static let script = """
      return { handle = function(response)
        storage.set("a", 1)
        storage.protected.set("b", 2)
        storage.shared("unread").set("c", 3)
        files.write("f", "bytes")
        reply.send { text = response.userText or "tapped", to = "x" .. response.userText }
      end,
      undelivered = function() storage.increment("undelivered") end }
      """

    @Test("shows the spaces, what is in them, and the files")
    func spaces() async throws {
      let device = TestDevice(isUnlocked: true) { .granted }
      let app = try TestApp(Self.script, device: device)
      await app.handle("reply", text: "hello")
      let container = app.runtime.container
      let plugin = TestApp.plugin
      #expect(
        try await container.spaces() == [
          .own(plugin: plugin), .protected(plugin: plugin), .shared("unread"),
        ])
      #expect(try await container.space(.own(plugin: plugin)).get("a") == 1)
      #expect(try await container.space(.protected(plugin: plugin)).keys() == ["b"])
      #expect(try await container.space(.shared("unread")).get("c") == 3)
      #expect(try await container.files(of: plugin) == ["f"])
      #expect(try await container.file("f", of: plugin) == Array("bytes".utf8))
      #expect(try await container.plugins() == [plugin])
      device.setUnlocked(false)
      #expect(
        try await container.spaces() == [.own(plugin: plugin), .shared("unread")])
      await #expect(throws: RuntimeError.self) {
        try await container.space(.protected(plugin: plugin)).get("b")
      }
    }

    @Test("outlives the runtime that it was asked of")
    func lifetime() async throws {
      var app: TestApp? = try TestApp(Self.script)
      await app?.handle("reply", text: "hello")
      let container = try #require(app?.runtime.container)
      app = nil
      #expect(try await container.space(.own(plugin: TestApp.plugin)).get("a") == 1)
    }

    @Test("lists the replies that wait or were refused, with what they say")
    func outbox() async throws {
      let sender = TestSender { reply, _ in reply.to == "xno" ? .rejected(reason: "no") : .offline }
      let app = try TestApp(Self.script, sender: sender)
      await app.handle("reply", text: "later", request: "1")
      await app.handle("reply", text: "no", request: "2")
      let held = try await app.runtime.container.outbox()
      #expect(held.map(\.plugin) == [TestApp.plugin, TestApp.plugin])
      #expect(held.map(\.tries) == [0, 1])
      #expect(held.map(\.nextTry) == [held[0].stagedAt, nil])
      let outbox = held.map(\.reply)
      #expect(outbox.map(\.state) == [.queued, .rejected])
      #expect(outbox.map(\.text) == ["later", "no"])
      #expect(outbox.map(\.reason) == ["offline", "no"])
    }

    @Test("lists a refused reply without its text once the host has it")
    func handedOver() async throws {
      let app = try TestApp(Self.script, sender: TestSender(.rejected(reason: "no"))) {
        $0.undelivered = { _ in }
      }
      await app.handle("reply", text: "no")
      let outbox = try await app.runtime.container.outbox().map(\.reply)
      #expect(outbox.map(\.state) == [.rejected])
      #expect(outbox.map(\.text) == [nil])
    }

    @Test("is erased as a whole, shared spaces included")
    func erased() async throws {
      let app = try TestApp(Self.script, sender: TestSender(.offline))
      await app.handle("reply", text: "later")
      try await app.runtime.container.eraseAll()
      #expect(try await app.runtime.container.spaces() == [])
      #expect(try await app.runtime.container.outbox() == [])
      #expect(try await app.runtime.container.plugins() == [])
    }

    @Test("lists a response while its handler runs")
    func pending() async throws {
      let app = try TestApp(
        "return function() host.wait() end", functions: ["wait"])
      let began = AsyncStream.makeStream(of: Void.self)
      let end = AsyncStream.makeStream(of: Void.self)
      try app.runtime.register("wait") { _ in
        began.continuation.yield()
        for await _ in end.stream { break }
        return .null
      }
      let invocation = Task { await app.handle() }
      for await _ in began.stream { break }
      let pending = try await app.runtime.container.pending()
      #expect(pending.map(\.request) == ["one"])
      #expect(pending.map(\.attempts) == [1])
      #expect(pending.allSatisfy { $0.leaseEnds != nil })
      end.continuation.yield()
      #expect(await invocation.value.kind == .completed)
      #expect(try await app.runtime.container.pending() == [])
    }

    @Test("names its spaces as tools write them")
    func names() {
      for name in ["own:a", "protected:a:b", "shared:é"] {
        #expect(SpaceName(name)?.description.utf8.elementsEqual(name.utf8) == true)
      }
      for name in ["", "own", "own:", "Own:a", "mine:a", ":a"] {
        #expect(SpaceName(name) == nil)
      }
    }
  }

  @Suite("One attempt at what waits")
  struct DeliverOnceTests {
    private static let script = """
      return { handle = function(response)
        reply.send { text = response.userText }
        notifications.post { title = "t" }
      end,
      undelivered = function() storage.shared("unread").increment("undelivered") end }
      """

    @Test("tries each due reply once, in order, and leaves the others")
    func once() async throws {
      let clock = TestClock()
      let sender = TestSender { _, number in number <= 3 ? .offline : .sent }
      let app = try TestApp(Self.script, sender: sender) { $0.now = clock.now }
      for number in 1...3 { await app.handle("reply", text: "\(number)", request: "\(number)") }
      #expect(sender.texts.count == 1, "a reply that waits holds back the later ones")
      #expect(try await app.runtime.deliverOnce() == [])
      let first = try await app.runtime.deliverOnce(ignoringBackoff: true)
      #expect(first.map(\.state) == [.queued])
      clock.advance(bySeconds: 3600)
      #expect(try await app.runtime.deliverOnce().map(\.state) == [.queued])
      clock.advance(bySeconds: 3600)
      let last = try await app.runtime.deliverOnce()
      #expect(last.map(\.state) == [.sent, .sent, .sent])
      #expect(last.map(\.text) == ["1", "2", "3"])
      #expect(sender.texts == ["1", "1", "1", "1", "2", "3"])
      #expect(try await app.runtime.deliverOnce(ignoringBackoff: true) == [])
    }

    @Test("does not come before the time that a receiver asked for")
    func retryAfter() async throws {
      let clock = TestClock()
      let sender = TestSender { _, number in number == 1 ? .retry(afterSeconds: 600) : .sent }
      let app = try TestApp(Self.script, sender: sender) { $0.now = clock.now }
      await app.handle("reply", text: "1")
      #expect(try await app.runtime.deliverOnce(ignoringBackoff: true) == [])
      clock.advance(bySeconds: 601)
      #expect(try await app.runtime.deliverOnce().map(\.state) == [.sent])
    }

    @Test("tells the plugin of a reply that is refused")
    func refused() async throws {
      let sender = TestSender { _, number in number == 1 ? .offline : .rejected(reason: "no") }
      let app = try TestApp(Self.script, sender: sender)
      await app.handle("reply", text: "1")
      let tried = try await app.runtime.deliverOnce(ignoringBackoff: true)
      #expect(tried.map(\.state) == [.rejected])
      #expect(tried.map(\.reason) == ["no"])
      #expect(try await app.shared("undelivered") == 1)
    }

    @Test("leaves notifications to whoever shows them")
    func notifications() async throws {
      let presenter = TestPresenter(failure: HostTrouble("busy"))
      let app = try TestApp(Self.script, sender: TestSender(), presenter: presenter)
      await app.handle("reply", text: "1")
      let shown = presenter.changes.all.count
      _ = try await app.runtime.deliverOnce(ignoringBackoff: true)
      #expect(presenter.changes.all.count == shown)
    }
  }
}
