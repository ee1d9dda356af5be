import Notifications

extension ReplayMeasurement {
  /// A table for people; what misses its goal is marked.
  var text: String {
    var lines = [Machine.description, ""]
    lines.append(
      Self.row("plugrun replay", "\(self.lines.grouped) responses", totalSeconds)
        + Self.rate(responsesPerSecond))
    if let processesPerSecond, let times {
      lines.append(
        Self.row("a lua5.4 process each", "\(processes.grouped) samples", totalProcessSeconds)
          + Self.rate(processesPerSecond))
      let spread = Report.number(times.spread)
      var line = "\(Report.number(times.value)) times as many, spread \(spread)"
      if times.value < Self.goal { line += "; misses its goal, \(Report.number(Self.goal))" }
      lines.append(line)
    } else {
      lines.append("lua5.4 was not measured: \(skipped ?? "no reason")")
    }
    lines += ["", "resident memory of plugrun replay"]
    lines += memory.map { sample in
      "\(sample.lines.grouped) lines".aligned(to: 20) + Self.size(sample.bytes)
    }
    lines.append("at most".aligned(to: 20) + Self.size(largest))
    if let growth {
      var line =
        "\(Report.number(growth)) bytes a line, from the median of the first five to the others'"
      if self.lines < Self.linesForGrowth {
        line += "; judged from \(Self.linesForGrowth.grouped) lines on"
      } else if growth > Self.allowedGrowth {
        line += "; misses its goal, \(Report.number(Self.allowedGrowth))"
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ name: String, _ count: String, _ seconds: Double) -> String {
    name.padded(to: 22) + count.aligned(to: 22) + "\(Report.number(seconds)) s".aligned(to: 12)
  }

  private static func rate(_ perSecond: Double) -> String {
    "\(Int(perSecond).grouped) a second".aligned(to: 20)
  }

  private static func size(_ bytes: Int) -> String {
    "\((bytes / 1_024).grouped) KiB".aligned(to: 16)
  }

  /// One object on one line; null where something could not be measured.
  var json: String {
    var report = JSONObject()
    report["machine"] = .string(Machine.description)
    report["lines"] = .integer(Int64(lines))
    report["responsesPerSecond"] = .number(responsesPerSecond)
    report["processesPerSecond"] = processesPerSecond.map { .number($0) } ?? .null
    report["times"] = times.map { .number($0.value) } ?? .null
    report["spread"] = times.map { .number($0.spread) } ?? .null
    report["memory"] = .array(
      memory.map { ["lines": .integer(Int64($0.lines)), "bytes": .integer(Int64($0.bytes))] })
    report["largestBytes"] = .integer(Int64(largest))
    report["bytesALine"] = growth.map { .number($0) } ?? .null
    // Rates of positive times are finite.
    return (try? JSONWriter().text(.object(report))) ?? "{\"machine\": null}"
  }
}

extension Int {
  /// With a comma before each three digits: 1,000,000.
  var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
