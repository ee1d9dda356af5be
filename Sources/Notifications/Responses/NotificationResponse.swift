/// What a person did with a notification. Mirrors `UNNotificationResponse` and
/// `UNTextInputNotificationResponse`.
public struct NotificationResponse: Sendable, Equatable {
  /// The action picked; one of `ActionIdentifier`'s two, or one of the category's.
  public var actionIdentifier: Identifier
  /// What was typed, byte for byte; nil on anything but text input. The empty text is a reply.
  public var userText: String?
  /// The notification that was acted on.
  public var notification: DeliveredNotification

  /// A response.
  public init(
    actionIdentifier: Identifier, userText: String? = nil, notification: DeliveredNotification
  ) {
    self.actionIdentifier = actionIdentifier
    self.userText = userText
    self.notification = notification
  }

  public static func == (left: NotificationResponse, right: NotificationResponse) -> Bool {
    left.actionIdentifier == right.actionIdentifier
      && left.userText.hasSameBytes(as: right.userText)
      && left.notification == right.notification
  }
}
