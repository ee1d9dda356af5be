import Foundation

/// The table by kind: tried, held, and how long after its deadline a stopped script was over.
struct OvershootTable {
  private var trials: [String: [HostileTrial]] = [:]

  mutating func add(_ more: [HostileTrial]) {
    for trial in more { trials[trial.script.kind, default: []].append(trial) }
  }

  var text: String {
    var lines = [Self.row("kind", "tried", "held", "stopped", "p50 ms", "p99 ms", "max ms")]
    for kind in trials.keys.sorted() { lines.append(Self.row(kind, trials[kind] ?? [])) }
    lines.append(Self.row("all", trials.values.flatMap { $0 }))
    let slowest = trials.values.flatMap { $0 }.filter { $0.overshoot != nil }
      .sorted { ($0.overshoot ?? 0) > ($1.overshoot ?? 0) }.prefix(3)
      .map { "\($0.script.name)\($0.script.isTwin ? " (late)" : "")" }
    lines.append("longest: " + slowest.joined(separator: ", "))
    return lines.joined(separator: "\n")
  }

  /// The given share of all overshoots is at most this, in milliseconds.
  func overshoot(share: Double) -> Double {
    Self.percentile(trials.values.flatMap { $0 }.compactMap(\.overshoot).sorted(), share)
  }

  private static func row(_ kind: String, _ trials: [HostileTrial]) -> String {
    let overshoots = trials.compactMap(\.overshoot).sorted()
    func text(_ share: Double) -> String {
      overshoots.isEmpty ? "-" : String(format: "%.1f", percentile(overshoots, share))
    }
    return row(
      kind, "\(trials.count)", "\(trials.count { $0.complaints.isEmpty })",
      "\(overshoots.count)", text(0.5), text(0.99), text(1))
  }

  private static func row(_ columns: String...) -> String {
    columns.enumerated().map { index, column in
      index == 0
        ? column.padding(toLength: 14, withPad: " ", startingAt: 0)
        : String(repeating: " ", count: max(0, 9 - column.count)) + column
    }.joined()
  }

  private static func percentile(_ sorted: [Double], _ share: Double) -> Double {
    guard let last = sorted.indices.last else { return 0 }
    return sorted[min(last, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }
}
