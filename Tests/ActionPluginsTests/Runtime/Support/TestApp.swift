import Notifications
import Testing

@testable import ActionPlugins

/// A host app for one test: a bundle on disk, a runtime over it, and who answers for the system.
///
/// Every action of the bundle's one category is handled by `main.lua`: `reply` takes text, `tap`
/// runs while the device is locked, `secure` and `secureReply` need it unlocked, `open` brings the
/// app to the front.
struct TestApp: Sendable {
  static let plugin: Identifier = "com.example.app"

  let folder: PluginsFolder
  let runtime: PluginRuntime

  init(
    _ script: String, files: [String: String] = [:], functions: [String] = [],
    permissions: String? = nil, version: String = "1.0.0", seconds: Double? = nil,
    device: any Device = FixedDevice(isUnlocked: true, answer: .granted),
    sender: (any ReplySender)? = nil, presenter: (any NotificationPresenter)? = nil,
    container: ContainerLocation = .inMemory, limits: PluginLimits = .default,
    configure: (inout RuntimeConfiguration) -> Void = { _ in }
  ) throws {
    folder = try PluginsFolder()
    try Self.write(
      script, files: files, functions: functions, permissions: permissions, version: version,
      seconds: seconds, to: folder)
    var configuration = RuntimeConfiguration()
    configure(&configuration)
    runtime = try PluginRuntime(
      bundles: .directory(folder.path), container: container, device: device, replySender: sender,
      presenter: presenter, limits: limits, configuration: configuration)
    #expect(runtime.refusals.map { folder.shown($0.description) } == [])
  }

  static func write(
    _ script: String, files: [String: String] = [:], functions: [String] = [],
    permissions: String? = nil, version: String = "1.0.0", seconds: Double? = nil,
    to folder: PluginsFolder
  ) throws {
    let names = functions.map { "\"\($0)\"" }.joined(separator: ", ")
    let all = """
      {"storage": {"shared": {"unread": "readWrite", "session": "read"}, "protected": true},
       "reply": {"to": ["*"]}, "files": true, "notifications": true, "functions": [\(names)]}
      """
    let limits = seconds.map { ", \"limits\": {\"seconds\": \($0)}" } ?? ""
    try folder.write(
      """
      {"api": 1, "identifier": "\(plugin)", "version": "\(version)", "categories": [
        {"identifier": "message", "options": ["customDismissAction"], "actions": [
          {"identifier": "reply", "title": "Reply", "textInput": {}, "handler": "main.lua"},
          {"identifier": "tap", "title": "Tap", "handler": "main.lua"},
          {"identifier": "secure", "title": "Secure", "options": ["authenticationRequired"],
           "handler": "main.lua"},
          {"identifier": "secureReply", "title": "Secure reply", "textInput": {},
           "options": ["authenticationRequired"], "handler": "main.lua"},
          {"identifier": "open", "title": "Open", "options": ["foreground"],
           "handler": "main.lua"}],
         "defaultHandler": "main.lua", "dismissHandler": "main.lua"}],
       "permissions": \(permissions ?? all)\(limits)}
      """, to: "app/plugin.json")
    try folder.write(script, to: "app/main.lua")
    for (name, text) in files { try folder.write(text, to: "app/\(name)") }
  }

  /// A response to a notification of the bundle's category.
  static func response(
    _ action: String, text: String? = nil, request: String = "one", date: Int64 = 1000,
    thread: String = "chat", category: String = "message"
  ) -> NotificationResponse {
    var content = NotificationContent()
    content.categoryIdentifier = Identifier(category)
    content.threadIdentifier = Identifier(thread)
    content.title = "Ada"
    content.userInfo = ["aps": ["category": "message"], "chat": 7]
    return NotificationResponse(
      actionIdentifier: Identifier(action), userText: text,
      notification: DeliveredNotification(
        date: Timestamp(clamped: date),
        request: NotificationRequest(identifier: Identifier(request), content: content)))
  }

  /// Handles such a response.
  @discardableResult
  func handle(
    _ action: String = "tap", text: String? = nil, request: String = "one", date: Int64 = 1000,
    thread: String = "chat"
  ) async -> Outcome {
    await runtime.handle(
      Self.response(action, text: text, request: request, date: date, thread: thread))
  }

  /// What a key of the shared space `unread` holds.
  func shared(_ key: Identifier) async throws -> JSONValue? {
    try await runtime.space("unread").get(key)
  }
}

extension Outcome {
  /// The log's messages.
  var logged: [String] { log.map(\.message) }

  /// A summary that tests compare: the kind, the completion and the error's code.
  var summary: String {
    "\(kind.rawValue) \(completion.rawValue)" + (error.map { " \($0.code)" } ?? "")
  }

  /// Nothing of the invocation took effect.
  var leftNothing: Bool {
    replies.isEmpty && notifications.isEmpty && storage == StorageReport()
      && files == FilesReport()
  }
}
