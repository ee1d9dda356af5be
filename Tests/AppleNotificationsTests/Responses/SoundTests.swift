import ActionPlugins
import Testing

@testable import AppleNotifications

@Suite struct SoundTests {
  struct Case: Sendable {
    var payload: JSONObject
    var sound: NotificationSound?
  }

  static let cases: [Case] = [
    Case(
      payload: ["aps": ["sound": "bell.caf"]], sound: NotificationSound(named: "bell.caf")),
    Case(
      payload: ["aps": ["sound": ["critical": 1, "name": "alarm.caf", "volume": 0.5]]],
      sound: try? NotificationSound(name: "alarm.caf", isCritical: true, volume: 0.5)),
    Case(
      payload: ["aps": ["sound": ["critical": 0, "volume": 1]]],
      sound: try? NotificationSound(name: "default", volume: 1)),
    Case(payload: ["aps": ["sound": ["volume": 2]]], sound: nil),
    Case(payload: ["aps": ["sound": 1]], sound: nil),
    Case(payload: ["aps": "text"], sound: nil),
    Case(payload: [:], sound: nil),
  ]

  @Test(arguments: cases)
  func `a sound is named by the payload`(named: Case) {
    #expect(NotificationSound(payload: named.payload) == named.sound)
  }
}
