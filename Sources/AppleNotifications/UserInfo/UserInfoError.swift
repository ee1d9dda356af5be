public import ActionPlugins

/// Why a notification's `userInfo` has no JSON form: which part, and the cure.
///
/// Holds names of members, never their values.
public struct UserInfoError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of refusal; new ones may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name by which reports print the code.
    public let rawValue: String

    /// The name.
    public var description: String { rawValue }

    /// A dictionary's key is no string.
    public static let invalidKey = Code(rawValue: "invalidKey")
    /// A number is NaN or infinite, or an integer has no room in 64 bits.
    public static let invalidNumber = Code(rawValue: "invalidNumber")
    /// A value's type has no JSON form.
    public static let unsupportedType = Code(rawValue: "unsupportedType")
    /// Arrays and dictionaries are nested deeper than the limit, or within themselves.
    public static let tooDeep = Code(rawValue: "tooDeep")
  }

  /// The kind of refusal.
  public let code: Code
  /// The way to the offending part.
  public let path: JSONPath
  /// What is wrong and the cure, without the place.
  public let message: String

  init(_ code: Code, _ message: String, at path: JSONPath) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// The place and the message: `userInfo.chat.members[2]: …`.
  public var description: String {
    let place = path.description
    let separator = place.isEmpty || place.hasPrefix("[") ? "" : "."
    return "userInfo\(separator)\(place): \(message)"
  }
}
