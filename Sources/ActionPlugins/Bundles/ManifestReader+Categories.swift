import Notifications

extension ManifestReader {
  private static let knownInCategory =
    NotificationCategory.names + ["defaultHandler", "dismissHandler"]
  private static let knownInAction = NotificationAction.names + ["handler"]

  mutating func categories(of fields: JSONFields) -> [Manifest.Category] {
    let items = attempt { () throws(JSONError) in
      try fields.required("categories", fields.array)
    }
    guard let items else { return [] }
    let path = fields.path.member("categories")
    if items.isEmpty {
      report(
        .invalidValue, at: path, "must hold at least one category; without one nothing is routed")
    }
    var categories: [Manifest.Category] = []
    var places: [Identifier: JSONPath] = [:]
    for (index, item) in items.enumerated() {
      let path = path.item(index)
      let fields = attempt { () throws(JSONError) in
        try JSONFields(item, at: path, known: Self.knownInCategory)
      }
      guard let fields, let category = category(of: fields) else { continue }
      if isUnique(category.category.identifier, at: path, among: &places, called: "category") {
        categories.append(category)
      }
    }
    return categories
  }

  private mutating func category(of fields: JSONFields) -> Manifest.Category? {
    let actions = actions(of: fields)
    let defaultHandler = handler("defaultHandler", of: fields)
    let dismissHandler = handler("dismissHandler", of: fields)
    let category = attempt { () throws(JSONError) in
      try NotificationCategory(fields, actions: actions.map(\.action))
    }
    return category.map { category in
      Manifest.Category(
        category: category, handlers: actions.map(\.handler), defaultHandler: defaultHandler,
        dismissHandler: dismissHandler)
    }
  }

  private mutating func actions(
    of fields: JSONFields
  ) -> [(action: NotificationAction, handler: String)] {
    let items = attempt { () throws(JSONError) in try fields.array("actions") } ?? nil
    let path = fields.path.member("actions")
    var actions: [(action: NotificationAction, handler: String)] = []
    var places: [Identifier: JSONPath] = [:]
    for (index, item) in (items ?? []).enumerated() {
      let path = path.item(index)
      let fields = attempt { () throws(JSONError) in
        try JSONFields(item, at: path, known: Self.knownInAction)
      }
      guard let fields,
        let action = attempt({ () throws(JSONError) in try NotificationAction(fields) })
      else { continue }
      let isUnique = isUnique(action.identifier, at: path, among: &places, called: "action")
      if let handler = handler(of: action.identifier, in: fields), isUnique {
        actions.append((action, handler))
      }
    }
    return actions
  }

  private mutating func isUnique(
    _ identifier: Identifier, at path: JSONPath, among places: inout [Identifier: JSONPath],
    called kind: String
  ) -> Bool {
    guard let first = places[identifier] else {
      places[identifier] = path
      return true
    }
    report(
      .repeatedIdentifier, at: path.member("identifier"),
      "\(identifier.rawValue.quotedForMessage) is already the \(kind) at \(first); rename one")
    return false
  }
}
