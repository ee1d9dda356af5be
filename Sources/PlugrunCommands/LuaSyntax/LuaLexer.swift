/// Cuts a Lua text into tokens, with the place of each.
///
/// Comments are no tokens; they are kept beside, because some of them speak to `plugrun check`.
struct LuaLexer {
  /// A comment without its dashes and brackets.
  struct Comment: Sendable {
    let bytes: ArraySlice<UInt8>
    let position: LuaPosition
    /// Whether nothing stands before it on its line.
    let isAloneOnLine: Bool
  }

  let bytes: [UInt8]
  var offset = 0
  private(set) var line = 1
  private(set) var comments: [Comment] = []
  private var lineStart = 0
  private var countedColumn = 1
  private var countedOffset = 0
  private var hasTokenOnLine = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte at a distance; nil behind the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// The next token; `end` for ever once the text is used up.
  mutating func next() throws(LuaSyntaxError) -> LuaToken {
    try skipSpace()
    let start = position(at: offset)
    let kind = try kind()
    hasTokenOnLine = true
    return LuaToken(kind: kind, position: start, end: offset, lastLine: line)
  }

  /// Takes a line's end, which may have two bytes, and counts it.
  mutating func takeLineEnd() {
    let first = peek()
    offset += 1
    if let second = peek(), second.isLuaLineEnd, second != first { offset += 1 }
    line += 1
    lineStart = offset
    countedOffset = offset
    countedColumn = 1
    hasTokenOnLine = false
  }

  /// The place of a byte of the current line that lies at or behind every place asked for before.
  mutating func position(at offset: Int) -> LuaPosition {
    for byte in bytes[min(countedOffset, offset)..<offset] where byte & 0xC0 != 0x80 {
      countedColumn += 1
    }
    countedOffset = max(countedOffset, offset)
    return LuaPosition(line: line, column: countedColumn, offset: offset)
  }

  // MARK: Space and comments

  private mutating func skipSpace() throws(LuaSyntaxError) {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): takeLineEnd()
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C: offset += 1
      case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(LuaSyntaxError) {
    let start = position(at: offset)
    let isAlone = !hasTokenOnLine
    offset += 2
    if peek() == UInt8(ascii: "["), let level = longBracketLevel() {
      let content = offset + level + 2
      _ = try longBracket(level: level, opening: start, "comment")
      comments.append(
        Comment(
          bytes: bytes[content..<max(content, offset - level - 2)], position: start,
          isAloneOnLine: isAlone))
      return
    }
    let content = offset
    while let byte = peek(), !byte.isLuaLineEnd { offset += 1 }
    comments.append(
      Comment(bytes: bytes[content..<offset], position: start, isAloneOnLine: isAlone))
  }

  // MARK: Tokens

  private mutating func kind() throws(LuaSyntaxError) -> LuaToken.Kind {
    guard let byte = peek() else { return .end }
    switch byte {
    case _ where byte.isLuaNameStart: return name()
    case _ where byte.isLuaDigit: return try number()
    case UInt8(ascii: ".") where peek(1)?.isLuaDigit == true: return try number()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string(quote: byte)
    case UInt8(ascii: "["):
      if let level = longBracketLevel() {
        let start = position(at: offset)
        return .string(try longBracket(level: level, opening: start, "string"))
      }
      if peek(1) == UInt8(ascii: "=") { throw invalidDelimiter() }
    default: break
    }
    return sign(byte)
  }

  private mutating func name() -> LuaToken.Kind {
    let start = offset
    while let byte = peek(), byte.isLuaNamePart { offset += 1 }
    let word = Array(bytes[start..<offset])
    if let terminal = LuaTerminal.words[word] { return .terminal(terminal) }
    return .name(String(decoding: word, as: UTF8.self))
  }

  /// The longest sign that begins here.
  private mutating func sign(_ byte: UInt8) -> LuaToken.Kind {
    let text = bytes[offset..<min(offset + 3, bytes.count)]
    for length in stride(from: text.count, through: 1, by: -1) {
      let part = String(decoding: text.prefix(length), as: UTF8.self)
      guard let terminal = LuaTerminal(rawValue: part), !part.utf8.contains(where: \.isLuaNameStart)
      else { continue }
      offset += length
      return .terminal(terminal)
    }
    offset += 1
    return .stray(byte)
  }

  // MARK: Errors

  /// An error whose message ends with what was read of the token.
  mutating func failure(_ message: String, near text: some Sequence<UInt8>) -> LuaSyntaxError {
    let shown = String(decoding: Array(text), as: UTF8.self)
    return LuaSyntaxError(message: "\(message) near '\(shown)'", position: position(at: offset))
  }

  mutating func failureAtEnd(_ message: String) -> LuaSyntaxError {
    LuaSyntaxError(message: "\(message) near <eof>", position: position(at: offset))
  }
}

extension UInt8 {
  var isLuaLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
