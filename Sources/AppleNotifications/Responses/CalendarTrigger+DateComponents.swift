import ActionPlugins
import Foundation

extension CalendarTrigger {
  /// The parts that a calendar trigger of the system matches; those that are not set are absent.
  init(_ components: DateComponents, repeats: Bool) {
    var parts: [DateComponent: Int64] = [:]
    for part in DateComponent.allCases {
      parts[part] = components.part(part).flatMap { Int64(exactly: $0) }
    }
    self.init(
      dateComponents: parts, timeZone: components.timeZone.map { Identifier($0.identifier) },
      repeats: repeats)
  }
}

extension DateComponents {
  fileprivate func part(_ part: DateComponent) -> Int? {
    switch part {
    case .era: era
    case .year: year
    case .yearForWeekOfYear: yearForWeekOfYear
    case .quarter: quarter
    case .month: month
    case .weekOfMonth: weekOfMonth
    case .weekOfYear: weekOfYear
    case .weekday: weekday
    case .weekdayOrdinal: weekdayOrdinal
    case .day: day
    case .hour: hour
    case .minute: minute
    case .second: second
    case .nanosecond: nanosecond
    }
  }
}
