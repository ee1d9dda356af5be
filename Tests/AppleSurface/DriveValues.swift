import ActionPlugins
import AppleNotifications
import CoreLocation
import Foundation
import LocalAuthentication
import UIKit
import UserNotifications

extension Drive {
  @MainActor func conversions() async {
    do {
      let converted = try NotificationResponse(Self.response("reply", text: ""))
      let notification = converted.notification
      let content = notification.request.content
      Fact.holds("an empty text is a text", converted.userText?.isEmpty == true)
      Fact.holds(
        "the date keeps its milliseconds", notification.date.description.hasSuffix(".250Z"))
      Fact.holds("a push is one", notification.request.trigger == .push)
      Fact.holds("the badge is a number", content.badge == 3)
      Fact.holds("the sound has its name", content.sound == NotificationSound(named: "bell.caf"))
      let plain = try NotificationResponse(Self.response("forward"))
      Fact.holds("no text is no text", plain.userText == nil)

      let region = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 52, longitude: 13), radius: 100,
        identifier: "office")
      let date = DateComponents(timeZone: TimeZone(identifier: "Europe/Berlin"), hour: 8)
      let triggers: [(UNNotificationTrigger, String)] = [
        (UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false), "timeInterval"),
        (UNCalendarNotificationTrigger(standIn: date, repeats: true), "calendar"),
        (UNLocationNotificationTrigger(standIn: region, repeats: false), "location"),
      ]
      for (trigger, type) in triggers {
        let converted = try DeliveredNotification(Self.notification(trigger: trigger))
        Fact.holds("a trigger: \(type)", converted.request.trigger?.type == type)
      }
    } catch {
      Fact.holds("\(error)", false)
    }
  }

  @MainActor func categories() async {
    let host = UNNotificationCategory(
      identifier: "host", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: nil,
      categorySummaryFormat: nil)
    center.setNotificationCategories([host])
    let registration = CategoryRegistration()
    let replaced = await registration.register(runtime.categories, language: "de")
    Fact.holds("nothing of the host is replaced", replaced.isEmpty)
    Fact.holds(
      "the host's category stays", Set(center.registered.map(\.identifier)) == ["host", "drive"])
    let drive = center.registered.first { $0.identifier == "drive" }
    Fact.holds("all options but the one without effect", drive?.options.rawValue == 15)
    Fact.holds("the placeholder", drive?.hiddenPreviewsBodyPlaceholder == "%u new")
    Fact.holds("the summary", drive?.categorySummaryFormat == "%u more")
    Fact.holds("the intents", drive?.intentIdentifiers == ["INSendMessageIntent"])
    Fact.holds(
      "the actions in order",
      drive?.actions.map(\.identifier) == ["reply", "forward", "fail", "loop", "open"])
    Fact.holds("their options", drive?.actions.map(\.options.rawValue) == [1, 2, 0, 0, 4])
    let reply = drive?.actions.first as? UNTextInputNotificationAction
    Fact.holds("the title in the language", reply?.title == "Antworten")
    Fact.holds("the icon", reply?.icon != nil)
    Fact.holds("the field's button", reply?.textInputButtonTitle == "Antworten")
    Fact.holds("the placeholder of the field", reply?.textInputPlaceholder == "Text")

    await registration.register([], language: "de")
    Fact.holds("dropped categories go", center.registered.map(\.identifier) == ["host"])
    CategoryRegistration.register(runtime.categories, beside: [host], language: "en")
    Fact.holds("beside the host's", center.registered.count == 2)
  }

  @MainActor func presenter() async throws {
    let presenter = UserNotificationPresenter()
    let notification = LocalNotification(
      identifier: "later", title: "T", body: "B", category: "drive",
      userInfo: ["flag": true, "one": 1, "float": 1.0, "none": nil], after: 60)
    try await presenter.apply(.post(notification))
    let request = center.requests.first
    let interval = (request?.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval
    Fact.holds("it waits", interval == 60)
    let back = try request.map { try NotificationContent($0.content) }
    Fact.holds("userInfo comes back", back?.userInfo == notification.userInfo)
    Fact.holds("its category", back?.categoryIdentifier == "drive")
    var now = notification
    now.after = 0
    try await presenter.apply(.post(now))
    Fact.holds("a second post replaces the first", center.requests.count == 1)
    Fact.holds("at once has no trigger", center.requests.first?.trigger == nil)
    try await presenter.apply(.remove(identifier: "later"))
    Fact.holds("it is removed", center.requests.isEmpty)
    try await presenter.apply(.badge(4))
    Fact.holds("the badge is set", center.badgeCount == 4)
  }

  @MainActor func device() async {
    let device = PluginDevice(application: UIApplication(standIn: true))
    Fact.holds("unlocked as the application says", device.isUnlocked)
    NotificationCenter.default.post(
      name: UIApplication.protectedDataWillBecomeUnavailableNotification, object: nil)
    Fact.holds("locks", !device.isUnlocked)
    NotificationCenter.default.post(
      name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
    Fact.holds("unlocks", device.isUnlocked)
    let answers: [(Result<Bool, LAError.Code>, Authentication)] = [
      (.success(true), .granted), (.failure(.userCancel), .refused),
      (.failure(.authenticationFailed), .refused), (.failure(.notInteractive), .unavailable),
      (.failure(.passcodeNotSet), .unavailable),
    ]
    for (answer, expected) in answers {
      LAContext.answer = answer
      let given = await device.authenticate(reason: nil)
      Fact.holds("\(answer) is \(expected)", given == expected)
    }
  }
}
