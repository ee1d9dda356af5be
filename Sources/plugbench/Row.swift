/// One line of the report: what is measured, and how far it should reach.
struct Row: Sendable {
  let id: String
  /// The value to reach.
  let goal: Double
  var reach = Reach.atMost
  let unit: Unit
  /// A few words for the list of rows.
  let summary: String
  /// Measures for about this many seconds; throws ``Skip`` where the row cannot be measured here.
  let measure: @Sendable (_ seconds: Double) async throws -> Measurement

  /// On which side of its goal a value reaches it.
  enum Reach: Sendable {
    case atMost
    case atLeast
  }

  enum Unit: String, Sendable {
    case ratio
    case milliseconds = "ms"
    case kibibytes = "KiB"
    case percent = "%"
    case count
  }

  /// All rows. What counts memory comes first, before the others leave any behind.
  static let all = [
    WaitingRow.row, IsolatedRows.fresh, IsolatedRows.warm, HandleRow.row, ThroughputRow.row,
    ProcessorRow.row, OvershootRow.row, CommitRow.row, TwoWritersRows.share,
    TwoWritersRows.busyErrors, ColdRunRow.row,
  ]

  func isReached(by value: Double) -> Bool {
    switch reach {
    case .atMost: value <= goal
    case .atLeast: value >= goal
    }
  }
}

/// A row that cannot be measured here, and why.
struct Skip: Error {
  let reason: String
}

/// What was measured went wrong.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
