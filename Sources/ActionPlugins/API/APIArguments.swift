import LuaSandbox

/// The arguments of one call, read against its row of the API table.
struct APIArguments {
  let function: APIFunction
  private let space: Identifier?
  private let values: [HostArgument]
  private let limits: PluginLimits
  /// Whether these are the key and the new value of an update, not its key and function.
  private let isUpdated: Bool

  /// Takes the arguments of a call; the types are checked as each one is read.
  init(_ function: APIFunction, _ call: HostCall, limits: PluginLimits) {
    self.function = function
    values = call.arguments
    self.limits = limits
    space = call.space
    isUpdated = call.phase == 1
  }

  /// The name that the script called it by, for messages.
  var path: String { function.name(in: CalledSpace(space)) }

  /// How many the script gave.
  var count: Int { values.count }

  /// Whether the argument was left out or is nil.
  func isAbsent(_ index: Int) -> Bool {
    guard index < values.count else { return true }
    if case .none = values[index] { return true }
    return false
  }

  func string(_ index: Int) throws(CallFailure) -> String {
    guard case .string(let text) = try value(index) else { throw wrongType(index) }
    return text
  }

  func optionalString(_ index: Int) throws(CallFailure) -> String? {
    isAbsent(index) ? nil : try string(index)
  }

  /// A number, integer or float.
  func number(_ index: Int) throws(CallFailure) -> JSONValue {
    switch try value(index) {
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    default: throw wrongType(index)
    }
  }

  func integer(_ index: Int) throws(CallFailure) -> Int64 {
    switch try value(index) {
    case .integer(let number): return number
    case .number(let number):
      guard let exact = Int64(exactly: number) else { throw wrongType(index) }
      return exact
    default: throw wrongType(index)
    }
  }

  func bytes(_ index: Int) throws(CallFailure) -> [UInt8] {
    guard index < values.count, case .bytes(let bytes) = values[index] else {
      throw wrongType(index)
    }
    return bytes
  }

  /// Refuses anything but a function; the function itself stays with the script.
  func function(_ index: Int) throws(CallFailure) {
    guard index < values.count, case .function = values[index] else { throw wrongType(index) }
  }

  /// The text of a rendered argument, to be cut to a limit; what is not UTF-8 in it is replaced.
  ///
  /// Little more than the limit is looked at: to repair megabytes, or to find the end of a character
  /// that has a million accents, takes long, and nothing can stop that.
  func rendered(_ index: Int, toBeCutTo limit: Int) throws(CallFailure) -> String {
    String(decoding: try bytes(index).prefix(max(limit, limit &+ 4)), as: UTF8.self)
  }

  func object(_ index: Int) throws(CallFailure) -> JSONObject {
    guard case .object(let object) = try value(index) else { throw wrongType(index) }
    return object
  }

  func optionalObject(_ index: Int) throws(CallFailure) -> JSONObject? {
    isAbsent(index) ? nil : try object(index)
  }

  /// A value with a JSON form; nil is refused.
  func value(_ index: Int) throws(CallFailure) -> JSONValue {
    guard index < values.count else { throw wrongType(index) }
    switch values[index] {
    case .value(let value): return value
    case .invalid(let invalid): throw refusal(of: invalid, at: index)
    case .bytes(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw wrongType(index) }
      return .string(text)
    case .none, .function: throw wrongType(index)
    }
  }

  /// All values from an index on; a nil among them becomes null.
  func rest(from index: Int) throws(CallFailure) -> [JSONValue] {
    var rest: [JSONValue] = []
    for position in index..<max(index, values.count) {
      rest.append(isAbsent(position) ? .null : try value(position))
    }
    return rest
  }

  /// The fields of a table argument, each known and of its type.
  func fields(_ index: Int) throws(CallFailure) -> APIFields {
    let parameter = function.parameters[index]
    guard case .fields(let known) = parameter.type else { throw wrongType(index) }
    let object = try object(index)
    for member in object where !known.contains(where: { Identifier($0.name) == member.name }) {
      let hint = member.name.hint(among: known.map { Identifier($0.name) })
      let names = known.map(\.name).joined(separator: ", ")
      throw CallFailure(
        "\(path): \(parameter.name).\(member.name) is not a known field\(hint) (known: \(names))")
    }
    return APIFields(arguments: self, name: parameter.name, object: object)
  }

  private func name(_ index: Int) -> String {
    if isUpdated, index == 1 { return "value" }
    guard index < function.parameters.count else { return "argument \(index + 1)" }
    let name = function.parameters[index].name
    return name == "..." ? "argument \(index + 1)" : name
  }

  private func type(_ index: Int) -> APIType {
    index < function.parameters.count ? function.parameters[index].type : .values
  }

  private func wrongType(_ index: Int) -> CallFailure {
    let given: String
    if index < values.count {
      switch values[index] {
      case .none: given = "nil"
      case .value(let value): given = value.luaNoun
      case .bytes: given = "a string"
      case .function: given = "a function"
      case .invalid(let invalid): given = invalid.noun
      }
    } else {
      given = "nothing"
    }
    return CallFailure(
      "\(path): argument \(index + 1) (\(name(index))) must be \(type(index).noun), got \(given)")
  }

  private func refusal(of invalid: InvalidValue, at index: Int) -> CallFailure {
    if index == 0, invalid.reason == .type, isOwnTable(invalid) {
      return CallFailure("\(path): called with a colon; write \(path)(…), with a dot")
    }
    switch type(index) {
    case .string, .integer, .number:
      if invalid.path.isEmpty, invalid.reason == .type { return wrongType(index) }
    default: break
    }
    let limit =
      switch function.command {
      case .jsonEncode, .log, .host: limits.handedOverBytes
      default: limits.valueBytes
      }
    return CallFailure(
      "\(path): \(name(index))\(invalid.path) \(invalid.sentence(limits, bytes: limit))")
  }
}

extension APIArguments {
  /// Whether the first argument is the table that the function was taken from: `storage:set("a", 1)`
  /// hands `storage` over, in which the first part that cannot be kept is a function of the API, or
  /// one of `storage.protected`.
  private func isOwnTable(_ invalid: InvalidValue) -> Bool {
    guard invalid.detail == "function", invalid.path.hasPrefix(".") else { return false }
    let table = function.path.prefix { $0 != "." }
    let member = invalid.path.dropFirst().prefix { $0 != "." }
    return APITable().functions.contains { $0.path == "\(table).\(member)" }
  }
}

/// The fields of a table argument.
struct APIFields {
  let arguments: APIArguments
  let name: String
  let object: JSONObject

  func string(_ field: String) throws(CallFailure) -> String? {
    switch object[field] {
    case nil, .null?: nil
    case .string(let text)?: text
    case let other?: throw wrongType(field, "a string", other)
    }
  }

  func number(_ field: String) throws(CallFailure) -> Double? {
    switch object[field] {
    case nil, .null?: nil
    case .integer(let number)?: Double(number)
    case .number(let number)?: number
    case let other?: throw wrongType(field, "a number", other)
    }
  }

  func object(_ field: String) throws(CallFailure) -> JSONObject? {
    switch object[field] {
    case nil, .null?: nil
    case .object(let object)?: object
    case let other?: throw wrongType(field, "a table with string keys", other)
    }
  }

  private func wrongType(_ field: String, _ noun: String, _ value: JSONValue) -> CallFailure {
    CallFailure("\(arguments.path): \(name).\(field) must be \(noun), got \(value.luaNoun)")
  }
}

extension JSONValue {
  /// What the value is called in messages about a script's values.
  var luaNoun: String {
    switch self {
    case .null: "json.null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .number: "a float"
    case .string: "a string"
    case .array: "an array"
    case .object: "a table"
    }
  }
}

extension InvalidValue {
  /// The end of a sentence that begins with the path of the offending part.
  func sentence(_ limits: PluginLimits, bytes: Int) -> String {
    switch reason {
    case .type: "is \(noun), which cannot be kept; keep what it stands for instead"
    case .nan: "is NaN, which has no JSON form; leave it out or store a string"
    case .infinity: "is infinite, which has no JSON form; leave it out or store a string"
    case .utf8: "is not UTF-8 text; keep binary data with files.write"
    case .key: "has a key of type \(detail); only strings and array positions can be kept"
    case .mixed: "has both string keys and array items; use one or the other"
    case .sparse: "is an array with holes; fill them with json.null"
    case .cycle: "refers to a table that contains it; keep a copy without the cycle"
    case .depth: "is nested deeper than \(limits.valueDepth) levels; flatten it"
    case .size: "is larger than \(bytes) bytes; keep less"
    }
  }

  /// The offending part's type, with its article.
  var noun: String {
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    guard let first = detail.first else { return "an unknown type" }
    return vowels.contains(first) ? "an \(detail)" : "a \(detail)"
  }
}
