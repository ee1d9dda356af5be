import ActionPlugins

/// What came of all cases, bundle by bundle.
struct TestReport: Sendable {
  /// A bundle's cases that were run.
  struct Part: Sendable {
    let folder: String
    let results: [TestResult]
    /// Whether the bundle has cases at all.
    let hasCases: Bool
    /// How many of its files of tests cannot be used.
    let unusable: Int
  }

  let parts: [Part]
  /// What is wrong with files and bundles; told already.
  let problems: [Diagnostic]

  init(suites: TestSuites, results: [TestResult], isFiltered: Bool) {
    problems = suites.problems
    var rest = results[...]
    var parts: [Part] = []
    for suite in suites.suites {
      let files = Set(suite.files.map { Identifier($0.path) })
      let own = rest.prefix { files.contains(Identifier($0.testCase.file)) }
      rest = rest.dropFirst(own.count)
      let hasCases = !suite.cases.isEmpty
      if !own.isEmpty || !(isFiltered && hasCases) {
        parts.append(
          Part(
            folder: suite.folder, results: Array(own), hasCases: hasCases,
            unusable: suite.unusable))
      }
    }
    self.parts = parts
  }

  var results: [TestResult] { parts.flatMap(\.results) }
  var passed: Int { results.count { $0.verdict.isPassed } }
  var invalid: Int { results.count { $0.verdict.isInvalid } }
  var unusable: Int { parts.reduce(0) { $0 + $1.unusable } }
  var failed: Int { results.count - passed - invalid }

  /// How `plugrun` ends: what cannot be used weighs more than what differs.
  var exitCode: ExitCode {
    if !problems.isEmpty || invalid > 0 { return .badInput }
    return failed > 0 ? .otherOutcome : .asExpected
  }
}

extension TestResult.Verdict {
  var isPassed: Bool { if case .passed = self { true } else { false } }
  var isInvalid: Bool { if case .invalid = self { true } else { false } }
}
