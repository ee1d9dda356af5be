package import LuaSandbox

/// One row of the API table: what a function is called, takes, gives back and needs.
///
/// The table is the single source for the functions in a script's world, for error texts, for the
/// reference, for editor definitions, and for `plugrun check`.
package struct APIFunction: Sendable {
  /// The dotted name in scripts, such as `storage.get`.
  package let path: String
  package let parameters: [APIParameter]
  /// What it returns, as LuaCATS types.
  package let returns: [String]
  /// One sentence for the reference.
  package let summary: String
  /// What the manifest must permit, `nil` where everyone may call.
  package let permission: APIPermission?
  /// Which call of the runtime answers.
  package let command: APICommand
  package let kind: SandboxFunction.Kind
  /// Whether the top level of a handler file may call it.
  package let isPure: Bool
  /// Whether it may suspend the script.
  package let mayWait: Bool
  /// Whether each space of `storage` has it too.
  package let isBound: Bool

  package init(
    _ path: String, _ parameters: [APIParameter] = [], returns: [String] = [],
    permission: APIPermission? = nil, kind: SandboxFunction.Kind = .leaf, isPure: Bool = false,
    mayWait: Bool = false, isBound: Bool = false, command: APICommand, summary: String
  ) {
    self.path = path
    self.parameters = parameters
    self.returns = returns
    self.summary = summary
    self.permission = permission
    self.command = command
    self.kind = kind
    self.isPure = isPure
    self.mayWait = mayWait
    self.isBound = isBound
  }
}

/// One parameter of an API function, or one field of a table that it takes.
package struct APIParameter: Sendable {
  package let name: String
  package let type: APIType
  package let isOptional: Bool
  /// A few words for the reference.
  package let summary: String

  package init(_ name: String, _ type: APIType, isOptional: Bool = false, _ summary: String) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.summary = summary
  }
}

/// What an argument may be.
package indirect enum APIType: Sendable {
  case string
  case integer
  case number
  /// Any value with a JSON form, without nil.
  case value
  /// Any Lua value, handed back as it is.
  case any
  /// A string that may hold any bytes.
  case bytes
  case function
  /// Any value, rendered as `tostring` does.
  case rendered
  /// A table with these fields and no others.
  case fields([APIParameter])
  /// A table with string keys.
  case object
  /// Any number of values.
  case values
  /// Any number of rendered values.
  case renderedValues

  /// The letter by which the sandbox encodes such an argument.
  var letter: String {
    switch self {
    case .string, .integer, .number, .value, .fields, .object: "v"
    case .any: "k"
    case .bytes: "b"
    case .function: "f"
    case .rendered: "r"
    case .values: "v*"
    case .renderedValues: "r*"
    }
  }

  /// What it is called in messages: "must be ...".
  package var noun: String {
    switch self {
    case .string, .bytes: "a string"
    case .integer: "an integer"
    case .number: "a number"
    case .value, .values: "a value with a JSON form"
    case .any, .rendered, .renderedValues: "any value"
    case .function: "a function"
    case .fields: "a table"
    case .object: "a table with string keys"
    }
  }
}

/// A key of the manifest's `permissions`.
package enum APIPermission: Sendable, Hashable {
  case shared
  case protected
  case reply
  case files
  case notifications
  case functions
}

/// Which of the runtime's calls answers a function.
package enum APICommand: Sendable, Hashable {
  case storageGet, storageSet, storageRemove, storageKeys, storageUpdate, storageIncrement
  case storageShared, storageProtected
  case filesRead, filesWrite, filesRemove, filesList, filesExists
  case replySend, replySendNow
  case notificationsPost, notificationsRemove, notificationsSetBadge
  case authIsUnlocked, authRequire
  case budgetRemaining, budgetTotal
  case log(Outcome.LogLine.Level)
  case print
  case jsonEncode, jsonDecode
  case deviceField
  /// A function that the host registered, or that the manifest names.
  case host(Identifier)
}
