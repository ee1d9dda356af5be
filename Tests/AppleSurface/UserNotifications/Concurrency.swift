// Declared by hand after Apple's documentation, only what AppleNotifications uses.
@_exported import Foundation

// Older SDKs say nothing about concurrency; newer ones mark some of the classes as Sendable and the
// handlers as @Sendable. The sources must compile with both.
#if NEWER_SDK
  extension UNNotificationCategory: @unchecked Sendable {}
  extension UNUserNotificationCenter: @unchecked Sendable {}
  extension UNNotificationRequest: @unchecked Sendable {}
  extension UNNotification: @unchecked Sendable {}

  public typealias ResponseHandler = @Sendable () -> Void
  public typealias PresentationHandler = @Sendable (UNNotificationPresentationOptions) -> Void
#else
  public typealias ResponseHandler = () -> Void
  public typealias PresentationHandler = (UNNotificationPresentationOptions) -> Void
#endif
