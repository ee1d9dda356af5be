// Declared by hand after Apple's documentation, only what AppleNotifications uses. Initializers
// with `standIn` are the stand-in's own: the system makes these objects itself.
import CoreLocation
import Foundation

open class UNNotificationTrigger: NSObject {
  public let repeats: Bool

  init(_ repeats: Bool) { self.repeats = repeats }
}

open class UNPushNotificationTrigger: UNNotificationTrigger {
  public init(standIn: Void) { super.init(false) }
}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public let timeInterval: TimeInterval

  init(_ timeInterval: TimeInterval, _ repeats: Bool) {
    precondition(timeInterval > 0)
    self.timeInterval = timeInterval
    super.init(repeats)
  }

  public convenience init(timeInterval: TimeInterval, repeats: Bool) {
    self.init(timeInterval, repeats)
  }
}

open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  public let dateComponents: DateComponents

  public init(standIn dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats)
  }
}

open class UNLocationNotificationTrigger: UNNotificationTrigger {
  public let region: CLRegion

  public init(standIn region: CLRegion, repeats: Bool) {
    self.region = region
    super.init(repeats)
  }
}

open class UNNotificationRequest: NSObject {
  public let identifier: String
  public let content: UNNotificationContent
  public let trigger: UNNotificationTrigger?

  init(_ identifier: String, _ content: UNNotificationContent, _ trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }

  public convenience init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.init(identifier, content, trigger)
  }
}

open class UNNotification: NSObject {
  public let date: Date
  public let request: UNNotificationRequest

  public init(standIn request: UNNotificationRequest, date: Date) {
    self.request = request
    self.date = date
  }
}

open class UNNotificationResponse: NSObject {
  public let notification: UNNotification
  public let actionIdentifier: String

  public init(standIn actionIdentifier: String, _ notification: UNNotification) {
    self.actionIdentifier = actionIdentifier
    self.notification = notification
  }
}

open class UNTextInputNotificationResponse: UNNotificationResponse {
  public let userText: String

  public init(standIn actionIdentifier: String, text: String, _ notification: UNNotification) {
    userText = text
    super.init(standIn: actionIdentifier, notification)
  }
}
