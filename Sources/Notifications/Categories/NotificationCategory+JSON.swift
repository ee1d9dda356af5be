extension NotificationAction {
  /// The names that `init(_:)` reads; a manifest has others beside them.
  public static let names: JSONNames = ["identifier", "title", "textInput", "options", "icon"]

  private static let textInputNames: JSONNames = ["buttonTitle", "placeholder"]

  /// Reads an action from the fields of a manifest; refuses what `init(identifier:…)` refuses, with
  /// the path.
  public init(_ fields: JSONFields) throws(JSONError) {
    let identifier = try fields.required("identifier", fields.identifier)
    let title = try fields.required("title", fields.localizedText)
    let options = try fields.options("options", ActionOptions.names)
    let icon = try fields.identifier("icon")
    var textInput: TextInput?
    if let input = try fields.fields("textInput", known: Self.textInputNames) {
      textInput = TextInput(
        buttonTitle: try input.localizedText("buttonTitle"),
        placeholder: try input.localizedText("placeholder"))
    }
    do {
      try self.init(
        identifier: identifier, title: title, options: options, icon: icon, textInput: textInput)
    } catch {
      throw fields.invalid(error.code == .emptyText ? "title" : "identifier", error.message)
    }
  }
}

extension NotificationCategory {
  /// The names that `init(_:actions:)` reads beside `actions`; a manifest has others beside them.
  public static let names: JSONNames = [
    "identifier", "options", "hiddenPreviewsBodyPlaceholder", "summaryFormat",
    "intentIdentifiers", "actions",
  ]

  /// Reads a category from the fields of a manifest, with actions that were read before; refuses
  /// what `init(identifier:…)` refuses, with the path.
  public init(_ fields: JSONFields, actions: [NotificationAction]) throws(JSONError) {
    let identifier = try fields.required("identifier", fields.identifier)
    let options = try fields.options("options", CategoryOptions.names)
    let placeholder = try fields.localizedText("hiddenPreviewsBodyPlaceholder")
    let summaryFormat = try fields.localizedText("summaryFormat")
    let intents = try fields.strings("intentIdentifiers") ?? []
    do {
      try self.init(
        identifier: identifier, actions: actions, options: options,
        hiddenPreviewsBodyPlaceholder: placeholder, summaryFormat: summaryFormat,
        intentIdentifiers: intents.map { Identifier($0) })
    } catch {
      let member = error.code == .emptyIdentifier ? "identifier" : "actions"
      throw fields.invalid(member, error.message)
    }
  }
}
