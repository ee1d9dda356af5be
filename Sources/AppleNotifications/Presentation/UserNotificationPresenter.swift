#if canImport(UserNotifications)
  public import ActionPlugins
  import Foundation
  public import UserNotifications

  /// Shows what scripts post with the system's notification center.
  ///
  /// A post replaces the pending or delivered notification of its identifier, so that one handed
  /// over twice shows once. What scripts post is silent.
  public struct UserNotificationPresenter: NotificationPresenter {
    /// A presenter for `UNUserNotificationCenter.current()`.
    public init() {}

    /// Applies one change.
    ///
    /// - Throws: What the system throws, such as `UNError.notificationsNotAllowed`, and
    ///   ``PresentationError`` for a badge on a watch, which has none.
    public func apply(_ change: NotificationChange) async throws {
      let center = UNUserNotificationCenter.current()
      switch change {
      case .post(let notification):
        try await center.add(UNNotificationRequest.request(notification))
      case .remove(let identifier):
        center.removePendingNotificationRequests(withIdentifiers: [identifier.rawValue])
        center.removeDeliveredNotifications(withIdentifiers: [identifier.rawValue])
      case .badge(let count):
        #if os(watchOS)
          throw PresentationError.noBadge
        #else
          try await center.setBadgeCount(count)
        #endif
      }
    }
  }

  /// Why the system cannot show what a script asked for.
  public enum PresentationError: Error, CustomStringConvertible {
    /// Apps on a watch have no badge.
    case noBadge

    /// A sentence with the cure.
    public var description: String {
      "an app on a watch has no badge; set it from the app on the phone"
    }
  }

  extension UNNotificationRequest {
    /// The system's request for a notification that a script posts.
    public static func request(_ notification: LocalNotification) -> UNNotificationRequest {
      let content = UNMutableNotificationContent()
      content.title = notification.title
      content.body = notification.body
      content.categoryIdentifier = notification.category?.rawValue ?? ""
      content.userInfo = notification.userInfo.userInfo
      // The system raises an exception for an interval that is not above 0.
      let isLater = notification.after > 0 && notification.after.isFinite
      return UNNotificationRequest(
        identifier: notification.identifier.rawValue, content: content,
        trigger: isLater
          ? UNTimeIntervalNotificationTrigger(timeInterval: notification.after, repeats: false)
          : nil)
    }
  }
#endif
