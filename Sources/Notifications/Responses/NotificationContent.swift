/// What a notification shows and carries. Mirrors `UNNotificationContent`: texts are empty, not
/// nil, where they are absent.
public struct NotificationContent: Sendable {
  /// The first line.
  public var title = ""
  /// The second line.
  public var subtitle = ""
  /// The text.
  public var body = ""
  /// The number on the app's icon; 0 clears it, nil leaves it as it is.
  public var badge: Int64?
  /// What is played; nil is silence.
  public var sound: NotificationSound?
  /// Names the category; empty when the notification has none.
  public var categoryIdentifier: Identifier = ""
  /// Groups notifications, and is where a reply goes unless it names another recipient.
  public var threadIdentifier: Identifier = ""
  /// The window that the app should bring forward.
  public var targetContentIdentifier: Identifier?
  /// How much the notification may interrupt.
  public var interruptionLevel = InterruptionLevel.active
  /// The weight in a summary, 0 to 1, default 0.
  public var relevanceScore = FiniteNumber.zero
  /// What the system evaluates against a Focus filter.
  public var filterCriteria: String?
  /// The launch image that the app should show when it opens.
  public var launchImageName = ""
  /// The whole payload, `aps` included.
  public var userInfo = JSONObject()
  /// Media shown beside the text.
  public var attachments: [NotificationAttachment] = []

  /// An empty content; set what it should have.
  public init() {}
}

extension NotificationContent: Equatable {
  public static func == (left: NotificationContent, right: NotificationContent) -> Bool {
    left.title.hasSameBytes(as: right.title)
      && left.subtitle.hasSameBytes(as: right.subtitle)
      && left.body.hasSameBytes(as: right.body)
      && left.badge == right.badge
      && left.sound == right.sound
      && left.categoryIdentifier == right.categoryIdentifier
      && left.threadIdentifier == right.threadIdentifier
      && left.targetContentIdentifier == right.targetContentIdentifier
      && left.interruptionLevel == right.interruptionLevel
      && left.relevanceScore == right.relevanceScore
      && left.filterCriteria.hasSameBytes(as: right.filterCriteria)
      && left.launchImageName.hasSameBytes(as: right.launchImageName)
      && left.userInfo == right.userInfo
      && left.attachments == right.attachments
  }
}
