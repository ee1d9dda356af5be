#if canImport(UserNotifications)
  public import ActionPlugins
  import Foundation
  public import UserNotifications

  #if canImport(CoreLocation) && !os(macOS) && !os(watchOS) && !os(visionOS)
    import CoreLocation
  #endif

  extension NotificationTrigger {
    /// A trigger of the system; nil for a kind that has no counterpart here.
    public init?(_ trigger: UNNotificationTrigger) {
      switch trigger {
      case is UNPushNotificationTrigger: self = .push
      case let trigger as UNTimeIntervalNotificationTrigger:
        guard
          let interval = try? TimeIntervalTrigger(
            timeInterval: trigger.timeInterval, repeats: trigger.repeats)
        else { return nil }
        self = .timeInterval(interval)
      case let trigger as UNCalendarNotificationTrigger:
        self = .calendar(CalendarTrigger(trigger.dateComponents, repeats: trigger.repeats))
      default:
        guard let location = LocationTrigger(trigger) else { return nil }
        self = .location(location)
      }
    }
  }

  extension LocationTrigger {
    fileprivate init?(_ trigger: UNNotificationTrigger) {
      #if canImport(CoreLocation) && !os(macOS) && !os(watchOS) && !os(visionOS)
        guard let trigger = trigger as? UNLocationNotificationTrigger else { return nil }
        var circle: Circle?
        if let region = trigger.region as? CLCircularRegion {
          circle = try? Circle(
            latitude: region.center.latitude, longitude: region.center.longitude,
            radius: region.radius)
        }
        self.init(
          region: Region(
            identifier: Identifier(trigger.region.identifier), circle: circle,
            notifyOnEntry: trigger.region.notifyOnEntry,
            notifyOnExit: trigger.region.notifyOnExit),
          repeats: trigger.repeats)
      #else
        return nil
      #endif
    }
  }
#endif
