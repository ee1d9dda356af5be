import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("The gate")
  struct GateTests {
    private static let opened = ActionIdentifier.default.rawValue
    private static let dismissed = ActionIdentifier.dismiss.rawValue
    private static let script = """
      return function(response)
        storage.set("ran", true)
        local value, message, code = storage.protected.get("secret", "default")
        log.info(tostring(value) .. " " .. tostring(code))
      end
      """

    struct Row: Sendable, CustomTestStringConvertible {
      let action: String
      let isLocked: Bool
      let answer: Authentication
      let asks: Int
      let kind: Outcome.Kind
      let protected: String?

      var testDescription: String {
        "\(action), \(isLocked ? "locked" : "unlocked"), \(answer.rawValue) → \(kind.rawValue)"
      }

      init(
        _ action: String, isLocked: Bool, _ answer: Authentication = .refused, asks: Int = 0,
        _ kind: Outcome.Kind = .completed, protected: String? = "default nil"
      ) {
        self.action = action
        self.isLocked = isLocked
        self.answer = answer
        self.asks = asks
        self.kind = kind
        self.protected = protected
      }
    }

    @Test(
      "lets pass what its table says",
      arguments: [
        Row("tap", isLocked: true, protected: "nil locked"),
        Row("reply", isLocked: true, protected: "nil locked"),
        Row(dismissed, isLocked: true, protected: "nil locked"),
        Row("secure", isLocked: true, .granted, asks: 1),
        Row("secureReply", isLocked: true, .granted, asks: 1),
        Row("open", isLocked: true, .granted, asks: 1),
        Row(opened, isLocked: true, .granted, asks: 1),
        Row("secure", isLocked: true, .refused, asks: 1, .authenticationRequired, protected: nil),
        Row(
          "secureReply", isLocked: true, .refused, asks: 1, .authenticationRequired, protected: nil),
        Row("open", isLocked: true, .unavailable, asks: 1, .authenticationRequired, protected: nil),
        Row(opened, isLocked: true, .unavailable, asks: 1, .authenticationRequired, protected: nil),
        Row("tap", isLocked: false), Row("reply", isLocked: false),
        Row(dismissed, isLocked: false), Row("secure", isLocked: false),
        Row("secureReply", isLocked: false), Row("open", isLocked: false),
        Row(opened, isLocked: false),
      ])
    func table(_ row: Row) async throws {
      let device = TestDevice(isUnlocked: !row.isLocked) { row.answer }
      let app = try TestApp(Self.script, device: device)
      let outcome = await app.handle(row.action, text: "typed")
      #expect(outcome.kind == row.kind)
      #expect(device.asked.all == Array(repeating: nil, count: row.asks))
      #expect(outcome.logged == [row.protected].compactMap { $0 })
      guard row.kind == .authenticationRequired else { return }
      #expect(outcome.leftNothing)
      #expect(outcome.attempts == 0)
      #expect(outcome.error == nil)
      let takesText = row.action == "secureReply"
      #expect(outcome.userText == (takesText ? "typed" : nil))
      #expect(outcome.completion == (takesText ? .dismissAndForwardAction : .dismiss))
    }

    @Test("gives up on an answer that never comes, and its time is not part of the budget")
    func neverAnswering() async throws {
      let never = Latch()
      defer { never.open() }
      var limits = PluginLimits.default
      limits.authenticationSeconds = 0.2
      let device = TestDevice(isUnlocked: false) {
        await never.wait()
        return .granted
      }
      let app = try TestApp(Self.script, device: device, limits: limits)
      let outcome = await app.handle("secureReply", text: "typed")
      #expect(outcome.kind == .authenticationRequired)
      #expect(outcome.userText == "typed")
      #expect(outcome.budget.used == 0)
    }

    @Test("does not count the person's time")
    func slowAnswer() async throws {
      let device = TestDevice(isUnlocked: false) {
        try? await Task.sleep(for: .milliseconds(400))
        return .granted
      }
      let app = try TestApp(Self.script, seconds: 0.3, device: device)
      let outcome = await app.handle("secure")
      #expect(outcome.kind == .completed)
      #expect(outcome.budget.used < 0.3)
    }

    @Test("ends as cancelled where the host cancels while it asks")
    func cancelled() async throws {
      let never = Latch()
      defer { never.open() }
      let device = TestDevice(isUnlocked: false) {
        await never.wait()
        return .granted
      }
      let app = try TestApp(Self.script, device: device)
      let task = Task { await app.handle("secureReply", text: "typed") }
      #expect(await eventually { never.arrived == 1 })
      task.cancel()
      let outcome = await task.value
      #expect(outcome.summary == "cancelled dismissAndForwardAction")
      #expect(outcome.userText == "typed")
    }

    /// The second delivery waited for the first, which was refused at the gate, and then ran without
    /// having been at the gate itself.
    @Test("asks for a second delivery that waited for a refused first one")
    func secondDelivery() async throws {
      let first = Latch()
      let device = TestDevice(isUnlocked: false) {
        await first.wait()
        return .refused
      }
      let app = try TestApp(Self.script, device: device)
      async let one = app.handle("secure")
      #expect(await eventually { first.arrived == 1 })
      async let two = app.handle("secure")
      try await Task.sleep(for: .milliseconds(50))
      #expect(device.asked.count == 1)
      first.open()
      let outcomes = await [one, two]
      #expect(outcomes.map(\.kind) == [.authenticationRequired, .authenticationRequired])
      #expect(device.asked.count == 2)
    }
  }

  @Suite("auth.require")
  struct AuthenticationTests {
    @Test(
      "goes on or ends the invocation",
      arguments: [
        (Authentication.granted, Outcome.Kind.completed, ["before", "after"]),
        (.refused, .authenticationRequired, ["before"]),
        (.unavailable, .authenticationRequired, ["before"]),
      ])
    func answers(answer: Authentication, kind: Outcome.Kind, logged: [String]) async throws {
      let device = TestDevice(isUnlocked: true) { answer }
      let app = try TestApp(
        """
        return function()
          storage.set("written", 1)
          reply.send { text = "staged" }
          log.info("before")
          pcall(auth.require, "show the code")
          log.info("after")
        end
        """, device: device)
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.kind == kind)
      #expect(device.asked.all == ["show the code"])
      #expect(outcome.logged == logged)
      #expect(outcome.leftNothing == (kind != .completed))
      #expect(outcome.userText == (kind == .completed ? nil : "typed"))
    }

    @Test("stops the script's clock while the person decides")
    func clock() async throws {
      let device = TestDevice(isUnlocked: true) {
        try? await Task.sleep(for: .milliseconds(400))
        return .granted
      }
      let app = try TestApp(
        """
        return function()
          local before = budget.remaining()
          auth.require("show the code")
          return { result = before - budget.remaining() }
        end
        """, seconds: 0.3, device: device)
      let outcome = await app.handle()
      #expect(outcome.kind == .completed)
      guard case .number(let used)? = outcome.result else {
        Issue.record("no number: \(String(describing: outcome.result))")
        return
      }
      #expect(used < 0.2)
    }

    @Test("ends the invocation where nobody answers within the host's ceiling")
    func ceiling() async throws {
      let never = Latch()
      defer { never.open() }
      var limits = PluginLimits.default
      limits.authenticationSeconds = 0.2
      let device = TestDevice(isUnlocked: true) {
        await never.wait()
        return .granted
      }
      let app = try TestApp(
        "return function() auth.require('why') end", device: device, limits: limits)
      #expect(await app.handle().kind == .authenticationRequired)
    }
  }
}
