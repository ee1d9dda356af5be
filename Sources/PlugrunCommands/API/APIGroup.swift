import ActionPlugins

/// The functions of one table of the world, in the order of the API table.
struct APIGroup {
  /// `storage`, or "" for functions without a table.
  let table: String
  let functions: [APIFunction]

  static func groups(of table: APITable) -> [APIGroup] {
    var names: [Identifier] = []
    var groups: [Identifier: [APIFunction]] = [:]
    for function in table.functions where function.kind != .fields {
      let name = Identifier(function.tableName)
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(function)
    }
    return names.map { APIGroup(table: $0.rawValue, functions: groups[$0] ?? []) }
  }

  /// What stands beside the rows of the table: values, and one function that only marks a table.
  static let values: [(path: String, type: String, summary: String)] = [
    ("json.null", "lightuserdata", "JSON's null, where nil would leave a hole."),
    ("device.language", "string", "The person's language as a BCP 47 tag, such as \"de-CH\"."),
    ("device.platform", "string", "What the app runs on, such as \"ios\"."),
    ("plugin.identifier", "string", "The bundle's identifier."),
    ("plugin.version", "string", "The bundle's version."),
  ]
}

extension APIFunction {
  /// `storage` of `storage.get`.
  var tableName: String { path.split(separator: ".").dropLast().joined(separator: ".") }

  /// `get` of `storage.get`.
  var lastName: String { path.split(separator: ".").last.map(String.init) ?? path }

  /// `storage.get(key [, default])`
  var signature: String {
    guard kind != .space || !parameters.isEmpty else { return path }
    var text = ""
    for (index, parameter) in parameters.enumerated() {
      let separator = index == 0 ? "" : ", "
      let isOpen = parameter.isOptional && Identifier(parameter.name) != "..."
      text +=
        isOpen
        ? (index == 0 ? "" : " ") + "[\(separator)\(parameter.name)]" : separator + parameter.name
    }
    return "\(path)(\(text))"
  }
}

extension APIPermission {
  /// The key of the manifest.
  var key: String {
    switch self {
    case .shared: "permissions.storage.shared"
    case .protected: "permissions.storage.protected"
    case .reply: "permissions.reply"
    case .files: "permissions.files"
    case .notifications: "permissions.notifications"
    case .functions: "permissions.functions"
    }
  }
}

extension APIType {
  /// The type as LuaCATS names it.
  func luaCATS(named name: String) -> String {
    switch self {
    case .string, .bytes: "string"
    case .integer: "integer"
    case .number: "number"
    case .value, .any, .rendered, .values, .renderedValues: "any"
    case .function: "fun(old: any): any"
    case .fields: "plugrun.\(name.prefix(1).uppercased())\(name.dropFirst())"
    case .object: "table<string, any>"
    }
  }
}
