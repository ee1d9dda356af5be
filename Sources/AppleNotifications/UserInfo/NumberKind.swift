/// What a number of Foundation is among JSON's values: a boolean, an integer and a float differ.
///
/// Foundation keeps all three in one class and converts freely between them, so the type that the
/// number was made with decides, and nothing else: `1`, `1.0` and `true` stay three values.
enum NumberKind: Hashable {
  case boolean
  case integer
  /// An integer without a sign, which may have no room in 64 bits with one.
  case unsignedInteger
  case float

  /// The kind by Objective-C's type encoding; nil for an encoding that is no number's.
  ///
  /// - Parameters:
  ///   - encoding: The first character of `NSNumber.objCType`.
  ///   - isBooleanClass: Whether the number is of the class that only booleans have. A boolean's
  ///     encoding is that of a `char`, and so is that of an integer of 8 bits.
  init?(encoding: Character, isBooleanClass: Bool) {
    switch encoding {
    case "B": self = .boolean
    case "c" where isBooleanClass: self = .boolean
    case "c", "s", "i", "l", "q": self = .integer
    case "C", "S", "I", "L", "Q": self = .unsignedInteger
    case "f", "d": self = .float
    default: return nil
    }
  }
}
