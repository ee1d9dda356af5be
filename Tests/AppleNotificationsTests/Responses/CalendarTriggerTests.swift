import ActionPlugins
import Foundation
import Testing

@testable import AppleNotifications

@Suite struct CalendarTriggerTests {
  @Test func `only the parts that are set must match`() {
    let components = DateComponents(
      timeZone: TimeZone(secondsFromGMT: 0), month: 2, hour: 8, minute: 30, weekday: 2)
    let trigger = CalendarTrigger(components, repeats: true)
    #expect(trigger.dateComponents == [.month: 2, .hour: 8, .minute: 30, .weekday: 2])
    #expect(trigger.timeZone == Identifier(TimeZone(secondsFromGMT: 0)?.identifier ?? ""))
    #expect(trigger.repeats)
  }
}
