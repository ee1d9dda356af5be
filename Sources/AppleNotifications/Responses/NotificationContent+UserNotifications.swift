#if canImport(UserNotifications)
  public import ActionPlugins
  import Foundation
  public import UserNotifications

  extension NotificationContent {
    /// A content of the system.
    ///
    /// The system does not tell a sound's name: it is taken from the payload's `aps.sound`, and is
    /// `default` for a local notification with any sound.
    ///
    /// - Throws: ``UserInfoError`` where `userInfo` has no JSON form.
    public init(_ content: UNNotificationContent) throws(UserInfoError) {
      self.init()
      title = content.title
      subtitle = content.subtitle
      body = content.body
      badge = content.badge?.int64Value
      categoryIdentifier = Identifier(content.categoryIdentifier)
      threadIdentifier = Identifier(content.threadIdentifier)
      targetContentIdentifier = content.targetContentIdentifier.map { Identifier($0) }
      interruptionLevel =
        Int(exactly: content.interruptionLevel.rawValue)
        .flatMap(InterruptionLevel.init) ?? .active
      relevanceScore = FiniteNumber(content.relevanceScore) ?? .zero
      filterCriteria = content.filterCriteria
      #if !os(macOS)
        launchImageName = content.launchImageName
      #endif
      userInfo = try JSONObject(userInfo: content.userInfo)
      attachments = content.attachments.map { attachment in
        NotificationAttachment(
          identifier: Identifier(attachment.identifier),
          url: Identifier(attachment.url.absoluteString), type: Identifier(attachment.type))
      }
      if content.sound != nil {
        sound = NotificationSound(payload: userInfo) ?? NotificationSound(named: "default")
      }
    }
  }
#endif
