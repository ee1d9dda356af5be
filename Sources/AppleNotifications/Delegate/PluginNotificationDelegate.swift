#if canImport(UserNotifications)
  public import ActionPlugins
  public import Foundation
  public import UserNotifications

  /// A ready-made delegate of the notification center: hands responses to a plugin runtime, and
  /// everything else to the host's own delegate.
  ///
  /// Assign it before the app has finished launching, or the response that launched the app is lost;
  /// the center holds it weakly, so keep it.
  ///
  /// ```swift
  /// let delegate = PluginNotificationDelegate(runtime: runtime, host: self)
  /// UNUserNotificationCenter.current().delegate = delegate
  /// ```
  ///
  /// - A response whose category no plugin has goes to the host's delegate at once, on the thread on
  ///   which it came.
  /// - Any other is handled by the runtime. If the outcome ``ActionPlugins/Outcome/isForwardedToHost``,
  ///   the host's delegate gets the response afterwards, on the main thread.
  /// - The system's completion is called exactly once, on the main thread or where the response
  ///   came: after the outcome, or by the host's delegate where the response goes there. A second
  ///   call does nothing; a host that drops the completion without a call completes it.
  ///
  /// The system keeps the app running until the completion. A host that wants to be told before its
  /// time is over begins a background task of its own, and calls ``cancelAll()`` when that expires.
  public final class PluginNotificationDelegate: NSObject, UNUserNotificationCenterDelegate {
    /// What a host may add; everything has a default.
    public struct Hooks: Sendable {
      /// Whether the host's delegate gets a response after its outcome. Default:
      /// ``ActionPlugins/Outcome/isForwardedToHost``.
      public var isForwarded: @Sendable (Outcome) -> Bool = { $0.isForwardedToHost }
      /// Opens the URL that a handler asked to open. Default: nothing is opened.
      public var open: (@MainActor @Sendable (String) -> Void)?
      /// Sees each outcome before the completion. Default: nobody looks.
      public var observe: (@Sendable (Outcome) -> Void)?
      /// Is told of a response that went to the host's delegate because its `userInfo` has no JSON
      /// form. Default: nobody is told.
      public var refused: (@Sendable (UserInfoError) -> Void)?
      /// How a notification shows while the app is in front, where the host's delegate does not
      /// decide. Default: not at all, as without a delegate.
      public var presentation: UNNotificationPresentationOptions = []

      /// The defaults; change single properties afterwards.
      public init() {}
    }

    private let runtime: PluginRuntime
    private let hooks: Hooks
    private let running = RunningResponses()
    private weak var host: (any UNUserNotificationCenterDelegate)?

    /// A delegate for one runtime.
    ///
    /// - Parameters:
    ///   - runtime: Handles the responses of its plugins' categories.
    ///   - host: The host's own delegate, held weakly as the center would.
    ///   - hooks: What the host adds.
    public init(
      runtime: PluginRuntime, host: (any UNUserNotificationCenterDelegate)? = nil,
      hooks: Hooks = Hooks()
    ) {
      self.runtime = runtime
      self.host = host
      self.hooks = hooks
    }

    /// Stops the scripts of all responses being handled; each still completes, as `cancelled`.
    public func cancelAll() {
      running.cancel()
    }

    /// Hands a response to the runtime or to the host's delegate.
    public func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      let received = ReceivedResponse(
        response, from: center, host: host, completionHandler: completionHandler)
      let category = Identifier(response.notification.request.content.categoryIdentifier)
      guard runtime.category(category) != nil else { return received.forward() }
      let converted: NotificationResponse
      do {
        converted = try NotificationResponse(response)
      } catch {
        hooks.refused?(error)
        return received.forward()
      }
      running.begin { [runtime, hooks] in
        let outcome = await runtime.handle(converted)
        await received.finish(outcome, hooks)
      }
    }

    /// Asks the host's delegate how a notification shows while the app is in front.
    public func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
      withCompletionHandler completionHandler:
        @escaping (UNNotificationPresentationOptions) -> Void
    ) {
      let handler = SystemHandler(completionHandler)
      let completion = CompletionOnce(ifForgotten: hooks.presentation) { handler.call($0) }
      let asked: Void? = host?.userNotificationCenter?(
        center, willPresent: notification, withCompletionHandler: { completion($0) })
      if asked == nil { completion(hooks.presentation) }
    }

    #if !os(watchOS)
      /// Tells the host's delegate that the person wants the app's own notification settings.
      public func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
      ) {
        host?.userNotificationCenter?(center, openSettingsFor: notification)
      }
    #endif
  }
#endif
