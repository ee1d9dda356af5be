import ActionPlugins

/// What an expression stands for, as far as the text alone tells.
enum ScriptMeaning: Sendable {
  case unknown
  /// A table of the world by its dotted name: `storage`, `host.crm`.
  case table(String)
  /// A function of the API, by the name that the script has for it, and its space where it has one.
  case function(APIFunction, String, ScriptSpace?)
  /// A function or value that the API table does not describe: `string.rep`, `require`.
  case value(String)
  /// A space of storage.
  case space(ScriptSpace)
  /// A part of the response: the names on the way to it.
  case response([String])
}

/// A space of storage that a script uses.
enum ScriptSpace: Sendable {
  /// Named by a constant, or by something that only runs tell.
  case shared(Identifier?)
  case protected

  var path: String {
    switch self {
    case .shared(let name?): "storage.shared(\(name.rawValue.quotedForMessage))"
    case .shared: "storage.shared(...)"
    case .protected: "storage.protected"
    }
  }
}

/// One Lua file of a bundle, parsed.
struct CheckedScript: Sendable {
  /// As a person finds it: `Plugins/messages/reply.lua`.
  let path: String
  /// From the bundle's folder on: `reply.lua`.
  let file: String
  let chunk: LuaChunk
}

/// What is known of a bundle before its scripts are looked at one by one.
struct ScriptSurroundings: Sendable {
  let names: KnownNames
  let permissions: Permissions
  /// Every Lua file of the bundle.
  let files: Set<Identifier>
  /// The globals that some file of the bundle assigns.
  let assignedGlobals: Set<Identifier>
  /// The categories of all bundles that are checked.
  let categories: [Identifier]
  /// How each handler file is used.
  let uses: [Identifier: [HandlerUse]]
}

/// One way to a handler file.
struct HandlerUse: Sendable {
  /// Whether it brings the app to the front.
  let mayOpen: Bool
  /// Whether it may run while the device is locked.
  let mayRunLocked: Bool
  let takesText: Bool
}

/// What one script told that concerns its bundle.
struct ScriptFacts: Sendable {
  var findings: [Finding] = []
  /// The files that it requires.
  var required: Set<Identifier> = []
  var usedPermissions: Set<APIPermission> = []
  var usedSpaces: Set<Identifier> = []
  var usedFunctions: Set<Identifier> = []
  /// Whether it reaches into the API by names that only runs tell.
  var hasComputedNames = false
  var requiresComputedNames = false
  /// Where it first reads the protected space.
  var protectedRead: LuaPosition?
  /// Whether it knows that the device may be locked.
  var handlesLocked = false
  /// Where it reads what was typed.
  var textReads: [LuaPosition] = []
}
