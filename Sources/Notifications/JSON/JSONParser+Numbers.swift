/// A number as JSON text has it: `1` is an integer, `1.0` is not.
enum JSONNumber {
  case integer(Int64)
  case float(Double)
}

/// The powers of ten that are exact doubles.
private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
]

extension JSONParser where Output: ~Copyable {
  /// Reads the number that starts at `index` with a digit or a minus sign.
  mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
    let start = index
    var end = start
    let isNegative = bytes[end] == UInt8(ascii: "-")
    if isNegative { end += 1 }
    guard let first = digit(at: end, bytes) else {
      guard end < bytes.count else { throw unexpectedEnd("a digit", at: end, bytes) }
      throw failure(.invalidNumber, "a minus sign must be followed by a digit", at: end, bytes)
    }
    if first == 0, digit(at: end + 1, bytes) != nil {
      throw failure(
        .invalidNumber,
        "a number must not start with 0; remove the zero, or write the number as a string",
        at: start, bytes)
    }
    // The digits as one number, point left out; exact while it stays below 2^53.
    var mantissa: UInt64 = 0
    var isExact = true
    var overflows = false
    while let digit = digit(at: end, bytes) {
      let (product, tooLarge) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, stillTooLarge) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || tooLarge || stillTooLarge
      mantissa = sum
      end += 1
    }
    let next = end < bytes.count ? bytes[end] : 0
    guard next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") else {
      index = end
      return try integer(mantissa, isNegative, overflows, at: start, bytes)
    }

    var fractionDigits = 0
    if next == UInt8(ascii: ".") {
      end += 1
      guard digit(at: end, bytes) != nil else {
        throw missingDigit("a decimal point", at: end, bytes)
      }
      while let digit = digit(at: end, bytes) {
        if mantissa < 1 << 53 {
          mantissa = mantissa * 10 + UInt64(digit)
          fractionDigits += 1
        } else {
          isExact = false
        }
        end += 1
      }
    }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      isExact = false
      end += 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
        end += 1
      }
      guard digit(at: end, bytes) != nil else {
        throw missingDigit("an exponent", at: end, bytes)
      }
      while digit(at: end, bytes) != nil { end += 1 }
    }
    index = end
    // Both operands are exact doubles, so the one division rounds once, and so correctly.
    if isExact, !overflows, mantissa < 1 << 53, fractionDigits < powersOfTen.count {
      let magnitude = Double(mantissa) / powersOfTen[fractionDigits]
      return .float(isNegative ? -magnitude : magnitude)
    }
    return .float(try float(bytes.extracting(start..<end), at: start, bytes))
  }

  private func integer(
    _ magnitude: UInt64, _ isNegative: Bool, _ overflows: Bool, at start: Int,
    _ bytes: Span<UInt8>
  ) throws(JSONError) -> JSONNumber {
    if !overflows {
      if isNegative && magnitude == 0 { return .float(-0.0) }
      if !isNegative, let value = Int64(exactly: magnitude) { return .integer(value) }
      if isNegative, magnitude <= UInt64(Int64.max) + 1 {
        return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
      }
    }
    throw failure(
      .numberTooLarge,
      "an integer must lie between \(Int64.min) and \(Int64.max); write a larger one as a string, "
        + "or as a float such as 1e20", at: start, bytes)
  }

  private func float(
    _ digits: Span<UInt8>, at start: Int, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Double {
    let text = unsafe digits.withUnsafeBufferPointer { buffer in
      unsafe String(decoding: buffer, as: UTF8.self)
    }
    guard let value = Double(text), value.isFinite else {
      throw failure(
        .numberTooLarge,
        "a float must lie between -1.7976931348623157e308 and "
          + "1.7976931348623157e308; write a larger one as a string", at: start, bytes)
    }
    return value
  }

  @inline(__always)
  private func digit(at place: Int, _ bytes: Span<UInt8>) -> UInt8? {
    guard place < bytes.count else { return nil }
    let digit = bytes[place] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  private func missingDigit(
    _ predecessor: String, at place: Int, _ bytes: Span<UInt8>
  ) -> JSONError {
    guard place < bytes.count else { return unexpectedEnd("a digit", at: place, bytes) }
    return failure(
      .invalidNumber, "\(predecessor) must be followed by a digit", at: place, bytes)
  }
}
