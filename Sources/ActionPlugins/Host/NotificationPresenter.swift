/// Shows the local notifications that scripts post; mirrors `UNUserNotificationCenter.add(_:)`.
///
/// The same change may be handed over more than once after a crash; posting an identifier again
/// replaces what it showed.
public protocol NotificationPresenter: Sendable {
  func apply(_ change: NotificationChange) async throws
}

/// A local notification to post or remove, or a badge to set.
public enum NotificationChange: Sendable, Hashable {
  case post(LocalNotification)
  case remove(identifier: Identifier)
  /// 0 removes the badge.
  case badge(Int)
}

/// A local notification that a script posts.
public struct LocalNotification: Sendable, Hashable {
  /// The request's identifier; one that is shown already is replaced.
  public var identifier: Identifier
  /// The title, "" where there is none.
  public var title: String
  /// The body, "" where there is none.
  public var body: String
  /// Its category, whose actions it offers.
  public var category: Identifier?
  /// Data for the handlers of its own actions.
  public var userInfo: JSONObject
  /// Seconds until it is shown, 0 for at once.
  public var after: Double

  /// A notification to show.
  public init(
    identifier: Identifier, title: String, body: String, category: Identifier? = nil,
    userInfo: JSONObject = JSONObject(), after: Double = 0
  ) {
    self.identifier = identifier
    self.title = title
    self.body = body
    self.category = category
    self.userInfo = userInfo
    self.after = after
  }
}
