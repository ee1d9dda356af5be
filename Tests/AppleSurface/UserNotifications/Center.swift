// Declared by hand after Apple's documentation, only what AppleNotifications uses.
import Foundation

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNNotificationPresentationOptions(rawValue: 1)
  public static let sound = UNNotificationPresentationOptions(rawValue: 2)
  public static let list = UNNotificationPresentationOptions(rawValue: 8)
  public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// Keeps what is registered and asked for, in the one process that plays the system.
open class UNUserNotificationCenter: NSObject {
  #if NEWER_SDK
    private static let shared = UNUserNotificationCenter(standIn: ())
  #else
    nonisolated(unsafe) private static let shared = UNUserNotificationCenter(standIn: ())
  #endif

  public weak var delegate: (any UNUserNotificationCenterDelegate)?
  public private(set) var registered: Set<UNNotificationCategory> = []
  public private(set) var requests: [UNNotificationRequest] = []
  public private(set) var badgeCount = 0

  init(standIn: Void) {}

  open class func current() -> UNUserNotificationCenter { shared }

  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    registered = categories
  }

  open func notificationCategories() async -> Set<UNNotificationCategory> { registered }

  open func add(_ request: UNNotificationRequest) async throws {
    requests.removeAll { $0.identifier == request.identifier }
    requests.append(request)
  }

  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    requests.removeAll { identifiers.contains($0.identifier) }
  }

  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}

  open func setBadgeCount(_ newBadgeCount: Int) async throws { badgeCount = newBadgeCount }
}
