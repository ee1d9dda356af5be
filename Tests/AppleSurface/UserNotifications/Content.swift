// Declared by hand after Apple's documentation, only what AppleNotifications uses. The setters and
// initializers that `Drive.swift` needs are the stand-in's own where Apple has none.
import Foundation

open class UNNotificationSound: NSObject {
  public static var `default`: UNNotificationSound { UNNotificationSound() }
}

open class UNNotificationAttachment: NSObject {
  public let identifier: String
  public let url: URL
  public let type: String

  public init(standIn identifier: String, url: URL, type: String) {
    self.identifier = identifier
    self.url = url
    self.type = type
  }
}

public enum UNNotificationInterruptionLevel: UInt, Sendable {
  case passive = 0
  case active = 1
  case timeSensitive = 2
  case critical = 3
}

open class UNNotificationContent: NSObject {
  public internal(set) var attachments: [UNNotificationAttachment] = []
  public internal(set) var filterCriteria: String?
  public internal(set) var interruptionLevel = UNNotificationInterruptionLevel.active
  public internal(set) var relevanceScore: Double = 0
  public internal(set) var launchImageName = ""
  public internal(set) var targetContentIdentifier: String?
  var text: [String: String] = [:]
  var number: NSNumber?
  var noise: UNNotificationSound?
  var info: [AnyHashable: Any] = [:]

  public var title: String { text["title"] ?? "" }
  public var subtitle: String { text["subtitle"] ?? "" }
  public var body: String { text["body"] ?? "" }
  public var categoryIdentifier: String { text["category"] ?? "" }
  public var threadIdentifier: String { text["thread"] ?? "" }
  public var badge: NSNumber? { number }
  public var sound: UNNotificationSound? { noise }
  public var userInfo: [AnyHashable: Any] { info }
}

open class UNMutableNotificationContent: UNNotificationContent {
  override public init() {}

  override public var title: String {
    get { super.title }
    set { text["title"] = newValue }
  }
  override public var body: String {
    get { super.body }
    set { text["body"] = newValue }
  }
  override public var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { text["category"] = newValue }
  }
  override public var threadIdentifier: String {
    get { super.threadIdentifier }
    set { text["thread"] = newValue }
  }
  override public var badge: NSNumber? {
    get { super.badge }
    set { number = newValue }
  }
  override public var sound: UNNotificationSound? {
    get { super.sound }
    set { noise = newValue }
  }
  override public var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set { info = newValue }
  }
}
