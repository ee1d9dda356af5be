/// Why JSON was refused: what is wrong, where, and the cure.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of refusal; new ones may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name by which reports print the code.
    public let rawValue: String

    /// The name as it was given.
    public var description: String { rawValue }

    /// The text holds no value at all.
    public static let empty = Code(rawValue: "empty")
    /// The text ends within a value.
    public static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// A character stands where the grammar has another.
    public static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// Something follows the value.
    public static let trailingText = Code(rawValue: "trailingText")
    /// A comma stands before a closing bracket.
    public static let trailingComma = Code(rawValue: "trailingComma")
    /// A comment stands in strict JSON.
    public static let comment = Code(rawValue: "comment")
    /// The text starts with a byte-order mark.
    public static let byteOrderMark = Code(rawValue: "byteOrderMark")
    /// The bytes are not UTF-8.
    public static let invalidUTF8 = Code(rawValue: "invalidUTF8")
    /// A control character stands bare in a string.
    public static let controlCharacter = Code(rawValue: "controlCharacter")
    /// A backslash is followed by something that is no escape.
    public static let invalidEscape = Code(rawValue: "invalidEscape")
    /// A `\u` escape names half of a surrogate pair.
    public static let loneSurrogate = Code(rawValue: "loneSurrogate")
    /// A number is not written as JSON has it.
    public static let invalidNumber = Code(rawValue: "invalidNumber")
    /// An integer has no room in 64 bits, or a float none in a double.
    public static let numberTooLarge = Code(rawValue: "numberTooLarge")
    /// NaN or an infinity was to be written.
    public static let notFinite = Code(rawValue: "notFinite")
    /// A name occurs twice in an object.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// Arrays and objects are nested deeper than the limit.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The text has more bytes than the limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// Whoever asked no longer wants the value.
    package static let stopped = Code(rawValue: "stopped")
    /// An object has a name that is not known there.
    public static let unknownKey = Code(rawValue: "unknownKey")
    /// A required name is absent.
    public static let missingKey = Code(rawValue: "missingKey")
    /// A value has another type than its name wants.
    public static let wrongType = Code(rawValue: "wrongType")
    /// A value has the right type and is refused all the same.
    public static let invalidValue = Code(rawValue: "invalidValue")
  }

  /// Where the trouble is.
  public enum Place: Sendable, Hashable {
    /// In the text: the line, and the column in Unicode code points (not bytes), both from 1.
    case position(line: Int, column: Int)
    /// In the value: the way to the offending part.
    case path(JSONPath)
  }

  /// The kind of refusal.
  public let code: Code
  /// What is wrong and the cure, without the place. Holds names of members, never their values.
  public let message: String
  /// Where the trouble is.
  public let place: Place

  package init(_ code: Code, _ message: String, at place: Place) {
    self.code = code
    self.message = message
    self.place = place
  }

  package init(_ code: Code, _ message: String, at path: JSONPath) {
    self.init(code, message, at: .path(path))
  }

  /// The line from 1; nil when the text itself is well-formed.
  public var line: Int? {
    switch place {
    case .position(let line, _): line
    default: nil
    }
  }

  /// The column from 1, in Unicode code points; nil when the text itself is well-formed.
  public var column: Int? {
    switch place {
    case .position(_, let column): column
    default: nil
    }
  }

  /// The way to the offending part; nil when the text is not well-formed.
  public var path: JSONPath? {
    switch place {
    case .path(let path): path
    default: nil
    }
  }

  /// The place and the message: `line 3, column 5: …` or `categories[0].title: …`.
  public var description: String {
    switch place {
    case .position(let line, let column): "line \(line), column \(column): \(message)"
    case .path(let path) where path == .root: message
    case .path(let path): "\(path): \(message)"
    }
  }

  /// Whether both are the same, texts compared byte by byte.
  public static func == (left: JSONError, right: JSONError) -> Bool {
    left.code == right.code && left.place == right.place
      && left.message.hasSameBytes(as: right.message)
  }
}

extension JSONError {
  /// The same error seen from one level further out.
  package func within(_ step: JSONPath.Step) -> JSONError {
    guard case .path(let path) = place else { return self }
    return JSONError(code, message, at: path.preceded(by: step))
  }
}
