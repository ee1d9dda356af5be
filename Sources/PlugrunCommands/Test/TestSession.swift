import ActionPlugins

/// All that one `plugrun test` runs: several cases at a time, told in order.
struct TestSession: Sendable {
  let options: TestOptions
  let environment: Environment
  let console: Console

  /// Runs the cases and tells how `plugrun` ends; throws where there is nothing to run.
  func run() async throws(Diagnostic) -> ExitCode {
    environment.setTimeZone(options.timeZone)
    let suites = try TestSuites(paths: options.paths, in: environment)
    for problem in suites.problems { console.tell(problem) }
    var runs: [TestRun] = []
    for suite in suites.suites {
      runs += suite.cases.filter(options.takes).map { TestRun(folder: suite.folder, testCase: $0) }
    }
    if let filter = options.filter, runs.isEmpty, suites.suites.contains(where: { !$0.cases.isEmpty }) {
      throw Diagnostic(
        code: "filter", message: "no case has \(filter.quotedForMessage) in its name or file")
    }
    let results = await Self.results(of: runs)
    let report = TestReport(suites: suites, results: results, isFiltered: options.filter != nil)
    return console.finish(
      TestText(report, style: console.outputStyle).text, report.exitCode)
  }

  /// The results in the order of the runs; as many run at a time as there are processors.
  private static func results(of runs: [TestRun]) async -> [TestResult] {
    await withTaskGroup(of: (Int, TestResult).self) { group in
      var results = [TestResult?](repeating: nil, count: runs.count)
      var next = 0
      func start() {
        guard next < runs.count else { return }
        let (index, run) = (next, runs[next])
        group.addTask { (index, await run.result()) }
        next += 1
      }
      for _ in 0..<System.processorCount() { start() }
      while let (index, result) = await group.next() {
        results[index] = result
        start()
      }
      return results.compactMap(\.self)
    }
  }
}
