/// Amounts as people read them: few digits, a unit, no exponent.
enum Quantity {
  /// Seconds as `412 µs`, `1.2 ms` or `30 s`.
  static func seconds(_ seconds: Double) -> String {
    switch seconds.magnitude {
    case 0: "0 s"
    case ..<0.000_999_5: "\(decimal(seconds * 1e6, digits: 0)) µs"
    case ..<0.999_5: "\(decimal(seconds * 1e3, digits: 1)) ms"
    default: "\(decimal(seconds, digits: 2)) s"
    }
  }

  /// Bytes as `812 B`, `30.5 KiB` or `8 MiB`.
  static func bytes(_ bytes: Int) -> String {
    let units = ["B", "KiB", "MiB", "GiB"]
    var amount = Double(bytes)
    var unit = 0
    while amount.magnitude >= 1024, unit < units.count - 1 {
      amount /= 1024
      unit += 1
    }
    return "\(decimal(amount, digits: 1)) \(units[unit])"
  }

  /// A share of one as `0.4 %`, always with one digit behind the point.
  static func percent(_ share: Double) -> String {
    let tenths = (share * 1000).rounded()
    guard tenths.magnitude < 1e15 else { return "\(share * 100) %" }
    return "\(Int(tenths) / 10).\(abs(Int(tenths) % 10)) %"
  }

  /// A number rounded to some digits behind the point, without zeros at its end.
  static func decimal(_ number: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (number * scale).rounded()
    // Beyond that there are no digits behind the point anyway.
    guard scaled.magnitude < 1e15 else { return "\(number)" }
    let text = "\(scaled / scale)"
    return text.utf8.suffix(2).elementsEqual(".0".utf8) ? String(text.dropLast(2)) : text
  }

  /// How much of a limit is used, as ten blocks.
  static func bar(_ share: Double) -> String {
    let filled = share.isNaN ? 0 : Int(min(max((share * 10).rounded(), 0), 10))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 10 - filled)
  }

  /// A count with its noun: `1 attempt`, `3 attempts`; `plural` where that is not the noun and an s.
  static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
