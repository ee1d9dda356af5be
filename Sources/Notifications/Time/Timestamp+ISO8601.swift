extension Timestamp: CustomStringConvertible {
  /// Reads an ISO 8601 date with time and zone: `2026-01-01T12:00:00Z`, with or without a fraction
  /// of the second (cut after the millisecond), with `Z` or an offset such as `+02:00`.
  ///
  /// Every part is checked: a 30 February, an hour 24 and a second 60 are refused, and so is a date
  /// without a zone, which would mean another instant on another machine.
  public init(iso8601 text: String) throws(NotificationError) {
    var parser = ISO8601Parser(bytes: Array(text.utf8))
    guard let milliseconds = parser.milliseconds(),
      Self.millisecondsRange.contains(milliseconds)
    else {
      throw NotificationError(
        .invalidDate,
        "a date must be a real one in ISO 8601 with time and zone, such as "
          + "\"2026-01-01T12:00:00Z\" or \"2026-01-01T12:00:00.250+02:00\"")
    }
    self.init(checked: milliseconds)
  }

  /// The date in ISO 8601 and UTC; with three digits of fraction unless the second is whole.
  public var description: String {
    let (day, millisecond) = milliseconds.floorDivided(by: 86_400_000)
    let date = CivilDate(daysSince1970: day)
    let (second, fraction) = millisecond.floorDivided(by: 1000)
    var text = date.year.padded(to: 4) + "-" + date.month.padded(to: 2) + "-"
    text += date.day.padded(to: 2) + "T" + (second / 3600).padded(to: 2) + ":"
    text += (second / 60 % 60).padded(to: 2) + ":" + (second % 60).padded(to: 2)
    return text + (fraction == 0 ? "" : "." + fraction.padded(to: 3)) + "Z"
  }
}

/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic counts years from March, so that the leap day is a year's last: then the lengths
/// of months follow (153 m + 2) / 5, and 146,097 days make one cycle of 400 years.
private struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  init(daysSince1970 days: Int64) {
    let (cycle, dayOfCycle) = (days + 719_468).floorDivided(by: 146_097)
    let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle - leapDays) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let (cycle, yearOfCycle) = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
      - 719_468
  }

  /// Whether the calendar has this day: turning it into a day number and back changes nothing.
  var exists: Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let back = CivilDate(daysSince1970: daysSince1970)
    return back.month == month && back.day == day
  }
}

private struct ISO8601Parser {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func milliseconds() -> Int64? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"),
      let day = digits(2), take("T") || take("t"),
      let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60,
      take(":"), let second = digits(2), second < 60,
      let fraction = fraction(), let offset = offset(), index == bytes.count
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard date.exists else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    return (seconds - offset) * 1000 + fraction
  }

  /// Milliseconds after a point or comma; 0 where there is none, nil where digits are missing.
  private mutating func fraction() -> Int64? {
    guard take(".") || take(",") else { return 0 }
    guard let first = digits(1) else { return nil }
    var milliseconds = first * 100
    var weight: Int64 = 10
    while let digit = digits(1) {
      milliseconds += digit * weight
      weight /= 10
    }
    return milliseconds
  }

  /// Seconds east of UTC.
  private mutating func offset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = digits(2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = digits(2), minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }

  private mutating func digits(_ count: Int) -> Int64? {
    guard index + count <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[index..<(index + count)] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    index += count
    return value
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder that is then never negative.
  fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(width - digits.utf8.count, 0)) + digits
  }
}
