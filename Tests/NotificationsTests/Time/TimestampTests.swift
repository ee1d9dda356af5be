import Notifications
import Testing

@Suite struct TimestampTests {
  static let dates: [(String, Int64, String)] = [
    ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
    ("2026-01-01T12:00:00Z", 1_767_268_800_000, "2026-01-01T12:00:00Z"),
    ("2026-01-01T12:00:00.25Z", 1_767_268_800_250, "2026-01-01T12:00:00.250Z"),
    ("2026-01-01T12:00:00.1239999Z", 1_767_268_800_123, "2026-01-01T12:00:00.123Z"),
    ("2026-01-01T12:00:00,5Z", 1_767_268_800_500, "2026-01-01T12:00:00.500Z"),
    ("2026-01-01T14:00:00+02:00", 1_767_268_800_000, "2026-01-01T12:00:00Z"),
    ("2026-01-01T14:00:00+0200", 1_767_268_800_000, "2026-01-01T12:00:00Z"),
    ("2026-01-01t06:30:00-05:30", 1_767_268_800_000, "2026-01-01T12:00:00Z"),
    ("2024-02-29T23:59:59z", 1_709_251_199_000, "2024-02-29T23:59:59Z"),
    ("2000-02-29T00:00:00Z", 951_782_400_000, "2000-02-29T00:00:00Z"),
    ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000, "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ("0001-01-01T01:00:00+01:00", -62_135_596_800_000, "0001-01-01T00:00:00Z"),
  ]

  @Test(arguments: dates)
  func `a date has these milliseconds and prints in UTC`(
    _ text: String, _ milliseconds: Int64, _ printed: String
  ) throws {
    let date = try Timestamp(iso8601: text)
    #expect(date.milliseconds == milliseconds)
    #expect(date.description == printed)
    #expect(try Timestamp(iso8601: printed) == date)
    #expect(try Timestamp(secondsSince1970: date.secondsSince1970) == date)
  }

  @Test(arguments: [
    "", "now", "2026-01-01", "2026-01-01T12:00:00", "2026-01-01 12:00:00Z",
    "2026-01-01T12:00Z", "2026-1-1T12:00:00Z", "26-01-01T12:00:00Z", "2026-13-01T12:00:00Z",
    "2026-00-01T12:00:00Z", "2026-02-30T12:00:00Z", "2025-02-29T12:00:00Z",
    "1900-02-29T12:00:00Z", "2026-04-31T12:00:00Z", "2026-01-00T12:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T12:60:00Z", "2026-12-31T23:59:60Z",
    "2026-01-01T12:00:00.Z", "2026-01-01T12:00:00+24:00", "2026-01-01T12:00:00+02:60",
    "2026-01-01T12:00:00+02", "2026-01-01T12:00:00Z ", " 2026-01-01T12:00:00Z",
    "2026-01-01T12:00:00ZZ", "+2026-01-01T12:00:00Z", "10000-01-01T00:00:00Z",
    "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
    "２０２６-01-01T12:00:00Z", "2026-01-01T12:00:0\u{0}Z",
  ])
  func `what is no date with time and zone is refused`(_ text: String) {
    let error = #expect(throws: NotificationError.self) { try Timestamp(iso8601: text) }
    #expect(error?.code == .invalidDate)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_800, 1e18])
  func `seconds without a date are refused`(_ seconds: Double) {
    let error = #expect(throws: NotificationError.self) {
      try Timestamp(secondsSince1970: seconds)
    }
    #expect(error?.code == .outOfRange)
  }

  @Test(arguments: [
    (0.0004, Int64(0)), (0.0005, 1), (-0.0004, 0), (-0.0006, -1), (1.9996, 2000),
  ])
  func `seconds are rounded to the nearest millisecond`(_ seconds: Double, _ expected: Int64) throws
  {
    #expect(try Timestamp(secondsSince1970: seconds).milliseconds == expected)
  }

  @Test(arguments: [
    (0.25, Int64(250)), (-1, -1000), (.nan, 0), (.infinity, 253_402_300_799_999),
    (-.infinity, -62_135_596_800_000), (1e300, 253_402_300_799_999),
  ])
  func `moving is held within the years 0001 to 9999`(_ seconds: Double, _ expected: Int64) throws {
    let start = try Timestamp(milliseconds: 0)
    #expect(start.advanced(bySeconds: seconds).milliseconds == expected)
  }

  @Test func `every fifth day of 800 years goes out and back`() throws {
    var day: Int64 = -219_162 * 86_400_000
    for _ in 0..<(2 * 146_097 / 5) {
      let date = try Timestamp(milliseconds: day)
      #expect(try Timestamp(iso8601: date.description) == date)
      day += 5 * 86_400_000
    }
  }
}
