import ActionPlugins

extension TestReport {
  /// The report as one JSON object.
  var json: JSONValue {
    [
      "passed": .integer(Int64(passed)), "failed": .integer(Int64(failed)),
      "invalid": .integer(Int64(invalid)),
      "bundles": .array(parts.map(\.json)),
      "problems": .array(problems.map(\.place)),
    ]
  }
}

extension TestReport.Part {
  fileprivate var json: JSONValue {
    ["folder": .string(folder), "cases": .array(results.map(\.json))]
  }
}

extension TestResult {
  fileprivate var json: JSONValue {
    var word = "passed"
    var outcome = JSONValue.null
    var differences: [TestDifference] = []
    var problem = JSONValue.null
    switch verdict {
    case .passed(let ending): outcome = .string(ending.outcome.kind.rawValue)
    case .failed(let ending, let found):
      word = "failed"
      outcome = .string(ending.outcome.kind.rawValue)
      differences = found
    case .invalid(let diagnostic):
      word = "invalid"
      problem = diagnostic.place
    }
    return [
      "name": .string(testCase.name), "file": .string(testCase.file),
      "line": testCase.line.map { .integer(Int64($0)) } ?? .null, "result": .string(word),
      "outcome": outcome, "differences": .array(differences.map(\.json)), "problem": problem,
    ]
  }
}

extension TestDifference {
  fileprivate var json: JSONValue {
    [
      "path": .string("\(path)"), "expected": expected ?? .null, "actual": actual ?? .null,
      "isExpected": .bool(expected != nil), "isActual": .bool(actual != nil),
      "remark": remark.map { .string($0) } ?? .null,
    ]
  }
}

extension Diagnostic {
  /// What is wrong and where, as JSON.
  fileprivate var place: JSONValue {
    [
      "code": .string(code), "message": .string(message),
      "file": file.map { .string($0) } ?? .null,
      "line": line.map { .integer(Int64($0)) } ?? .null,
      "column": column.map { .integer(Int64($0)) } ?? .null,
    ]
  }
}
