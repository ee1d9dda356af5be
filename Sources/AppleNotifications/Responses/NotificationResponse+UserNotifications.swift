#if canImport(UserNotifications)
  public import ActionPlugins
  import Foundation
  public import UserNotifications

  extension NotificationResponse {
    /// A response of the system as the runtime takes it; the typed text byte for byte.
    ///
    /// - Throws: ``UserInfoError`` where `userInfo` has no JSON form.
    public init(_ response: UNNotificationResponse) throws(UserInfoError) {
      let typed = (response as? UNTextInputNotificationResponse)?.userText
      self.init(
        actionIdentifier: Identifier(response.actionIdentifier), userText: typed,
        notification: try DeliveredNotification(response.notification))
    }
  }

  extension DeliveredNotification {
    /// A notification of the system; its date rounded to the millisecond.
    ///
    /// - Throws: ``UserInfoError`` where `userInfo` has no JSON form.
    public init(_ notification: UNNotification) throws(UserInfoError) {
      let seconds = notification.date.timeIntervalSince1970
      self.init(
        date: Timestamp.epoch.advanced(bySeconds: seconds),
        request: try NotificationRequest(notification.request))
    }
  }

  extension NotificationRequest {
    /// A request of the system.
    ///
    /// - Throws: ``UserInfoError`` where `userInfo` has no JSON form.
    public init(_ request: UNNotificationRequest) throws(UserInfoError) {
      self.init(
        identifier: Identifier(request.identifier),
        content: try NotificationContent(request.content),
        trigger: request.trigger.flatMap(NotificationTrigger.init))
    }
  }
#endif
