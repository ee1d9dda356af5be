// Declared by hand after Apple's documentation, only what AppleNotifications uses.
import Foundation

/// Apple's methods are optional ones of Objective-C. Here each has a default, and the property of
/// the same name imitates the optional call: it is nil where the object is no `OptionalMethods`.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping ResponseHandler)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping PresentationHandler)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)

  /// Whether the object has the methods; the stand-in's own.
  var hasMethods: Bool { get }
}

extension UNUserNotificationCenterDelegate {
  public var hasMethods: Bool { true }

  public var userNotificationCenter: OptionalMethods? {
    hasMethods ? OptionalMethods(delegate: self) : nil
  }
}

public struct OptionalMethods {
  let delegate: any UNUserNotificationCenterDelegate

  public func callAsFunction(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping ResponseHandler
  ) {
    delegate.userNotificationCenter(
      center, didReceive: response, withCompletionHandler: completionHandler)
  }

  public func callAsFunction(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping PresentationHandler
  ) {
    delegate.userNotificationCenter(
      center, willPresent: notification, withCompletionHandler: completionHandler)
  }

  public func callAsFunction(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {
    delegate.userNotificationCenter(center, openSettingsFor: notification)
  }
}
