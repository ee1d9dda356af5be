/// How long past its deadline a script that resists goes on.
enum OvershootRow {
  private static let budget = 0.01

  static let row = Row(
    id: "overshoot-p99", goal: 50, unit: .milliseconds,
    summary: "time past the deadline, scripts that resist, 99th percentile"
  ) { seconds in
    let sandboxes = try HostileScripts.all.map { try Sandbox($0) }
    var overshoots: [Double] = []
    let end = ContinuousClock.now + .seconds(max(seconds, 2))
    while ContinuousClock.now < end {
      for (index, sandbox) in sandboxes.enumerated() {
        var ending = "nothing"
        let elapsed = await Pairs.time {
          let result = await sandbox.runBare(seconds: budget)
          if case .stopped(.deadline, _) = result.ending { return }
          ending = "\(result.ending)"
        }
        guard ending == "nothing" else {
          throw BenchFailure("hostile script \(index + 1) ended as \(ending)")
        }
        overshoots.append((elapsed - budget) * 1_000)
      }
    }
    let statistics = Statistics(overshoots)
    return Measurement(
      value: statistics.quantile(0.99), spread: statistics.interquartileRange)
  }
}
