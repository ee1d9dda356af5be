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
    guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else {
      throw Self.outOfRange
    }
    try self.init(milliseconds: milliseconds)
  }

  /// Seconds since 1970, as scripts see it.
  public var secondsSince1970: Double { Double(milliseconds) / 1000 }

  /// The point `seconds` later (earlier when negative), held within the years 0001 to 9999.
  public func advanced(bySeconds seconds: Double) -> Timestamp {
    let target = Double(milliseconds) + (seconds * 1000).rounded()
    let range = Self.millisecondsRange
    if target.isNaN || target == Double(milliseconds) { return self }
    if target >= Double(range.upperBound) { return Timestamp(checked: range.upperBound) }
    if target <= Double(range.lowerBound) { return Timestamp(checked: range.lowerBound) }
    return Timestamp(checked: Int64(target))
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  init(checked milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  private static let outOfRange = NotificationError(
    .outOfRange, "a date must lie between the years 0001 and 9999 and be a finite number")
}
