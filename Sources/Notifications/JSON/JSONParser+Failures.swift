/// The errors of reading, built only once something is wrong: lines and columns are counted then.
extension JSONParser where Output: ~Copyable {
  @inline(never)
  func failure(
    _ code: JSONError.Code, _ message: String, _ bytes: Span<UInt8>
  ) -> JSONError {
    failure(code, message, at: index, bytes)
  }

  @inline(never)
  func failure(
    _ code: JSONError.Code, _ message: String, at offset: Int, _ bytes: Span<UInt8>
  ) -> JSONError {
    let place = TextPosition(of: offset, in: bytes)
    return JSONError(code, message, at: .position(line: place.line, column: place.column))
  }

  /// What stands at `index`, for the start of a sentence.
  func found(_ bytes: Span<UInt8>) -> String {
    let byte = bytes[index]
    if byte > 0x20 && byte < 0x7F { return "unexpected character '\(Unicode.Scalar(byte))'" }
    if byte < 0x80 { return "unexpected control character \(Self.codePoint(byte))" }
    return "unexpected text"
  }

  @inline(never)
  func unexpectedEnd(
    _ expected: String, at offset: Int? = nil, _ bytes: Span<UInt8>
  ) -> JSONError {
    failure(
      .unexpectedEnd, "the text ends where \(expected) was expected", at: offset ?? index, bytes)
  }

  @inline(never)
  func noValue(_ bytes: Span<UInt8>) -> JSONError {
    switch bytes[index] {
    case UInt8(ascii: "'"):
      return failure(.unexpectedCharacter, "strings stand in double quotes, not in '", bytes)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
      return failure(
        .unexpectedCharacter, "\(found(bytes)) where a value was expected", bytes)
    case UInt8(ascii: "."), UInt8(ascii: "+"):
      return failure(
        .invalidNumber, "a number must start with a digit or a minus sign", bytes)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      return failure(
        .unexpectedCharacter,
        "a word that JSON does not have; it knows true, false and null, and texts in double quotes",
        bytes)
    default:
      return failure(
        .unexpectedCharacter, "\(found(bytes)) where a value was expected", bytes)
    }
  }

  @inline(never)
  func noName(_ bytes: Span<UInt8>) -> JSONError {
    failure(
      .unexpectedCharacter, "\(found(bytes)) where a name in double quotes was expected", bytes)
  }

  @inline(never)
  func missingColon(_ bytes: Span<UInt8>) -> JSONError {
    guard index < bytes.count else { return unexpectedEnd("a colon", bytes) }
    return failure(
      .unexpectedCharacter, "\(found(bytes)) where a colon after a name was expected", bytes)
  }

  @inline(never)
  func missingSeparator(
    _ close: UInt8, opened start: Int, _ bytes: Span<UInt8>
  ) -> JSONError {
    let close = Unicode.Scalar(close)
    guard index < bytes.count else {
      let line = TextPosition(of: start, in: bytes).line
      return unexpectedEnd("',' or '\(close)' (opened in line \(line))", bytes)
    }
    return failure(
      .unexpectedCharacter, "\(found(bytes)) where ',' or '\(close)' was expected", bytes)
  }

  @inline(never)
  func unterminatedString(_ bytes: Span<UInt8>) -> JSONError {
    failure(
      .unexpectedEnd, "the text ends within a string; close it with a double quote",
      at: bytes.count, bytes)
  }

  @inline(never)
  func controlCharacter(at place: Int, _ bytes: Span<UInt8>) -> JSONError {
    let cure =
      switch bytes[place] {
      case 0x0A: "\\n"
      case 0x0D: "\\r"
      case 0x09: "\\t"
      case let byte: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    return failure(
      .controlCharacter,
      "control character \(Self.codePoint(bytes[place])) in a string; write it as \(cure)",
      at: place, bytes)
  }

  /// Which of an object's names an earlier member has, and where.
  @inline(never)
  func duplicate(
    among names: [Identifier], firstName: Int, _ bytes: Span<UInt8>
  ) -> JSONError {
    var seen: Set<Identifier> = []
    let repeated = names.firstIndex { !seen.insert($0).inserted } ?? 0
    return failure(
      .duplicateKey,
      "\(names[repeated].rawValue.quotedForMessage) occurs twice in this object; remove one",
      at: nameStart(firstName + repeated), bytes)
  }

  @inline(never)
  func invalidUTF8(at place: Int, _ bytes: Span<UInt8>) -> JSONError {
    let hex = String(bytes[place], radix: 16, uppercase: true)
    return failure(
      .invalidUTF8, "byte 0x\(hex) is not UTF-8; save the text as UTF-8", at: place, bytes)
  }

  /// The offset of the first byte that does not belong to a well-formed code point.
  func firstInvalidUTF8(in range: Range<Int>, _ bytes: Span<UInt8>) -> Int? {
    var place = range.lowerBound
    while place < range.upperBound {
      // The lengths and second-byte ranges of Unicode's table 3-7.
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch bytes[place] {
      case 0x00...0x7F: length = 1
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: length = 4
      default: return place
      }
      guard place + length <= range.upperBound else { return place }
      for offset in 1..<max(length, 1) {
        let allowed = offset == 1 ? second : 0x80...0xBF
        guard allowed.contains(bytes[place + offset]) else { return place }
      }
      place += length
    }
    return nil
  }

  private static func codePoint(_ byte: UInt8) -> String {
    let hex = String(byte, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
  }
}
