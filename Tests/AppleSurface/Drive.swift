// Plays the system: sends responses through the delegate and counts the completions.
import ActionPlugins
import AppleNotifications
import CoreLocation
import Foundation
import LocalAuthentication
import UIKit
import UserNotifications

@main struct Drive {
  @MainActor static func main() async throws {
    let folder = try Bundle.write()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let drive = try Drive(folder)
    await drive.conversions()
    await drive.responses()
    await drive.hostlessResponses()
    await drive.presentation()
    await drive.categories()
    try await drive.presenter()
    await drive.device()
    print("\(Fact.count) facts hold")
  }

  let runtime: PluginRuntime
  let center = UNUserNotificationCenter.current()

  @MainActor init(_ folder: String) throws {
    runtime = try PluginRuntime(
      bundles: .directory(folder), container: .inMemory,
      device: PluginDevice(isUnlocked: { true }))
    Fact.holds("the bundle loads", runtime.refusals.isEmpty)
  }
}

/// A fact that must hold, or the run ends with its sentence.
@MainActor enum Fact {
  static var count = 0

  static func holds(_ sentence: String, _ fact: Bool) {
    guard fact else {
      FileHandle.standardError.write(Data("does not hold: \(sentence)\n".utf8))
      exit(1)
    }
    count += 1
  }
}

/// A bundle whose handlers end in each way that matters to the delegate.
enum Bundle {
  static let manifest = """
    { "api": 1, "identifier": "com.example.drive", "version": "1.0.0",
      "categories": [ { "identifier": "drive",
        "options": ["customDismissAction", "allowInCarPlay", "hiddenPreviewsShowTitle",
          "hiddenPreviewsShowSubtitle", "allowAnnouncement"],
        "hiddenPreviewsBodyPlaceholder": "%u new", "summaryFormat": "%u more",
        "intentIdentifiers": ["INSendMessageIntent"],
        "actions": [
          { "identifier": "reply", "title": { "en": "Reply", "de": "Antworten" },
            "textInput": { "placeholder": "Text" }, "options": ["authenticationRequired"],
            "icon": "arrowshape.turn.up.left" },
          { "identifier": "forward", "title": "Forward", "options": ["destructive"] },
          { "identifier": "fail", "title": "Fail", "textInput": {} },
          { "identifier": "loop", "title": "Loop" },
          { "identifier": "open", "title": "Open", "options": ["foreground"] } ] } ] }
    """
  static let scripts = [
    "reply": """
    return function(response)
      local info = response.notification.request.content.userInfo
      return { completion = "dismiss", result = {
        text = response.userText, flag = info.flag, one = math.type(info.one),
        float = math.type(info.float) } }
    end
    """,
    "forward": "return function() return 'dismissAndForwardAction' end",
    "fail": "return function() error('no') end",
    "loop": "return function() while true do end end",
    "open": "return function() return { open = 'example://chat/7' } end",
  ]

  static func write() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "drive-\(ProcessInfo.processInfo.processIdentifier)")
    let bundle = folder.appending(path: "drive")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(manifest.utf8).write(to: bundle.appending(path: "plugin.json"))
    for (name, source) in scripts {
      try Data(source.utf8).write(to: bundle.appending(path: "\(name).lua"))
    }
    return folder.path(percentEncoded: false)
  }
}

/// The host's own delegate, which answers a response as it is told to.
@MainActor final class Host: NSObject, @MainActor UNUserNotificationCenterDelegate {
  enum Answer { case once, twice, never }

  var answer = Answer.once
  nonisolated let hasMethods = true
  var responses: [UNNotificationResponse] = []
  var settings = 0

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping ResponseHandler
  ) {
    responses.append(response)
    if answer != .never { completionHandler() }
    if answer == .twice { completionHandler() }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping PresentationHandler
  ) {
    if answer != .never { completionHandler(.banner) }
    if answer == .twice { completionHandler(.list) }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {
    settings += 1
  }
}

/// A delegate that implements none of the optional methods.
@MainActor final class SilentHost: NSObject, @MainActor UNUserNotificationCenterDelegate {
  nonisolated let hasMethods = false

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping ResponseHandler
  ) {}

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping PresentationHandler
  ) {}

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {}
}
