/// What was asked to be shown, and when. Mirrors `UNNotificationRequest`.
public struct NotificationRequest: Sendable, Equatable {
  /// Names the request. Not unique per delivery: a collapsed push keeps its identifier.
  public var identifier: Identifier
  /// What is shown.
  public var content: NotificationContent
  /// What caused the delivery; nil means at once.
  public var trigger: NotificationTrigger?

  /// A request.
  public init(
    identifier: Identifier, content: NotificationContent, trigger: NotificationTrigger? = nil
  ) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }
}
