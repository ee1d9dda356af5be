/// What only lenient reading accepts; strict reading says what it is and how to do without it.
extension JSONParser where Output: ~Copyable {
  /// Moves past a byte-order mark at the start.
  mutating func skipMark(_ bytes: Span<UInt8>) throws(JSONError) {
    guard bytes.count >= 2 else { return }
    if bytes[0] == 0xFE && bytes[1] == 0xFF || bytes[0] == 0xFF && bytes[1] == 0xFE {
      throw failure(.invalidUTF8, "the text is UTF-16; save it as UTF-8", at: 0, bytes)
    }
    guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
    guard lenient else {
      throw failure(
        .byteOrderMark,
        "the text starts with a byte-order mark; save it without one",
        at: 0, bytes)
    }
    index = 3
  }

  /// Moves past the comment whose slash is at `index`; leaves any other slash where it is.
  mutating func skipComment(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = index
    let second = start + 1 < bytes.count ? bytes[start + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
      throw failure(.unexpectedCharacter, "\(found(bytes)) where JSON has none; remove it", bytes)
    }
    guard lenient else {
      throw failure(
        .comment, "JSON has no comments; remove it", bytes)
    }
    index += 2
    if second == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    } else {
      while true {
        guard index + 1 < bytes.count else {
          throw failure(
            .unexpectedEnd, "the text ends within a comment that starts here; close it with */",
            at: start, bytes)
        }
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { break }
        index += 1
      }
      index += 2
    }
    if let place = firstInvalidUTF8(in: start..<index, bytes) {
      throw invalidUTF8(at: place, bytes)
    }
  }

  /// Accepts a comma before a closing bracket, or says that it is one too many.
  func allowTrailingComma(at comma: Int, _ bytes: Span<UInt8>) throws(JSONError) {
    guard lenient else {
      throw failure(
        .trailingComma,
        "a comma stands before the closing bracket; remove it",
        at: comma, bytes)
    }
  }
}
