/// The parameter letters of a function, as far as reading its arguments needs them.
struct ParameterLetters: Sendable {
  /// Values as a script returns them: every string is text.
  static let values = ParameterLetters("v*")

  private let isBytesAt: [Bool]
  private let repeats: Bool

  /// - Parameter letters: as in ``SandboxFunction/parameters``.
  init(_ letters: String) {
    repeats = letters.utf8.last == UInt8(ascii: "*")
    isBytesAt = letters.utf8.prefix { $0 != UInt8(ascii: "*") }.map {
      $0 == UInt8(ascii: "b") || $0 == UInt8(ascii: "r")
    }
  }

  /// Whether a string given for the parameter at `index` (from 0) is bytes, not text.
  func isBytes(_ index: Int) -> Bool {
    if index < isBytesAt.count { return isBytesAt[index] }
    return repeats && (isBytesAt.last ?? false)
  }
}
