import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("device, plugin, budget and auth")
  struct SurroundingsTests {
    static let answers: [AnsweredCall] = [
      AnsweredCall(
        "the device's language and platform are the host's word",
        "return { device.language, device.platform }", gives: ["de", "ios"]),
      AnsweredCall(
        "the plugin's identifier and version are the manifest's",
        "return { plugin.identifier, plugin.version, type(plugin.name) }",
        gives: ["com.example.app", "1.0.0", "nil"]),
      AnsweredCall(
        "the budget is in seconds, and only falls",
        """
        local total, first, second = budget.total(), budget.remaining(), budget.remaining()
          return { math.type(total), math.type(first), total, first <= total, second <= first,
            first > 0, budget.total() == total }
        """, gives: ["float", "float", 30.0, true, true, true, true]),
      AnsweredCall(
        "an unlocked device says so, and need not be asked",
        "return { auth.isUnlocked(), select('#', auth.require('why')) }", gives: [true, 0]),
    ]

    @Test("answer", arguments: answers)
    func answered(_ call: AnsweredCall) async throws {
      try await call.expectAnswered(device: TestDevice(isUnlocked: true) { .granted })
    }

    static let mistakes: [RaisedCall] = [
      RaisedCall(
        "local x = device.langauge",
        "device.langauge is not known; did you mean \"language\"? (known: language, platform)"),
      RaisedCall(
        "local x = device.name", "device.name is not known (known: language, platform)"),
      RaisedCall(
        "local x = device[1]", "device: argument 2 (field) must be a string, got an integer"),
      RaisedCall(
        "auth.require()", "auth.require: argument 1 (reason) must be a string, got nothing"),
      RaisedCall(
        "auth.require(7)", "auth.require: argument 1 (reason) must be a string, got an integer"),
      RaisedCall(
        "auth.require('')",
        "auth.require: the reason is empty; say what the person unlocks"),
      RaisedCall(
        "auth.unlocked()",
        "attempt to call a nil value (field 'unlocked'); did you mean auth.isUnlocked?"),
      RaisedCall(
        "budget.remain()",
        "attempt to call a nil value (field 'remain'); did you mean budget.remaining?"),
      RaisedCall(
        "io.open('/etc/passwd')",
        "attempt to index a nil value (global 'io'); it does not exist in a plugin's world"),
      RaisedCall(
        "os.getenv('HOME')",
        "attempt to call a nil value (field 'getenv'); it does not exist in a plugin's world"),
      RaisedCall(
        "table.sort({ 2, 1 }, function() auth.require('why') end)",
        "auth.require: cannot wait here: a table.sort comparator, a string.gsub callback or a"
          + " metamethod called from such a function cannot be suspended; call it before or after"),
      RaisedCall(
        "host.ask()",
        "attempt to index a nil value (global 'host'); name the host function under"
          + " permissions.functions in plugin.json"),
    ]

    @Test("raise a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test(
      "know a locked device, and unlock it where the person agrees",
      arguments: [
        (Authentication.granted, Outcome.Kind.completed), (.refused, .authenticationRequired),
        (.unavailable, .authenticationRequired),
      ])
    func require(answer: Authentication, kind: Outcome.Kind) async throws {
      let device = TestDevice(isUnlocked: false) { answer }
      let app = try TestApp(
        """
        return function()
          local before = auth.isUnlocked()
          storage.set("k", 1)
          pcall(auth.require, "Confirm the payment")
          return { result = { before, auth.isUnlocked() } }
        end
        """, device: device)
      let outcome = await app.handle()
      #expect(outcome.kind == kind)
      #expect(device.asked.all == ["Confirm the payment"])
      #expect(outcome.result == (kind == .completed ? [false, true] : nil))
      #expect(outcome.leftNothing == (kind != .completed))
    }
  }
}
