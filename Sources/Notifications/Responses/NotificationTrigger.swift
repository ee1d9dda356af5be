/// What caused a delivery. Mirrors `UNNotificationTrigger` and its four kinds.
public enum NotificationTrigger: Sendable, Equatable {
  /// A push from the server.
  case push
  /// Some time after the request was added.
  case timeInterval(TimeIntervalTrigger)
  /// At a date.
  case calendar(CalendarTrigger)
  /// On entering or leaving a place.
  case location(LocationTrigger)

  /// The name in responses: `push`, `timeInterval`, `calendar`, `location`.
  public var type: String {
    switch self {
    case .push: "push"
    case .timeInterval: "timeInterval"
    case .calendar: "calendar"
    case .location: "location"
    }
  }
}

/// A delivery some time after the request. Mirrors `UNTimeIntervalNotificationTrigger`.
public struct TimeIntervalTrigger: Sendable, Hashable {
  /// Seconds from the request to the delivery, above 0; at least 60 when it repeats.
  public let timeInterval: Double
  /// Whether it is delivered again and again.
  public let repeats: Bool

  /// A trigger; refuses an interval that the system refuses.
  public init(timeInterval: Double, repeats: Bool = false) throws(NotificationError) {
    guard timeInterval.isFinite, timeInterval > 0 else {
      throw NotificationError(.outOfRange, "a time interval must be above 0 seconds")
    }
    guard !repeats || timeInterval >= 60 else {
      throw NotificationError(
        .outOfRange, "a time interval that repeats must be at least 60 seconds")
    }
    self.timeInterval = timeInterval
    self.repeats = repeats
  }
}

/// A delivery at a date. Mirrors `UNCalendarNotificationTrigger`.
public struct CalendarTrigger: Sendable, Hashable {
  /// The parts of a date that must match, named as `DateComponents` names its properties.
  public let dateComponents: [DateComponent: Int64]
  /// The time zone's name, such as `Europe/Berlin`; nil is the device's.
  public let timeZone: Identifier?
  /// Whether it is delivered at every match.
  public let repeats: Bool

  /// A trigger.
  public init(
    dateComponents: [DateComponent: Int64], timeZone: Identifier? = nil, repeats: Bool = false
  ) {
    self.dateComponents = dateComponents
    self.timeZone = timeZone
    self.repeats = repeats
  }
}

/// A part of a date that a calendar trigger matches.
public enum DateComponent: String, Sendable, CaseIterable {
  case era, year, yearForWeekOfYear, quarter, month, weekOfMonth, weekOfYear, weekday
  case weekdayOrdinal, day, hour, minute, second, nanosecond
}

/// A delivery on entering or leaving a place. Mirrors `UNLocationNotificationTrigger`.
public struct LocationTrigger: Sendable, Hashable {
  /// The place.
  public let region: Region
  /// Whether it is delivered every time.
  public let repeats: Bool

  /// A trigger.
  public init(region: Region, repeats: Bool = false) {
    self.region = region
    self.repeats = repeats
  }

  /// A place. Mirrors `CLRegion`, and `CLCircularRegion` where there is a circle.
  public struct Region: Sendable, Hashable {
    /// Names the region.
    public let identifier: Identifier
    /// The circle; nil for regions of other kinds.
    public let circle: Circle?
    /// Whether entering counts.
    public let notifyOnEntry: Bool
    /// Whether leaving counts.
    public let notifyOnExit: Bool

    /// A region.
    public init(
      identifier: Identifier, circle: Circle? = nil, notifyOnEntry: Bool = true,
      notifyOnExit: Bool = true
    ) {
      self.identifier = identifier
      self.circle = circle
      self.notifyOnEntry = notifyOnEntry
      self.notifyOnExit = notifyOnExit
    }
  }

  /// A circle on the ground.
  public struct Circle: Sendable, Hashable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double
    /// Metres, 0 or more.
    public let radius: Double

    /// A circle; refuses coordinates that do not exist and a negative radius.
    public init(
      latitude: Double, longitude: Double, radius: Double
    ) throws(NotificationError) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
        throw NotificationError(
          .outOfRange, "latitude must lie between -90 and 90, longitude between -180 and 180")
      }
      guard radius.isFinite, radius >= 0 else {
        throw NotificationError(.outOfRange, "a radius must be 0 or more metres")
      }
      self.latitude = latitude
      self.longitude = longitude
      self.radius = radius
    }
  }
}
