/// A date in one of the three forms that HTTP has (RFC 9110, 5.6.7).
///
/// ```
/// Sun, 06 Nov 1994 08:49:37 GMT     the one in use
/// Sunday, 06-Nov-94 08:49:37 GMT    obsolete
/// Sun Nov  6 08:49:37 1994          obsolete
/// ```
struct HTTPDate: Equatable {
  let secondsSince1970: Int64

  init?(_ text: [UInt8]) {
    let separators = Array(" ,-:\t".utf8)
    let words = text.split(whereSeparator: { separators.contains($0) })
      .map { String(decoding: $0, as: UTF8.self) }
    let ordered: [String]
    switch words.count {
    case 8 where Array(words[7].utf8) == Array("GMT".utf8):
      ordered = Array(words[1...6])
    case 7:
      ordered = [words[2], words[1], words[6], words[3], words[4], words[5]]
    default: return nil
    }
    guard let month = Self.months.firstIndex(where: { $0.utf8.elementsEqual(ordered[1].utf8) })
    else { return nil }
    let numbers = [ordered[0], ordered[2], ordered[3], ordered[4], ordered[5]].map(Self.number)
    guard let day = numbers[0], var year = numbers[1], let hour = numbers[2],
      let minute = numbers[3], let second = numbers[4],
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    if ordered[2].utf8.count == 2 { year += year < 70 ? 2000 : 1900 }
    let days = Self.days(year: year, month: Int64(month) + 1, day: day)
    secondsSince1970 = days * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ text: String) -> Int64? {
    guard (1...4).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// Days since 1970. Years are counted from March, so that the leap day is a year's last.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
