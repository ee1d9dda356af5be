/// An object of a document whose members are all known by name, read with errors that say where.
///
/// A member that is `null` counts as absent.
///
/// ```swift
/// let fields = try JSONFields(value, known: ["identifier", "version"])
/// let identifier = try fields.required("identifier", fields.string)
/// let version = try fields.string("version") ?? "0"
/// ```
public struct JSONFields: Sendable {
  /// The object itself.
  public let object: JSONObject
  /// The way from the document's root to the object.
  public let path: JSONPath

  /// Takes an object apart; refuses another type, and a name that is not among `known`, with the
  /// nearest that is.
  public init(
    _ value: JSONValue, at path: JSONPath = .root, known: JSONNames
  ) throws(JSONError) {
    guard case .object(let object) = value else {
      throw Self.wrongType("an object", value, at: path)
    }
    try self.init(object, at: path, known: known)
  }

  /// Takes an object apart; refuses a name that is not among `known`, with the nearest that is.
  public init(
    _ object: JSONObject, at path: JSONPath = .root, known: JSONNames
  ) throws(JSONError) {
    self.object = object
    self.path = path
    if let unknown = known.firstUnknown(in: object) {
      throw JSONError(
        .unknownKey, "unknown key \(unknown.rawValue.quotedForMessage); \(known.cure(for: unknown))",
        at: path.member(unknown.rawValue))
    }
  }

  /// The member's value; nil when it is absent or null.
  public func value(_ name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// The member as text.
  public func string(_ name: String) throws(JSONError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw wrongType("a string", value, name) }
    return text
  }

  /// The member as a byte-exact name.
  public func identifier(_ name: String) throws(JSONError) -> Identifier? {
    try string(name).map { Identifier($0) }
  }

  /// The member as true or false.
  public func bool(_ name: String) throws(JSONError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let flag) = value else { throw wrongType("true or false", value, name) }
    return flag
  }

  /// The member as an integer; a float without a fraction, such as `1.0`, is one too.
  public func integer(_ name: String) throws(JSONError) -> Int64? {
    guard let value = value(name) else { return nil }
    switch value {
    case .integer(let number): return number
    case .number(let number):
      guard let exact = Int64(exactly: number) else { fallthrough }
      return exact
    default: throw wrongType("an integer", value, name)
    }
  }

  /// The member as a number, integer or float.
  public func number(_ name: String) throws(JSONError) -> Double? {
    guard let value = value(name) else { return nil }
    switch value {
    case .integer(let number): return Double(number)
    case .number(let number): return number
    default: throw wrongType("a number", value, name)
    }
  }

  /// The member as an array.
  public func array(_ name: String) throws(JSONError) -> [JSONValue]? {
    guard let value = value(name) else { return nil }
    guard case .array(let items) = value else { throw wrongType("an array", value, name) }
    return items
  }

  /// The member as an array of texts.
  public func strings(_ name: String) throws(JSONError) -> [String]? {
    guard let items = try array(name) else { return nil }
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      guard case .string(let text) = item else {
        throw Self.wrongType("a string", item, at: path.member(name).item(index))
      }
      texts.append(text)
    }
    return texts
  }

  /// The member as an object whose members are not looked at.
  public func object(_ name: String) throws(JSONError) -> JSONObject? {
    guard let value = value(name) else { return nil }
    guard case .object(let object) = value else { throw wrongType("an object", value, name) }
    return object
  }

  /// The member as an object with known members of its own.
  public func fields(_ name: String, known: JSONNames) throws(JSONError) -> JSONFields? {
    guard let value = value(name) else { return nil }
    return try JSONFields(value, at: path.member(name), known: known)
  }

  /// The member as an array of objects with known members of their own.
  public func list(_ name: String, known: JSONNames) throws(JSONError) -> [JSONFields]? {
    guard let items = try array(name) else { return nil }
    var list: [JSONFields] = []
    for (index, item) in items.enumerated() {
      list.append(try JSONFields(item, at: path.member(name).item(index), known: known))
    }
    return list
  }

  /// What `read` finds under the name; refuses its absence.
  public func required<Value>(
    _ name: String, _ read: (String) throws(JSONError) -> Value?
  ) throws(JSONError) -> Value {
    if let value = try read(name) { return value }
    throw missing(name)
  }

  /// The error for a required member that is absent.
  public func missing(_ name: String) -> JSONError {
    JSONError(.missingKey, "\(name.quotedForMessage) is required; add it", at: path.member(name))
  }

  /// The error for a member whose value is refused for the given reason.
  public func invalid(_ name: String, _ message: String) -> JSONError {
    JSONError(.invalidValue, message, at: path.member(name))
  }

  /// The error for a member of another type than expected, such as `a string`.
  public func wrongType(_ expected: String, _ value: JSONValue, _ name: String) -> JSONError {
    Self.wrongType(expected, value, at: path.member(name))
  }

  /// The error for a part of another type than expected, such as `a string`.
  public static func wrongType(
    _ expected: String, _ value: JSONValue, at path: JSONPath
  ) -> JSONError {
    JSONError(.wrongType, "must be \(expected), is \(value.typeName)", at: path)
  }
}
