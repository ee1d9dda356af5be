import ActionPlugins

/// How far a replay is: counted always, shown on a terminal only.
struct ReplayProgress {
  private let environment: Environment
  private let totalBytes: Int?
  private let start: Double
  private var shownAt: Double
  private var isShown = false
  private var counts: [Outcome.Kind: Int] = [:]
  private var badLines = 0
  private(set) var code = ExitCode.asExpected
  var bytesRead = 0

  init(environment: Environment, totalBytes: Int?) {
    self.environment = environment
    self.totalBytes = totalBytes
    start = environment.uptimeSeconds()
    shownAt = start
  }

  private var responses: Int { counts.values.reduce(0, +) }

  mutating func count(_ result: ReplayResult) {
    guard !result.line.isEmpty else { return }
    if let kind = result.kind { counts[kind, default: 0] += 1 } else { badLines += 1 }
    // What Ctrl-C ended is not counted as a failure of a handler.
    if result.kind != .cancelled, result.code.rawValue > code.rawValue { code = result.code }
    guard environment.errors.isTerminal else { return }
    let now = environment.uptimeSeconds()
    guard now - shownAt >= 0.2 else { return }
    shownAt = now
    show(at: now)
  }

  private mutating func show(at now: Double) {
    let elapsed = now - start
    let lines = responses + badLines
    var line = "\(Quantity.count(lines, "line")), \(Self.rate(of: lines, over: elapsed))"
    if let totalBytes, bytesRead > 0 {
      let rest = elapsed * Double(max(0, totalBytes - bytesRead)) / Double(bytesRead)
      line += ", \(Quantity.seconds(rest.rounded())) left"
    }
    write("\r\(line)\u{1B}[K")
    isShown = true
  }

  /// Takes the progress off the terminal.
  mutating func clear() {
    if isShown { write("\r\u{1B}[K") }
    isShown = false
  }

  private func write(_ text: String) {
    // Nobody is left to be told that standard error cannot be written.
    try? environment.errors.write(Array(text.utf8))
  }

  private static func rate(of count: Int, over seconds: Double) -> String {
    seconds > 0 ? "\(Int(Double(count) / seconds)) a second" : "at once"
  }

  /// What came of all of them, in a line.
  var summary: String {
    let elapsed = environment.uptimeSeconds() - start
    var parts = Outcome.Kind.allCases.compactMap { kind in
      counts[kind].map { "\($0) \(kind.rawValue)" }
    }
    if badLines > 0 { parts.append(Quantity.count(badLines, "bad line")) }
    let what = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    return "\(Quantity.count(responses, "response")) in \(Quantity.seconds(elapsed))"
      + " (\(Self.rate(of: responses, over: elapsed)))\(what)"
  }
}
