import Notifications

/// The rows with what they came to.
struct Report {
  enum Result {
    case measured(Measurement)
    case skipped(String)
  }

  private var lines: [(row: Row, result: Result)] = []

  mutating func add(_ row: Row, _ result: Result) {
    lines.append((row, result))
  }

  /// One object on one line; null where a row was not measured.
  var json: String {
    let rows = lines.map { line -> JSONValue in
      var value = JSONValue.null
      var spread = JSONValue.null
      if case .measured(let measurement) = line.result {
        value = .number(measurement.value)
        spread = .number(measurement.spread)
      }
      return .object(
        JSONObject([
          ("id", .string(line.row.id)), ("value", value), ("goal", .number(line.row.goal)),
          ("unit", .string(line.row.unit.rawValue)), ("spread", spread),
        ]))
    }
    let report = JSONValue.object(
      JSONObject([("machine", .string(Machine.description)), ("rows", .array(rows))]))
    // Medians of positive times are finite.
    return (try? JSONWriter().text(report)) ?? "{\"machine\": null, \"rows\": []}"
  }

  /// A table for people; what misses its goal is marked.
  var text: String {
    var text = Machine.description + "\n\n"
    text += "\("row".padded(to: 18))\("value".aligned(to: 10))\("spread".aligned(to: 10))"
    text += "\("goal".aligned(to: 10))  unit"
    for (row, result) in lines {
      text += "\n" + row.id.padded(to: 18)
      switch result {
      case .measured(let measurement):
        text += Self.number(measurement.value).aligned(to: 10)
        text += Self.number(measurement.spread).aligned(to: 10)
        text += Self.number(row.goal).aligned(to: 10) + "  \(row.unit.rawValue)"
        if !row.isReached(by: measurement.value) { text += "  misses its goal" }
      case .skipped(let reason):
        text += "not measured: \(reason)"
      }
    }
    return text
  }

  /// Two decimals, whatever the locale.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let fraction = "\(abs(hundredths) % 100)"
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)."
      + String(repeating: "0", count: 2 - fraction.count) + fraction
  }
}

extension String {
  /// With spaces behind it up to the width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// With spaces before it up to the width.
  func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
