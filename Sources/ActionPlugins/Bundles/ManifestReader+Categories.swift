import Notifications

extension ManifestReader {
  private static let knownInCategory: JSONNames = [
    "identifier", "options", "hiddenPreviewsBodyPlaceholder", "summaryFormat", "intentIdentifiers",
    "actions", "defaultHandler", "dismissHandler",
  ]
  private static let knownInAction: JSONNames = [
    "identifier", "title", "textInput", "options", "icon", "handler",
  ]
  private static let knownInTextInput: JSONNames = ["buttonTitle", "placeholder"]

  mutating func categories(of fields: JSONFields) -> [Manifest.Category] {
    let items = attempt { () throws(JSONError) in
      try fields.required("categories", fields.array)
    }
    guard let items else { return [] }
    let path = fields.path.member("categories")
    if items.isEmpty {
      report(.invalidValue, at: path, "must hold at least one category; nothing is routed without")
    }
    var categories: [Manifest.Category] = []
    var places: [Identifier: JSONPath] = [:]
    for (index, item) in items.enumerated() {
      let path = path.item(index)
      guard
        let fields = attempt({ () throws(JSONError) in
          try JSONFields(item, at: path, known: Self.knownInCategory)
        })
      else { continue }
      let identifier = name("identifier", of: fields)
      if let identifier { checkUnique(identifier, at: path, among: &places, called: "category") }
      if let category = category(identifier, of: fields) { categories.append(category) }
    }
    return categories
  }

  private mutating func category(
    _ identifier: Identifier?, of fields: JSONFields
  ) -> Manifest.Category? {
    let options = options(of: fields, among: CategoryOptions.names)
    let placeholder = text("hiddenPreviewsBodyPlaceholder", of: fields)
    let summaryFormat = text("summaryFormat", of: fields)
    let intents = attempt { () throws(JSONError) in try fields.strings("intentIdentifiers") } ?? nil
    let actions = actions(of: fields)
    let defaultHandler = handler("defaultHandler", of: fields)
    let dismissHandler = handler("dismissHandler", of: fields)
    guard let identifier, problems.isEmpty else { return nil }
    do throws(NotificationError) {
      let category = try NotificationCategory(
        identifier: identifier, actions: actions.map(\.action), options: options,
        hiddenPreviewsBodyPlaceholder: placeholder, summaryFormat: summaryFormat,
        intentIdentifiers: (intents ?? []).map { Identifier($0) })
      return Manifest.Category(
        category: category, handlers: actions.map(\.handler), defaultHandler: defaultHandler,
        dismissHandler: dismissHandler)
    } catch {
      report(.invalidValue, at: fields.path, error.message)
      return nil
    }
  }

  // MARK: Actions

  private mutating func actions(
    of fields: JSONFields
  ) -> [(action: NotificationAction, handler: String)] {
    let items = attempt { () throws(JSONError) in try fields.array("actions") } ?? nil
    guard let items else { return [] }
    let path = fields.path.member("actions")
    if items.count > NotificationCategory.maximumActions {
      report(
        .tooManyActions, at: path,
        "\(items.count) actions; a category may have at most "
          + "\(NotificationCategory.maximumActions): remove some")
    }
    var actions: [(action: NotificationAction, handler: String)] = []
    var places: [Identifier: JSONPath] = [:]
    for (index, item) in items.enumerated() {
      let path = path.item(index)
      guard
        let fields = attempt({ () throws(JSONError) in
          try JSONFields(item, at: path, known: Self.knownInAction)
        })
      else { continue }
      let identifier = name("identifier", of: fields)
      if let identifier { checkUnique(identifier, at: path, among: &places, called: "action") }
      if let action = action(identifier, of: fields) { actions.append(action) }
    }
    return actions
  }

  private mutating func action(
    _ identifier: Identifier?, of fields: JSONFields
  ) -> (action: NotificationAction, handler: String)? {
    let title = title(of: fields)
    let textInput = textInput(of: fields)
    let options = options(of: fields, among: ActionOptions.names)
    let icon = attempt { () throws(JSONError) in try fields.identifier("icon") } ?? nil
    if icon?.rawValue.isEmpty == true {
      report(
        .invalidValue, at: fields.path.member("icon"),
        "must not be empty; name a system symbol, or leave it out")
    }
    guard let identifier else {
      _ = handler("handler", of: fields)
      return nil
    }
    if ActionIdentifier.isReserved(identifier) {
      reportReserved(identifier, at: fields.path.member("identifier"))
      return nil
    }
    guard let handler = handler(of: identifier, in: fields), let title, problems.isEmpty else {
      return nil
    }
    do throws(NotificationError) {
      let action = try NotificationAction(
        identifier: identifier, title: title, options: options, icon: icon, textInput: textInput)
      return (action, handler)
    } catch {
      report(.invalidValue, at: fields.path, error.message)
      return nil
    }
  }

  private mutating func title(of fields: JSONFields) -> LocalizedText? {
    guard fields.value("title") != nil else {
      report(fields.missing("title"))
      return nil
    }
    return text("title", of: fields, mayBeEmpty: false)
  }

  private mutating func textInput(of fields: JSONFields) -> NotificationAction.TextInput? {
    let inner = attempt { () throws(JSONError) in
      try fields.fields("textInput", known: Self.knownInTextInput)
    }
    guard let inner = inner ?? nil else { return nil }
    return NotificationAction.TextInput(
      buttonTitle: text("buttonTitle", of: inner), placeholder: text("placeholder", of: inner))
  }

  private mutating func reportReserved(_ identifier: Identifier, at path: JSONPath) {
    let isDefault = identifier == ActionIdentifier.default
    report(
      .reservedIdentifier, at: path,
      "\"\(identifier)\" is the system's own; handle it by the category's "
        + (isDefault ? "\"defaultHandler\"" : "\"dismissHandler\""))
  }

  private mutating func checkUnique(
    _ identifier: Identifier, at path: JSONPath, among places: inout [Identifier: JSONPath],
    called kind: String
  ) {
    if let first = places[identifier] {
      report(
        .repeatedIdentifier, at: path.member("identifier"),
        "\(identifier.rawValue.quotedForMessage) is already the \(kind) at \(first); rename one")
    } else {
      places[identifier] = path
    }
  }

  // MARK: Options

  private mutating func options<Options: OptionSet>(
    of fields: JSONFields, among known: [(name: String, option: Options)]
  ) -> Options where Options.Element == Options {
    var options: Options = []
    let names = attempt { () throws(JSONError) in try fields.strings("options") } ?? nil
    for (index, name) in (names ?? []).enumerated() {
      if let match = known.first(where: { $0.name.hasSameBytes(as: name) }) {
        options.insert(match.option)
      } else {
        report(
          .invalidValue, at: fields.path.member("options").item(index),
          "unknown option \(name.quotedForMessage); \(Self.cure(for: name, among: known.map(\.name)))"
        )
      }
    }
    return options
  }

  /// What to write instead of a word that is none of the known ones.
  static func cure(for name: String, among known: [String]) -> String {
    if let nearest = NearestName.nearest(to: name, among: known) {
      return "did you mean \"\(nearest)\"?"
    }
    return "known here: " + known.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
