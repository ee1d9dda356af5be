/// Strings in quotes and in long brackets.
extension LuaLexer {
  /// How many `=` stand in the long bracket that opens here; nil where none does.
  func longBracketLevel() -> Int? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  /// `[=` that opens nothing.
  mutating func invalidDelimiter() -> LuaSyntaxError {
    var length = 1
    while peek(length) == UInt8(ascii: "=") { length += 1 }
    return failure(
      "invalid long string delimiter", near: bytes[offset..<offset + length])
  }

  /// The content of the long bracket that opens here, its line ends as `\n`.
  mutating func longBracket(
    level: Int, opening: LuaPosition, _ what: String
  ) throws(LuaSyntaxError) -> [UInt8] {
    offset += level + 2
    if let byte = peek(), byte.isLuaLineEnd { takeLineEnd() }
    var content: [UInt8] = []
    while let byte = peek() {
      if byte == UInt8(ascii: "]"), closes(level: level) {
        offset += level + 2
        return content
      }
      if byte.isLuaLineEnd {
        takeLineEnd()
        content.append(UInt8(ascii: "\n"))
      } else {
        offset += 1
        content.append(byte)
      }
    }
    throw failureAtEnd("unfinished long \(what) (starting at line \(opening.line))")
  }

  private func closes(level: Int) -> Bool {
    for distance in 0..<level where peek(1 + distance) != UInt8(ascii: "=") { return false }
    return peek(1 + level) == UInt8(ascii: "]")
  }

  /// A string in quotes, its escapes replaced.
  mutating func string(quote: UInt8) throws(LuaSyntaxError) -> LuaToken.Kind {
    offset += 1
    var content: [UInt8] = []
    while let byte = peek(), byte != quote {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        throw failure("unfinished string", near: [quote] + content)
      case UInt8(ascii: "\\"):
        try escape(quote, &content)
      default:
        offset += 1
        content.append(byte)
      }
    }
    guard peek() != nil else { throw failureAtEnd("unfinished string") }
    offset += 1
    return .string(content)
  }

  private mutating func escape(
    _ quote: UInt8, _ content: inout [UInt8]
  ) throws(LuaSyntaxError) {
    let start = offset
    offset += 1
    guard let byte = peek() else { throw failureAtEnd("unfinished string") }
    if byte.isLuaDigit {
      return content.append(try decimalEscape(start, quote, content))
    }
    if byte.isLuaLineEnd {
      takeLineEnd()
      return content.append(UInt8(ascii: "\n"))
    }
    if let plain = Self.plainEscapes[byte] {
      offset += 1
      return content.append(plain)
    }
    switch byte {
    case UInt8(ascii: "x"): content.append(try hexadecimalEscape(start, quote, content))
    case UInt8(ascii: "u"): content += try unicodeEscape(start, quote, content)
    case UInt8(ascii: "z"):
      offset += 1
      while let space = peek(), space.isLuaSpace {
        if space.isLuaLineEnd { takeLineEnd() } else { offset += 1 }
      }
    default: throw escapeFailure("invalid escape sequence", start, quote, content)
    }
  }

  private static let plainEscapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "v"): 0x0B, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"),
  ]

  private mutating func decimalEscape(
    _ start: Int, _ quote: UInt8, _ content: [UInt8]
  ) throws(LuaSyntaxError) -> UInt8 {
    var value = 0
    var digits = 0
    while digits < 3, let byte = peek(), byte.isLuaDigit {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      offset += 1
    }
    guard let byte = UInt8(exactly: value) else {
      throw escapeFailure("decimal escape too large", start, quote, content)
    }
    return byte
  }

  private mutating func hexadecimalEscape(
    _ start: Int, _ quote: UInt8, _ content: [UInt8]
  ) throws(LuaSyntaxError) -> UInt8 {
    offset += 1
    var value: UInt8 = 0
    for _ in 0..<2 {
      guard let digit = peek()?.luaHexadecimalValue else {
        throw escapeFailure("hexadecimal digit expected", start, quote, content)
      }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }

  private mutating func unicodeEscape(
    _ start: Int, _ quote: UInt8, _ content: [UInt8]
  ) throws(LuaSyntaxError) -> [UInt8] {
    offset += 1
    guard peek() == UInt8(ascii: "{") else {
      throw escapeFailure("missing '{'", start, quote, content)
    }
    offset += 1
    guard var value = peek()?.luaHexadecimalValue.map(UInt32.init) else {
      throw escapeFailure("hexadecimal digit expected", start, quote, content)
    }
    offset += 1
    while let digit = peek()?.luaHexadecimalValue {
      guard value <= 0x7FFF_FFFF >> 4 else {
        throw escapeFailure("UTF-8 value too large", start, quote, content)
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    guard peek() == UInt8(ascii: "}") else {
      throw escapeFailure("missing '}'", start, quote, content)
    }
    offset += 1
    return Self.longUTF8(value)
  }

  /// UTF-8 as it was first defined, up to six bytes.
  private static func longUTF8(_ value: UInt32) -> [UInt8] {
    guard value >= 0x80 else { return [UInt8(value)] }
    var rest = value
    var firstRoom: UInt32 = 0x3F
    var tail: [UInt8] = []
    repeat {
      tail.append(UInt8(0x80 | rest & 0x3F))
      rest >>= 6
      firstRoom >>= 1
    } while rest > firstRoom
    tail.append(UInt8(truncatingIfNeeded: ~firstRoom << 1 | rest))
    return tail.reversed()
  }

  /// Shows what was read of the string, the byte at fault included.
  private mutating func escapeFailure(
    _ message: String, _ start: Int, _ quote: UInt8, _ content: [UInt8]
  ) -> LuaSyntaxError {
    let end = min(offset + 1, bytes.count)
    return failure(message, near: [quote] + content + bytes[start..<end])
  }
}

extension UInt8 {
  fileprivate var isLuaSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
