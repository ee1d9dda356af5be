import ActionPlugins

/// The reference of the API as Markdown.
enum APIReference {
  static func markdown(of table: APITable) -> String {
    var text = """
      # The script API

      Every function that a script finds beside Lua's own library.

      A wrong type, a missing permission or a value above a limit raises an error that names the
      argument and the cure. What may well fail answers `nil, message, code` instead. Functions are
      there inside handlers only, unless it says otherwise. This page is printed by
      `plugrun api --format markdown`.

      """
    for group in APIGroup.groups(of: table) {
      text += "\n## \(group.table.utf8.isEmpty ? "Without a table" : group.table)\n"
      for function in group.functions { text += entry(function) }
      if Identifier(group.table) == "json" { text += array }
    }
    text += "\n## Values\n\n| name | type | |\n|---|---|---|\n"
    for (path, type, summary) in APIGroup.values {
      text += "| `\(path)` | \(type) | \(summary) |\n"
    }
    text += """

      ## host

      Functions that the app registered, by their dotted names: `host.crm.lookup(...)`. Each needs its
      name among `permissions.functions`. They take and return values with a JSON form; one that fails
      answers `nil, message, "hostFunction"`, one that is not registered `nil, message, "unavailable"`.
      May wait.

      """
    return text
  }

  private static let array = """

    ### json.array(items)

    Marks a table as an array, so that it stays one when it is empty; returns it. At the top level as
    well.

    """

  private static func entry(_ function: APIFunction) -> String {
    var text = "\n### \(function.signature)\n\n\(function.summary)"
    if let permission = function.permission { text += " Needs `\(permission.key)`." }
    if function.isBound { text += " Every space has it too." }
    if function.mayWait { text += " May wait." }
    if function.isPure { text += " At the top level as well." }
    text += "\n"
    if !function.parameters.isEmpty {
      text += "\n| argument | must be | |\n|---|---|---|\n"
      for parameter in function.parameters { text += rows(of: parameter) }
    }
    if !function.returns.isEmpty {
      text += "\nReturns `\(function.returns.joined(separator: ", "))`.\n"
    }
    return text
  }

  private static func rows(of parameter: APIParameter) -> String {
    let optional = parameter.isOptional ? " (optional)" : ""
    var text =
      "| `\(parameter.name)`\(optional) | \(parameter.type.noun) | \(parameter.summary) |\n"
    if case .fields(let fields) = parameter.type {
      for field in fields {
        let optional = field.isOptional ? " (optional)" : ""
        text +=
          "| `\(parameter.name).\(field.name)`\(optional) | \(field.type.noun) "
          + "| \(field.summary) |\n"
      }
    }
    return text
  }
}
