import ActionPlugins

/// The names that a script finds in its world: the rows of the API table, and Lua's own library.
struct KnownNames: Sendable {
  /// What a dotted name stands for.
  enum Entry: Sendable {
    case function(APIFunction)
    /// A table with known members and no others.
    case table
    /// A space that its name alone gives: `storage.protected`.
    case space(APIFunction)
    /// A value, or a function that takes what Lua's manual says.
    case value
  }

  private let entries: [Identifier: Entry]
  private let members: [Identifier: [Identifier]]
  /// The functions of each space, by their last names.
  let bound: [Identifier: APIFunction]
  /// The names without a table around them.
  let globals: [Identifier]

  init(_ table: APITable) {
    var entries: [Identifier: Entry] = [:]
    var bound: [Identifier: APIFunction] = [:]
    for name in Self.library + Self.beside { entries[Identifier(name)] = .value }
    for function in table.functions {
      let name = Identifier(function.path)
      switch function.kind {
      case .space where function.parameters.isEmpty: entries[name] = .space(function)
      case .fields: entries[name] = .table
      default: entries[name] = .function(function)
      }
      if function.isBound, let last = function.path.split(separator: ".").last {
        bound[Identifier(String(last))] = function
      }
    }
    for name in Array(entries.keys) {
      var parts = name.rawValue.split(separator: ".")
      while parts.count > 1 {
        parts.removeLast()
        entries[Identifier(parts.joined(separator: "."))] = .table
      }
    }
    // Always there, though it may hold nothing.
    entries["host"] = .table
    var members: [Identifier: [Identifier]] = [:]
    for name in entries.keys {
      let parts = name.rawValue.split(separator: ".")
      let table = Identifier(parts.dropLast().joined(separator: "."))
      members[table, default: []].append(Identifier(String(parts.last ?? "")))
    }
    self.entries = entries
    self.members = members
    self.bound = bound
    globals = members[""] ?? []
  }

  func entry(_ path: String) -> Entry? { entries[Identifier(path)] }

  /// The known name within a table that a mistaken one most likely means, whole; the table's name is
  /// empty for the globals.
  func nearest(to name: String, in table: String) -> String? {
    Self.meant(by: Identifier(name), among: members[Identifier(table)] ?? [])
      .map { table.utf8.isEmpty ? $0.rawValue : "\(table).\($0)" }
  }

  /// The name that is nearest, or means the same elsewhere.
  static func meant(by name: Identifier, among known: [Identifier]) -> Identifier? {
    NearestName.nearest(to: name, among: known)
      ?? FamiliarName.meanings(of: name).first { known.contains($0) }
  }

  /// Values and functions that are no rows of the table.
  private static let beside = [
    "json.null", "json.array", "plugin.identifier", "plugin.version", "device.language",
    "device.platform",
  ]

  /// What is kept of Lua's own library.
  private static let library: [String] =
    [
      "_G", "_ENV", "_VERSION", "assert", "error", "getmetatable", "ipairs", "next", "pairs",
      "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select",
      "setmetatable", "tonumber", "tostring", "type", "xpcall",
    ]
    + [
      ("coroutine", "close create isyieldable resume running status wrap yield"),
      (
        "string",
        "byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack "
          + "upper"
      ),
      ("table", "concat insert move pack remove sort unpack"),
      (
        "math",
        "abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger "
          + "modf pi rad random randomseed sin sqrt tan tointeger type ult"
      ),
      ("utf8", "char charpattern codepoint codes len offset"),
      ("os", "time date difftime clock"),
    ].flatMap { table, names in names.split(separator: " ").map { "\(table).\($0)" } }

  /// Names of Lua's library that do not exist here, with what to use instead.
  static let removed: [Identifier: String] = [
    "io": "keep data with files or storage", "package": "require finds the bundle's own files",
    "debug": "there is nothing instead", "load": "scripts are files of the bundle",
    "loadstring": "scripts are files of the bundle", "loadfile": "use require",
    "dofile": "use require", "collectgarbage": "memory is looked after by the runtime",
    "warn": "use log.warn", "unpack": "use table.unpack", "setfenv": "it is of Lua 5.1",
    "getfenv": "it is of Lua 5.1", "module": "return a table from the file",
    "string.dump": "scripts are files of the bundle", "os.execute": "there are no processes",
    "os.exit": "return from the handler", "os.getenv": "there are no environment variables",
    "os.remove": "use files.remove", "os.rename": "there are no paths",
    "os.setlocale": "behaviour never depends on the locale", "os.tmpname": "use files.write",
  ]
}
