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
      runs += suite.cases.filter(options.takes).map { testCase in
        TestRun(
          folder: suite.folder, testCase: testCase, nearLimit: options.nearLimit,
          orders: options.orders)
      }
    }
    let hasCases = suites.suites.contains { !$0.cases.isEmpty }
    if let filter = options.filter, runs.isEmpty, hasCases {
      throw Diagnostic(
        code: "filter", message: "no case has \(filter.quotedForMessage) in its name or file")
    }
    let results = await results(of: runs)
    let report = TestReport(suites: suites, results: results, isFiltered: options.filter != nil)
    var code = report.exitCode
    if let ending = writeJUnit(report) { return ending }
    // Shown first, so that nobody loses what was expected without having seen it.
    let shown = print(report, code)
    guard options.updates, shown == code else { return shown }
    let update = TestUpdate(suites, results)
    for problem in update.problems { console.tell(problem) }
    console.tellPlainly("\(Quantity.count(update.cases, "case")) brought up to date")
    code =
      TestReport(suites: suites, results: update.results, isFiltered: options.filter != nil)
      .exitCode
    return update.problems.isEmpty ? code : .hostFault
  }

  private func print(_ report: TestReport, _ code: ExitCode) -> ExitCode {
    switch options.format {
    case .text:
      console.finish(TestText(report, style: console.outputStyle).text, code)
    case .json: console.finishJSON(report.json, code)
    }
  }

  private func writeJUnit(_ report: TestReport) -> ExitCode? {
    guard let file = options.junit else { return nil }
    do throws(SystemError) {
      try System.writeFile(file, Array(report.junit.utf8))
      return nil
    } catch {
      return console.fail(
        Diagnostic(
          code: "unwritable", message: "cannot be written: \(error)", file: file,
          exitCode: .hostFault))
    }
  }

  /// The results in the order of the runs; as many run at a time as there are processors.
  private func results(of runs: [TestRun]) async -> [TestResult] {
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
