// Declared by hand after Apple's documentation, only what AppleNotifications uses.
@_exported import Foundation

@MainActor open class UIApplication: NSObject {
  public nonisolated static let protectedDataDidBecomeAvailableNotification =
    Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
  public nonisolated static let protectedDataWillBecomeUnavailableNotification =
    Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")

  public let isProtectedDataAvailable: Bool

  public init(standIn isProtectedDataAvailable: Bool) {
    self.isProtectedDataAvailable = isProtectedDataAvailable
    super.init()
  }
}
