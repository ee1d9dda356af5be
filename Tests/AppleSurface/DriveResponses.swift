import ActionPlugins
import AppleNotifications
import Foundation
import Synchronization
import UserNotifications

/// What the delegate did with one response.
@MainActor final class Seen {
  var completions = 0
  var opened: [String] = []
  nonisolated let outcomes = Mutex<[Outcome]>([])
  nonisolated let refusals = Mutex<[UserInfoError]>([])

  var hooks: PluginNotificationDelegate.Hooks {
    var hooks = PluginNotificationDelegate.Hooks()
    hooks.open = { self.opened.append($0) }
    hooks.observe = { outcome in self.outcomes.withLock { $0.append(outcome) } }
    hooks.refused = { error in self.refusals.withLock { $0.append(error) } }
    return hooks
  }

  var kind: Outcome.Kind? { outcomes.withLock { $0.first?.kind } }

  /// Waits for the completion, and a little longer for a second one.
  func settle() async {
    for _ in 0..<500 where completions == 0 { try? await Task.sleep(for: .milliseconds(10)) }
    try? await Task.sleep(for: .milliseconds(20))
  }
}

extension Drive {
  @MainActor static let info: [AnyHashable: Any] = [
    "flag": true, "one": 1, "float": 1.0, "aps": ["alert": "Hello", "sound": "bell.caf"],
  ]

  @MainActor static func notification(
    category: String = "drive", userInfo: [AnyHashable: Any] = info,
    trigger: UNNotificationTrigger? = UNPushNotificationTrigger(standIn: ())
  ) -> UNNotification {
    let content = UNMutableNotificationContent()
    content.title = "Title"
    content.body = "Body"
    content.categoryIdentifier = category
    content.threadIdentifier = "thread"
    content.badge = 3
    content.sound = .default
    content.userInfo = userInfo
    let request = UNNotificationRequest(
      identifier: UUID().uuidString, content: content, trigger: trigger)
    return UNNotification(standIn: request, date: Date(timeIntervalSince1970: 1_767_268_800.25))
  }

  @MainActor static func response(
    _ action: String, text: String? = nil, category: String = "drive",
    userInfo: [AnyHashable: Any] = info
  ) -> UNNotificationResponse {
    let notification = notification(category: category, userInfo: userInfo)
    guard let text else { return UNNotificationResponse(standIn: action, notification) }
    return UNTextInputNotificationResponse(standIn: action, text: text, notification)
  }

  @MainActor func send(
    _ response: UNNotificationResponse, host: (any UNUserNotificationCenterDelegate)?,
    meanwhile: @MainActor (PluginNotificationDelegate) async -> Void = { _ in }
  ) async -> Seen {
    let seen = Seen()
    let delegate = PluginNotificationDelegate(runtime: runtime, host: host, hooks: seen.hooks)
    delegate.userNotificationCenter(center, didReceive: response) {
      MainActor.assumeIsolated { seen.completions += 1 }
    }
    await meanwhile(delegate)
    await seen.settle()
    return seen
  }

  @MainActor func responses() async {
    for answer in [Host.Answer.once, .twice, .never] {
      let host = Host()
      host.answer = answer
      let dismissed = "com.apple.UNNotificationDismissActionIdentifier"
      let nested: [AnyHashable: Any] = ["chat": ["members": [1, NSObject()]]]
      let cases: [(String, UNNotificationResponse, Outcome.Kind?, forwarded: Bool)] = [
        ("a reply", Self.response("reply", text: "Γεια"), .completed, false),
        ("a handler that forwards", Self.response("forward"), .completed, true),
        ("a failure with text", Self.response("fail", text: "typed"), .failed, true),
        ("an opened app", Self.response("open"), .completed, false),
        ("an unknown action", Self.response("reply2"), .unrouted, true),
        ("a dismissal without handler", Self.response(dismissed), .unrouted, true),
        ("a category of the host", Self.response("x", category: "host"), nil, true),
        ("no category", Self.response("x", category: ""), nil, true),
        ("what has no JSON form", Self.response("reply", userInfo: nested), nil, true),
      ]
      for (name, response, kind, forwarded) in cases {
        host.responses = []
        let seen = await send(response, host: host)
        let about = "\(name), a host that completes \(answer)"
        Fact.holds("\(about): completed once", seen.completions == 1)
        Fact.holds("\(about): outcome \(String(describing: kind))", seen.kind == kind)
        Fact.holds("\(about): the host sees it", host.responses == (forwarded ? [response] : []))
        Fact.holds(
          "\(about): opens", seen.opened == (name.contains("app") ? ["example://chat/7"] : []))
        let refused = seen.refusals.withLock { $0.first?.path.description }
        Fact.holds(
          "\(about): refused",
          refused == (name.contains("JSON") ? "chat.members[1]" : nil))
        if name == "a reply" {
          let result = seen.outcomes.withLock { $0.first?.result }
          Fact.holds(
            "\(about): values keep their types",
            result == ["text": "Γεια", "flag": true, "one": "integer", "float": "float"])
        }
      }
    }
  }

  @MainActor func hostlessResponses() async {
    for host in [nil, SilentHost()] {
      let name = host == nil ? "without a host" : "a host without methods"
      for response in [Self.response("forward"), Self.response("x", category: "host")] {
        let seen = await send(response, host: host)
        Fact.holds("\(name): completed once", seen.completions == 1)
      }
    }
    let seen = await send(Self.response("loop"), host: nil) { delegate in
      try? await Task.sleep(for: .milliseconds(50))
      delegate.cancelAll()
    }
    Fact.holds("a cancelled response completes once", seen.completions == 1)
    Fact.holds("a cancelled response is cancelled", seen.kind == .cancelled)
  }

  @MainActor func presentation() async {
    for answer in [Host.Answer.once, .twice, .never] {
      let host = Host()
      host.answer = answer
      var hooks = PluginNotificationDelegate.Hooks()
      hooks.presentation = [.sound]
      let delegate = PluginNotificationDelegate(runtime: runtime, host: host, hooks: hooks)
      var shown: [UNNotificationPresentationOptions] = []
      delegate.userNotificationCenter(center, willPresent: Self.notification()) {
        options in MainActor.assumeIsolated { shown.append(options) }
      }
      // Where the main queue has no thread of its own, the handler is called a turn later.
      try? await Task.sleep(for: .milliseconds(20))
      Fact.holds(
        "\(answer): shown as decided, once", shown == [answer == .never ? .sound : .banner])
      delegate.userNotificationCenter(center, openSettingsFor: nil)
      Fact.holds("settings reach the host", host.settings == 1)
    }
    var shown: [UNNotificationPresentationOptions] = []
    let delegate = PluginNotificationDelegate(runtime: runtime)
    delegate.userNotificationCenter(center, willPresent: Self.notification()) {
      options in MainActor.assumeIsolated { shown.append(options) }
    }
    try? await Task.sleep(for: .milliseconds(20))
    Fact.holds("nobody decides: not shown, once", shown == [[]])
  }
}
