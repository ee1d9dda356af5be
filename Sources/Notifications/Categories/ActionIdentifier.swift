/// The two action identifiers that the system itself sends.
public enum ActionIdentifier {
  /// The person opened the app from the notification.
  ///
  /// Mirrors `UNNotificationDefaultActionIdentifier`.
  public static let `default`: Identifier = "com.apple.UNNotificationDefaultActionIdentifier"

  /// The person dismissed the notification, and its category has `customDismissAction`.
  ///
  /// Mirrors `UNNotificationDismissActionIdentifier`.
  public static let dismiss: Identifier = "com.apple.UNNotificationDismissActionIdentifier"

  /// Whether an identifier is one of the two, and so cannot name an action of a category.
  public static func isReserved(_ identifier: Identifier) -> Bool {
    identifier == Self.default || identifier == dismiss
  }
}
