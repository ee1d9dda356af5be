/// Where a string's content is, known to be UTF-8.
enum JSONStringContent {
  /// In the text as it stands.
  case plain(Range<Int>)
  /// In an array of its own, because the text has escapes.
  case unescaped([UInt8])
}

extension JSONParser where Output: ~Copyable {
  /// Reads the string whose opening quote is at `index`.
  mutating func text(_ bytes: Span<UInt8>) throws(JSONError) -> JSONStringContent {
    let start = index + 1
    var bits: UInt8 = 0
    let end = plainEnd(from: start, bytes, bits: &bits)
    guard end < bytes.count else { throw unterminatedString(bytes) }
    guard bytes[end] == UInt8(ascii: "\"") else {
      return try stringWithEscapes(from: start, firstStop: end, bytes)
    }
    // Plain ASCII, which nearly all strings are, needs no second look.
    if bits != 0, let place = firstInvalidUTF8(in: start..<end, bytes) {
      throw invalidUTF8(at: place, bytes)
    }
    index = end + 1
    return .plain(start..<end)
  }

  /// The first place from `start` on that is not plain string content: a quote, a backslash, a
  /// control character, or the end. Sets the top bit of `bits` if some byte before it is not ASCII.
  @inline(__always)
  private func plainEnd(from start: Int, _ bytes: Span<UInt8>, bits: inout UInt8) -> Int {
    var end = start
    while end + 8 <= bytes.count {
      // Eight bytes at once: each test sets the top bit of a byte that is what it looks for, and
      // perhaps of bytes after it, so only the lowest one is believed.
      let word = UInt64(
        littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(
          fromByteOffset: end, as: UInt64.self))
      let quote = word ^ 0x2222_2222_2222_2222
      let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let stops =
        (word &- 0x2020_2020_2020_2020) & ~word
        | (quote &- 0x0101_0101_0101_0101) & ~quote
        | (backslash &- 0x0101_0101_0101_0101) & ~backslash
      let stop = stops & 0x8080_8080_8080_8080
      guard stop == 0 else {
        let plain = stop.trailingZeroBitCount & ~7
        if word & 0x8080_8080_8080_8080 & ~(UInt64.max << UInt64(plain)) != 0 { bits = 0x80 }
        return end + plain / 8
      }
      if word & 0x8080_8080_8080_8080 != 0 { bits = 0x80 }
      end += 8
    }
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return end }
      bits |= byte & 0x80
      end += 1
    }
    return end
  }

  private mutating func stringWithEscapes(
    from start: Int, firstStop: Int, _ bytes: Span<UInt8>
  ) throws(JSONError) -> JSONStringContent {
    var content: [UInt8] = []
    content.reserveCapacity(2 * (firstStop - start) + 16)
    var plainStart = start
    var stop = firstStop
    var bits: UInt8 = 0
    while true {
      for offset in plainStart..<stop { content.append(bytes[offset]) }
      guard stop < bytes.count else { throw unterminatedString(bytes) }
      switch bytes[stop] {
      case UInt8(ascii: "\""):
        if let place = firstInvalidUTF8(in: start..<stop, bytes) {
          throw invalidUTF8(at: place, bytes)
        }
        index = stop + 1
        return .unescaped(content)
      case UInt8(ascii: "\\"):
        index = stop
        let scalar = try escape(bytes)
        content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        plainStart = index
      default:
        throw controlCharacter(at: stop, bytes)
      }
      stop = plainEnd(from: plainStart, bytes, bits: &bits)
    }
  }

  /// Reads the escape whose backslash is at `index` and moves past it.
  private mutating func escape(_ bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    guard index + 1 < bytes.count else { throw unterminatedString(bytes) }
    let letter = bytes[index + 1]
    if letter == UInt8(ascii: "u") { return try unicodeEscape(bytes) }
    let scalar: Unicode.Scalar
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    default:
      throw failure(
        .invalidEscape,
        "a backslash in a string must start one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; "
          + "write a backslash itself as \\\\", bytes)
    }
    index += 2
    return scalar
  }

  private mutating func unicodeEscape(_ bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    let first = try hexUnit(at: index, bytes)
    if let scalar = Unicode.Scalar(first) {
      index += 6
      return scalar
    }
    let isLeading = first < 0xDC00
    if isLeading, index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
      bytes[index + 7] == UInt8(ascii: "u")
    {
      let second = try hexUnit(at: index + 6, bytes)
      let value = 0x1_0000 + ((UInt32(first) & 0x3FF) << 10) + (UInt32(second) & 0x3FF)
      if (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(value) {
        index += 12
        return scalar
      }
    }
    throw failure(
      .loneSurrogate,
      "a \\u escape names half of a surrogate pair; write both halves, or the character itself",
      bytes)
  }

  /// The four hexadecimal digits of the `\u` escape at `place`.
  private func hexUnit(at place: Int, _ bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for offset in 2..<6 {
      guard place + offset < bytes.count else { throw unterminatedString(bytes) }
      let digit: UInt8
      switch bytes[place + offset] {
      case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
        digit = byte - UInt8(ascii: "0")
      case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
        digit = byte - UInt8(ascii: "a") + 10
      case let byte where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
        digit = byte - UInt8(ascii: "A") + 10
      default:
        throw failure(
          .invalidEscape, "\\u must be followed by four hexadecimal digits", at: place, bytes)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
