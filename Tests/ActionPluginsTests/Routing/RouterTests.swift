import Notifications
import Testing

@testable import ActionPlugins

@Suite("A response is routed")
struct RouterTests {
  private static let manifest = """
    {"api": 1, "identifier": "com.example.messages", "version": "1", "categories": [
      {"identifier": "message", "defaultHandler": "open.lua", "dismissHandler": "gone.lua",
       "actions": [
        {"identifier": "reply", "title": "Reply", "textInput": {}, "handler": "lib/answer.lua"},
        {"identifier": "delete", "title": "Delete"},
        {"identifier": "open", "title": "Open", "options": ["foreground"], "handler": "open.lua"},
        {"identifier": "default", "title": "Default", "handler": "delete.lua"},
        {"identifier": "caf\\u00e9", "title": "Café", "handler": "open.lua"}]},
      {"identifier": "quiet", "options": ["customDismissAction"]},
      {"identifier": "opened", "defaultHandler": "open.lua"},
      {"identifier": "dismissed", "dismissHandler": "gone.lua"}]}
    """

  private let router: Router
  private let date: Timestamp

  init() throws {
    date = try Timestamp(milliseconds: 0)
    let scripts = ["lib/answer.lua", "delete.lua", "open.lua", "gone.lua"]
    let bundle = try PluginBundle(
      BundleFiles(
        folder: "Plugins/messages", folderName: "messages", manifest: Array(Self.manifest.utf8),
        scripts: scripts.map { BundleFile(file: $0, bytes: []) }),
      limits: .default)
    router = Router([bundle])
  }

  private static let opened = ActionIdentifier.default.rawValue
  private static let dismissed = ActionIdentifier.dismiss.rawValue

  struct RouteCase: Sendable, CustomTestStringConvertible {
    let category: String
    let action: String
    /// The handler's file, or the reason and the nearest name.
    let end: String

    var testDescription: String { "\(category) / \(action) → \(end)" }

    init(_ category: String, _ action: String, _ end: String) {
      self.category = category
      self.action = action
      self.end = end
    }
  }

  @Test(
    "by its category and action, byte for byte",
    arguments: [
      RouteCase("message", "reply", "lib/answer.lua"),
      RouteCase("message", "delete", "delete.lua"),
      RouteCase("message", "default", "delete.lua"),
      RouteCase("message", "caf\u{E9}", "open.lua"),
      RouteCase("message", opened, "open.lua"),
      RouteCase("message", dismissed, "gone.lua"),
      RouteCase("message", "Reply", "unknownAction reply"),
      RouteCase("message", "cafe\u{301}", "unknownAction caf\u{E9}"),
      RouteCase("message", "rpely", "unknownAction reply"),
      RouteCase("message", "archive", "unknownAction"),
      RouteCase("message", "", "unknownAction"),
      RouteCase("Message", "reply", "unknownCategory message"),
      RouteCase("mesage", dismissed, "unknownCategory message"),
      RouteCase("calendar", "reply", "unknownCategory"),
      RouteCase("", "reply", "noCategory"),
      RouteCase("", opened, "noCategory"),
      RouteCase("", dismissed, "noCategory"),
      RouteCase("quiet", opened, "noDefaultHandler"),
      RouteCase("quiet", dismissed, "noDismissHandler"),
      RouteCase("quiet", "reply", "unknownAction"),
      RouteCase("opened", opened, "open.lua"),
      RouteCase("opened", dismissed, "noDismissHandler"),
      RouteCase("dismissed", dismissed, "gone.lua"),
      RouteCase("dismissed", opened, "noDefaultHandler"),
    ])
  func table(_ route: RouteCase) {
    let end =
      switch router.route(response(route.category, route.action)) {
      case .handler(let handler): handler.file
      case .unrouted(let unrouted):
        unrouted.reason.rawValue + (unrouted.nearest.map { " \($0)" } ?? "")
      }
    #expect(Array(end.utf8) == Array(route.end.utf8))
  }

  @Test(
    "and says what its handler answers to",
    arguments: [
      ("reply", false, false, true), ("delete", false, false, false), ("open", true, true, false),
      (opened, true, true, false), (dismissed, false, false, false),
    ])
  func handler(action: String, needsUnlock: Bool, opensApp: Bool, takesText: Bool) throws {
    let handler = try handler(of: response("message", action))
    #expect(handler.needsUnlock == needsUnlock)
    #expect(handler.opensApp == opensApp)
    #expect(handler.takesText == takesText)
    #expect(handler.bundle.identifier == "com.example.messages")
    #expect(handler.category.identifier == "message")
  }

  @Test(
    "and shows its text to a text input alone",
    arguments: [
      ("reply", "On my way", "On my way"), ("reply", "", ""), ("reply", nil, ""),
      ("delete", "stray", nil), ("delete", nil, nil), (opened, "stray", nil),
      (dismissed, "", nil),
    ] as [(String, String?, String?)])
  func text(action: String, typed: String?, shown: String?) throws {
    var response = response("message", action)
    response.userText = typed
    #expect(try handler(of: response).scriptText(of: response) == shown)
  }

  @Test("to nothing when there are no bundles")
  func empty() {
    guard case .unrouted(let unrouted) = Router([]).route(response("message", "reply")) else {
      Issue.record("a route without bundles")
      return
    }
    #expect(unrouted == Unrouted(.unknownCategory))
  }

  @Test("among categories that are listed by their bytes")
  func categories() {
    #expect(router.categories.map(\.identifier) == ["dismissed", "message", "opened", "quiet"])
    #expect(router.category("message")?.actions.count == 5)
    #expect(router.category("Message") == nil)
  }

  private func handler(of response: NotificationResponse) throws -> RoutedHandler {
    guard case .handler(let handler) = router.route(response) else {
      throw NoHandler()
    }
    return handler
  }

  private func response(_ category: String, _ action: String) -> NotificationResponse {
    var content = NotificationContent()
    content.categoryIdentifier = Identifier(category)
    return NotificationResponse(
      actionIdentifier: Identifier(action),
      notification: DeliveredNotification(
        date: date,
        request: NotificationRequest(identifier: "one", content: content)))
  }
}

private struct NoHandler: Error {}
