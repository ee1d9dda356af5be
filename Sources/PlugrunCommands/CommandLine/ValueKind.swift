import ActionPlugins

/// A type of option values: how one is read, and what to say of one that cannot be read.
struct ValueKind<Value: Sendable>: Sendable {
  /// What is accepted, with unit and range, to follow "takes".
  let accepts: String
  /// The value, or `nil` where the text is none.
  let read: @Sendable (String) -> Value?
}

extension ValueKind where Value == UInt64 {
  /// A seed of the random numbers.
  static let seed = ValueKind(accepts: "an integer from 0 to \(UInt64.max)") { text in
    text.isDecimal ? UInt64(text) : nil
  }
}

extension ValueKind where Value == Double {
  /// A time budget. A day is more than any system gives an app in the background.
  static let seconds = ValueKind(accepts: "seconds from 0.001 to 86400, such as 2.5") { text in
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ Substring($0).isDecimal }) else { return nil }
    return Double(text).flatMap { (0.001...86400).contains($0) ? $0 : nil }
  }
}

extension ValueKind where Value == Int {
  /// How many of something, within a range.
  static func count(_ range: ClosedRange<Int>, _ unit: String) -> ValueKind {
    ValueKind(accepts: "\(range.lowerBound) to \(range.upperBound) \(unit)") { text in
      guard text.isDecimal, let count = Int(text), range.contains(count) else { return nil }
      return count
    }
  }

  /// A memory cap.
  static let bytes = ValueKind(
    accepts: "bytes from 65536 (64KiB) to 17179869184 (16GiB), with or without KiB, MiB or GiB"
  ) { text in
    let units: [(suffix: String, shift: Int)] = [("KiB", 10), ("MiB", 20), ("GiB", 30)]
    let unit = units.first { text.utf8.suffix(3).elementsEqual($0.suffix.utf8) }
    let digits = unit == nil ? text : String(decoding: text.utf8.dropLast(3), as: UTF8.self)
    guard digits.isDecimal, let count = Int(digits) else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: 1 << (unit?.shift ?? 0))
    return !overflow && (1 << 16...1 << 34).contains(bytes) ? bytes : nil
  }
}

extension ValueKind where Value == Timestamp {
  /// A point in time.
  static let date = ValueKind(
    accepts: "a date and time of ISO 8601, such as 2026-01-01T12:00:00Z"
  ) { text in
    try? Timestamp(iso8601: text)
  }
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the names of an enumeration, byte for byte.
  static var choice: ValueKind {
    ValueKind(accepts: Value.allCases.map(\.rawValue).inWords) { text in
      Value.allCases.first { Identifier($0.rawValue) == Identifier(text) }
    }
  }
}

extension StringProtocol {
  /// Whether there are only digits, at least one.
  fileprivate var isDecimal: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension [String] {
  /// The names as a sentence lists them: `a, b or c`.
  var inWords: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
