import ActionPlugins

/// What came of a case: how the response ended, and what is stored afterwards.
struct TestEnding: Sendable {
  var outcome: Outcome
  var own = JSONObject()
  var protected = JSONObject()
  /// The shared spaces that the case expects something of.
  var shared: [Identifier: JSONObject] = [:]
  var files = JSONObject()
}

/// A part in which a case ended otherwise than expected.
struct TestDifference: Sendable, Equatable {
  /// The way to the part, from the member `expect`.
  var path: JSONPath
  /// What was expected; `nil` where nothing was.
  var expected: JSONValue?
  /// What is there; `nil` where nothing is.
  var actual: JSONValue?
  /// A sentence that says what values alone do not.
  var remark: String?
  /// What makes what happened the expectation; `nil` where nothing written there would.
  var update: Update?

  /// A part of the expectation and what takes its place.
  struct Update: Sendable, Hashable {
    /// The way to the part, from the member `expect`.
    var path: JSONPath
    var value: JSONValue
  }

  /// The same difference seen from further out.
  func preceded(by outer: JSONPath) -> TestDifference {
    var difference = self
    difference.path = JSONPath(outer.steps + path.steps)
    difference.update?.path = JSONPath(outer.steps + (update?.path.steps ?? []))
    return difference
  }
}

/// One case that was run, or that could not be.
struct TestResult: Sendable {
  enum Verdict: Sendable {
    case passed(TestEnding)
    case failed(TestEnding, [TestDifference])
    /// It could not be run: its input is wrong.
    case invalid(Diagnostic)
  }

  let testCase: TestCase
  /// The order of tables with which it ended so; `nil` where there was but one.
  var order: Int?
  let verdict: Verdict
}
