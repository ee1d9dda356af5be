import Notifications
import Testing

@Suite struct NotificationCategoryTests {
  @Test func `options have the system's raw values`() {
    #expect(ActionOptions.names.map(\.option.rawValue) == [1, 2, 4])
    #expect(CategoryOptions.names.map(\.option.rawValue) == [1, 2, 4, 8, 16])
    #expect(
      ActionOptions.names.map(\.name) == ["authenticationRequired", "destructive", "foreground"])
    #expect(
      CategoryOptions.names.map(\.name) == [
        "customDismissAction", "allowInCarPlay", "hiddenPreviewsShowTitle",
        "hiddenPreviewsShowSubtitle", "allowAnnouncement",
      ])
  }

  static let refusedActions: [(String, String, NotificationError.Code)] = [
    ("", "Reply", .emptyIdentifier),
    ("reply", "", .emptyText),
    ("com.apple.UNNotificationDefaultActionIdentifier", "Open", .reservedIdentifier),
    ("com.apple.UNNotificationDismissActionIdentifier", "Close", .reservedIdentifier),
  ]

  @Test(arguments: refusedActions)
  func `an action is refused`(
    _ identifier: String, _ title: String, _ code: NotificationError.Code
  ) {
    let error = #expect(throws: NotificationError.self) {
      try NotificationAction(identifier: Identifier(identifier), title: LocalizedText(title))
    }
    #expect(error?.code == code)
  }

  @Test func `a reserved identifier's error names the handler to use instead`() {
    let error = #expect(throws: NotificationError.self) {
      try NotificationAction(identifier: ActionIdentifier.dismiss, title: "Close")
    }
    #expect(
      error?.message == "\"com.apple.UNNotificationDismissActionIdentifier\" is kept for the "
        + "system; handle it with the category's dismissHandler")
  }

  static let unlocking: [(ActionOptions, Bool)] = [
    ([], false), (.authenticationRequired, true), (.foreground, true), (.destructive, false),
    ([.destructive, .foreground], true),
  ]

  @Test(arguments: unlocking)
  func `an action needs an unlocked device`(_ options: ActionOptions, _ needs: Bool) throws {
    let action = try NotificationAction(identifier: "a", title: "A", options: options)
    #expect(action.needsUnlock == needs)
  }

  @Test func `ten actions are the most`() throws {
    let actions = try (0..<11).map {
      try NotificationAction(identifier: Identifier("a\($0)"), title: "A")
    }
    _ = try NotificationCategory(identifier: "c", actions: Array(actions.prefix(10)))
    let error = #expect(throws: NotificationError.self) {
      try NotificationCategory(identifier: "c", actions: actions)
    }
    #expect(
      error?.message == "category \"c\" has 11 actions; at most 10 can be shown: remove some")
  }

  @Test func `identifiers of actions are distinct by bytes`() throws {
    let names: [Identifier] = ["caf\u{E9}", "cafe\u{301}", "Caf\u{E9}"]
    let actions = try names.map { try NotificationAction(identifier: $0, title: "A") }
    let category = try NotificationCategory(identifier: "c", actions: actions)
    #expect(category.action("cafe\u{301}")?.identifier == names[1])
    #expect(category.action("cafe") == nil)
    let error = #expect(throws: NotificationError.self) {
      try NotificationCategory(identifier: "c", actions: actions + [actions[0]])
    }
    #expect(error?.code == .repeatedAction)
  }

  @Test func `a category is read from a manifest's fields`() throws {
    let value = try JSONReader().read(
      """
      {"identifier": "message", "options": ["customDismissAction", "allowInCarPlay"],
       "hiddenPreviewsBodyPlaceholder": "%u new messages", "summaryFormat": {"en": "%u more"},
       "intentIdentifiers": ["INSendMessageIntent"], "actions": [
         {"identifier": "reply", "title": {"en": "Reply", "de": "Antworten"},
          "textInput": {"buttonTitle": "Send", "placeholder": "Message"},
          "options": ["authenticationRequired"], "icon": "arrowshape.turn.up.left"}]}
      """)
    let fields = try JSONFields(value, known: NotificationCategory.names)
    let actions = try (fields.list("actions", known: NotificationAction.names) ?? [])
      .map { try NotificationAction($0) }
    let category = try NotificationCategory(fields, actions: actions)
    let reply = try NotificationAction(
      identifier: "reply",
      title: try LocalizedText(translations: [("en", "Reply"), ("de", "Antworten")]),
      options: .authenticationRequired, icon: "arrowshape.turn.up.left",
      textInput: NotificationAction.TextInput(buttonTitle: "Send", placeholder: "Message"))
    #expect(
      category
        == (try NotificationCategory(
          identifier: "message", actions: [reply],
          options: [.customDismissAction, .allowInCarPlay],
          hiddenPreviewsBodyPlaceholder: "%u new messages",
          summaryFormat: try LocalizedText(translations: [("en", "%u more")]),
          intentIdentifiers: ["INSendMessageIntent"])))
  }

  static let refusedFields: [(String, String)] = [
    (#"{"title":"A"}"#, #"identifier: "identifier" is required; add it"#),
    (#"{"identifier":"a"}"#, #"title: "title" is required; add it"#),
    (
      #"{"identifier":"a","title":{"de":""}}"#, "title: an action's title must not be empty"
    ),
    (#"{"identifier":"","title":"A"}"#, "identifier: an action's identifier must not be empty"),
    (
      #"{"identifier":"a","title":"A","textInput":{"button":"Send"}}"#,
      #"textInput.button: unknown key "button"; known here: "buttonTitle", "placeholder""#
    ),
  ]

  @Test(arguments: refusedFields)
  func `an action's fields are refused with the path`(_ text: String, _ message: String) throws {
    let fields = try JSONFields(try JSONReader().read(text), known: NotificationAction.names)
    let error = #expect(throws: JSONError.self) { try NotificationAction(fields) }
    #expect(error?.description == message)
  }
}
