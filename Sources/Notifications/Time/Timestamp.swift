/// A point in time in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Two deliveries of a request are told apart by their dates, so a date must compare exactly and
/// survive being written and read: it is an integer inside. Range: the years 0001 to 9999, which is
/// what ISO 8601 can print with four digits.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Whole milliseconds since 1970, negative before it.
  public let milliseconds: Int64

  /// The range of `milliseconds`: the years 0001 to 9999.
  public static let millisecondsRange: ClosedRange<Int64> =
    -62_135_596_800_000...253_402_300_799_999

  /// A point in time by its milliseconds; refuses what lies outside the years 0001 to 9999.
  public init(milliseconds: Int64) throws(NotificationError) {
    guard Self.millisecondsRange.contains(milliseconds) else { throw Self.outOfRange }
    self.milliseconds = milliseconds
  }

  /// A point in time by its seconds, rounded to the nearest millisecond; refuses NaN, infinities
  /// and what lies outside the years 0001 to 9999.
  public init(secondsSince1970 seconds: Double) throws(NotificationError) {
    let range =
      Double(Self.millisecondsRange.lowerBound)...Double(Self.millisecondsRange.upperBound)
    let exact = seconds * 1000
    guard range.contains(exact) else { throw Self.outOfRange }
    try self.init(milliseconds: Self.rounded(exact))
  }

  /// A point in time by its milliseconds, held within the years 0001 to 9999.
  public init(clamped milliseconds: Int64) {
    let range = Self.millisecondsRange
    self.milliseconds = min(max(milliseconds, range.lowerBound), range.upperBound)
  }

  /// A point in time by whole seconds since 1970, which always have a date in this range (until
  /// the year 2106); for constants.
  public init(wholeSeconds seconds: UInt32) {
    milliseconds = Int64(seconds) * 1000
  }

  /// Seconds since 1970, as scripts see it.
  public var secondsSince1970: Double { Double(milliseconds) / 1000 }

  /// The point `seconds` later (earlier when negative), rounded to the nearest millisecond and held
  /// within the years 0001 to 9999; NaN moves nothing.
  public func advanced(bySeconds seconds: Double) -> Timestamp {
    let range = Self.millisecondsRange
    let exact = Double(milliseconds) + seconds * 1000
    if exact.isNaN { return self }
    if exact >= Double(range.upperBound) { return Timestamp(checked: range.upperBound) }
    if exact <= Double(range.lowerBound) { return Timestamp(checked: range.lowerBound) }
    return Timestamp(checked: Self.rounded(exact))
  }

  /// The nearest integer, halves away from zero, of a number within `millisecondsRange`.
  /// (`rounded()` would need the mathematics library, which nothing else here does.)
  private static func rounded(_ number: Double) -> Int64 {
    let whole = Int64(number)
    let rest = number - Double(whole)
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }

  /// Whether the left comes before the right.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  init(checked milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  private static let outOfRange = NotificationError(
    .outOfRange, "a date must lie between the years 0001 and 9999 and be a finite number")
}
