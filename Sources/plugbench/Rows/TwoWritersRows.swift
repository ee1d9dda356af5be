import ContainerStore
import Notifications

/// Two processes that add to one shared key at the same time.
enum TwoWritersRows {
  static let share = Row(
    id: "two-writers-share", goal: 30, reach: .atLeast, unit: .percent,
    summary: "two processes adding to one key: the smaller share of the additions"
  ) { seconds in
    let reports = try race(seconds: seconds)
    let shares = zip(reports.first.slices, reports.second.slices).map(smallerShare)
    return Measurement(
      value: smallerShare(reports.first.total, reports.second.total),
      spread: Statistics(shares).interquartileRange)
  }

  static let busyErrors = Row(
    id: "busy-errors", goal: 0, unit: .count,
    summary: "the same: calls of both that ended with a busy error"
  ) { seconds in
    let reports = try race(seconds: seconds)
    return Measurement(value: Double(reports.first.busy + reports.second.busy), spread: 0)
  }

  private static func race(
    seconds: Double
  ) throws -> (first: SharedWriterReport, second: SharedWriterReport) {
    let folder = try TemporaryFolder()
    let first = try SharedWriterProcess(folder: folder.path, seconds: seconds)
    let second = try SharedWriterProcess(folder: folder.path, seconds: seconds)
    try first.begin()
    try second.begin()
    let reports = (first: try first.end(), second: try second.end())
    let total = reports.first.total + reports.second.total
    guard total > 0 else { throw BenchFailure("neither writer came through") }
    try check(total, in: folder.path)
    return reports
  }

  /// The key must hold what both count together, or an addition was lost.
  private static func check(_ total: Int, in folder: String) throws {
    let container = try SQLiteContainer(folder: folder, opening: .existing)
    let stored = try container.value("count", in: .shared("bench"))?.value
    guard case .integer(Int64(total)) = stored else {
      throw BenchFailure("\(total) additions were reported, and the key holds another number")
    }
  }

  /// In percent of both; 0 where neither did anything.
  private static func smallerShare(_ one: Int, _ other: Int) -> Double {
    let both = one + other
    return both == 0 ? 0 : 100 * Double(min(one, other)) / Double(both)
  }
}
