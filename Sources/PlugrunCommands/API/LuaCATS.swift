import ActionPlugins

/// Definitions that editors with a Lua language server read.
enum LuaCATS {
  /// A file of definitions, itself Lua.
  static func definitions(of table: APITable) -> String {
    var text = """
      ---@meta plugrun
      -- What scripts of plugrun can call. Made by: plugrun api


      """
    text += response
    text += fieldClasses(of: table)
    text += """
      ---What came of `reply.sendNow`.
      ---@class plugrun.SentReply
      ---@field id string
      ---@field state "sent"|"queued"|"rejected"
      ---@field reason? string


      """
    let bound = table.functions.filter(\.isBound)
    text += "---A space of storage.\n---@class plugrun.Space\nlocal Space = {}\n\n"
    text += bound.map { function($0, as: "Space.\($0.lastName)") }.joined()
    for group in APIGroup.groups(of: table) {
      if !group.table.utf8.isEmpty { text += "\(group.table) = {}\n\n" }
      for function in group.functions { text += self.function(function, as: function.path) }
    }
    text += "---@param items table\n---@return table # a table that stays an array when empty\n"
    text += "function json.array(items) end\n\n"
    text += "device = {}\nplugin = {}\n\n"
    for (path, type, summary) in APIGroup.values {
      text += "---\(summary)\n---@type \(type)\n\(path) = nil\n\n"
    }
    text += "---Functions that the host registered, each with a permission of its name.\n"
    text += "---@type table<string, any>\nhost = {}\n"
    return text
  }

  private static let response = """
    ---What the person did.
    ---@class plugrun.Response
    ---@field actionIdentifier string
    ---@field userText? string what was typed, nil on anything but text input
    ---@field notification plugrun.DeliveredNotification

    ---@class plugrun.DeliveredNotification
    ---@field date number seconds since 1970
    ---@field request plugrun.Request

    ---@class plugrun.Request
    ---@field identifier string
    ---@field content plugrun.Content
    ---@field trigger? table

    ---@class plugrun.Content
    ---@field title string
    ---@field subtitle string
    ---@field body string
    ---@field badge? integer
    ---@field sound? any
    ---@field categoryIdentifier string
    ---@field threadIdentifier string
    ---@field targetContentIdentifier? string
    ---@field interruptionLevel "passive"|"active"|"timeSensitive"|"critical"
    ---@field relevanceScore number
    ---@field filterCriteria? string
    ---@field launchImageName string
    ---@field userInfo table<string, any>
    ---@field attachments table[]

    ---@alias plugrun.Completion "dismiss"|"doNotDismiss"|"dismissAndForwardAction"

    ---What a handler may return instead of a completion.
    ---@class plugrun.Return
    ---@field completion? plugrun.Completion
    ---@field open? string
    ---@field result? any


    """

  private static func fieldClasses(of table: APITable) -> String {
    var text = ""
    var done: Set<Identifier> = []
    for parameter in table.functions.flatMap(\.parameters) {
      guard case .fields(let fields) = parameter.type,
        done.insert(Identifier(parameter.name)).inserted
      else { continue }
      text += "---@class \(parameter.type.luaCATS(named: parameter.name))\n"
      for field in fields {
        text +=
          "---@field \(field.name)\(field.isOptional ? "?" : "") "
          + "\(field.type.luaCATS(named: field.name)) \(field.summary)\n"
      }
      text += "\n"
    }
    return text
  }

  private static func function(_ function: APIFunction, as path: String) -> String {
    var text = "---\(function.summary)\n"
    if let permission = function.permission { text += "---Needs `\(permission.key)`.\n" }
    let returns = function.returns.map(type)
    // A space that needs no name is a table.
    if function.kind == .space, function.parameters.isEmpty {
      return text + "---@type \(returns.first ?? "any")\n\(path) = nil\n\n"
    }
    for parameter in function.parameters {
      let mark = parameter.isOptional && Identifier(parameter.name) != "..." ? "?" : ""
      text +=
        "---@param \(parameter.name)\(mark) "
        + "\(parameter.type.luaCATS(named: parameter.name)) \(parameter.summary)\n"
    }
    for (index, name) in returns.enumerated() {
      let names = index == 0 || returns.count == 1 ? "" : index == 1 ? " message" : " code"
      text += "---@return \(name)\(names)\n"
    }
    let names = function.parameters.map(\.name).joined(separator: ", ")
    return text + "function \(path)(\(names)) end\n\n"
  }

  private static func type(_ name: String) -> String {
    ["Space", "SentReply"].contains { Identifier($0) == Identifier(name) }
      ? "plugrun.\(name)" : name
  }
}
