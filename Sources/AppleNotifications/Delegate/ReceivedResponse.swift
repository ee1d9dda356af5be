#if canImport(UserNotifications)
  import ActionPlugins
  import Foundation
  import UserNotifications

  /// A response on its way: to the runtime, perhaps to the host's delegate, to its completion.
  ///
  /// Unchecked, because the system's classes are not all marked as `Sendable`: the properties never
  /// change, a response is immutable, the center may be used from any thread, and the host's
  /// delegate is called either on the thread on which the response came, or on the main actor.
  final class ReceivedResponse: @unchecked Sendable {
    private let response: UNNotificationResponse
    private let center: UNUserNotificationCenter
    private let host: (any UNUserNotificationCenterDelegate)?
    private let completion: CompletionOnce<Void>

    init(
      _ response: UNNotificationResponse, from center: UNUserNotificationCenter,
      host: (any UNUserNotificationCenterDelegate)?, completionHandler: @escaping () -> Void
    ) {
      self.response = response
      self.center = center
      self.host = host
      let handler = SystemHandler<Void> { _ in completionHandler() }
      completion = CompletionOnce(ifForgotten: ()) { handler.call(()) }
    }

    /// Gives the response to the host's delegate, which completes it; where there is none that
    /// takes responses, completes it at once.
    func forward() {
      let completion = completion
      let asked: Void? = host?.userNotificationCenter?(
        center, didReceive: response, withCompletionHandler: { completion(()) })
      if asked == nil { completion(()) }
    }

    /// Ends a response that the runtime has handled.
    @MainActor func finish(_ outcome: Outcome, _ hooks: PluginNotificationDelegate.Hooks) {
      hooks.observe?(outcome)
      if let url = outcome.open { hooks.open?(url) }
      if hooks.isForwarded(outcome) { forward() } else { completion(()) }
    }
  }
#endif
