/// Numerals, decimal and hexadecimal.
extension LuaLexer {
  /// A numeral: everything that could belong to one is taken, and must then be one.
  mutating func number() throws(LuaSyntaxError) -> LuaToken.Kind {
    let start = offset
    let isHexadecimal =
      peek() == UInt8(ascii: "0") && (peek(1).map { $0 | 0x20 } == UInt8(ascii: "x"))
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    offset += isHexadecimal ? 2 : 1
    while let byte = peek() {
      if byte | 0x20 == exponent {
        offset += 1
        if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset += 1 }
      } else if byte.luaHexadecimalValue != nil || byte == UInt8(ascii: ".") {
        offset += 1
      } else {
        break
      }
    }
    if let byte = peek(), byte.isLuaNameStart { offset += 1 }
    let text = bytes[start..<offset]
    let value = isHexadecimal ? Self.hexadecimal(text.dropFirst(2)) : Self.decimal(text)
    guard let value else { throw failure("malformed number", near: text) }
    return value
  }

  private static func decimal(_ text: ArraySlice<UInt8>) -> LuaToken.Kind? {
    guard let parts = Numeral(text, exponent: UInt8(ascii: "e"), isDigit: \.isLuaDigit)
    else { return nil }
    let string = String(decoding: text, as: UTF8.self)
    if parts.fraction == nil, parts.exponent == nil, let integer = Int64(string) {
      return .integer(integer)
    }
    let whole = String(decoding: parts.whole, as: UTF8.self)
    let fraction = String(decoding: parts.fraction ?? [], as: UTF8.self)
    let exponent = String(decoding: parts.exponent ?? [], as: UTF8.self)
    let full = "0\(whole).\(fraction)0e\(exponent.isEmpty ? "0" : exponent)"
    return .number(Double(full) ?? .infinity)
  }

  /// Hexadecimal integers wrap around; floats have a fraction, a binary exponent, or both.
  private static func hexadecimal(_ text: ArraySlice<UInt8>) -> LuaToken.Kind? {
    let isDigit = { (byte: UInt8) in byte.luaHexadecimalValue != nil }
    guard let parts = Numeral(text, exponent: UInt8(ascii: "p"), isDigit: isDigit)
    else { return nil }
    if parts.fraction == nil, parts.exponent == nil {
      let value = parts.whole.reduce(UInt64(0)) { $0 << 4 | UInt64($1.luaHexadecimalValue ?? 0) }
      return .integer(Int64(bitPattern: value))
    }
    let digits = parts.whole + (parts.fraction ?? [])
    let mantissa = digits.reduce(0.0) { $0 * 16 + Double($1.luaHexadecimalValue ?? 0) }
    let written = Int(String(decoding: parts.exponent ?? [], as: UTF8.self)) ?? 0
    let shift = max(-4096, min(written, 4096)) - 4 * (parts.fraction?.count ?? 0)
    return .number(Double(sign: .plus, exponent: shift, significand: mantissa))
  }
}

/// The parts of a numeral; at least one digit before the exponent.
private struct Numeral {
  let whole: ArraySlice<UInt8>
  let fraction: ArraySlice<UInt8>?
  /// With its sign.
  let exponent: ArraySlice<UInt8>?

  init?(_ text: ArraySlice<UInt8>, exponent mark: UInt8, isDigit: (UInt8) -> Bool) {
    let whole = text.prefix(while: isDigit)
    var rest = text.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8>?
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      fraction = digits
    }
    guard whole.count + (fraction?.count ?? 0) > 0 else { return nil }
    var exponent: ArraySlice<UInt8>?
    if let first = rest.first, first | 0x20 == mark {
      let signed = rest.dropFirst()
      let sign = signed.first == UInt8(ascii: "+") || signed.first == UInt8(ascii: "-") ? 1 : 0
      guard signed.count > sign, signed.dropFirst(sign).allSatisfy(\.isLuaDigit) else { return nil }
      exponent = signed
      rest = []
    }
    guard rest.isEmpty else { return nil }
    self.whole = whole
    self.fraction = fraction
    self.exponent = exponent
  }
}
