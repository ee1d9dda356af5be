import ActionPlugins

/// Makes what happened the expectation: only the parts that differ are written anew, and the rest
/// of each file stays as somebody laid it out.
struct TestUpdate {
  /// How many cases were brought up to date.
  private(set) var cases = 0
  /// Files that could not be written.
  private(set) var problems: [Diagnostic] = []
  /// The results with what is settled now taken out.
  private(set) var results: [TestResult] = []

  /// Writes the files of the cases that differ.
  init(_ suites: TestSuites, _ results: [TestResult]) {
    var written: Set<Identifier> = []
    for file in suites.suites.flatMap(\.files) {
      let own = results.filter { Identifier($0.testCase.file) == Identifier(file.path) }
      if write(file, own) { written.insert(Identifier(file.path)) }
    }
    self.results = results.map { result in
      guard case .failed(let ending, let differences) = result.verdict,
        written.contains(Identifier(result.testCase.file))
      else { return result }
      let rest = differences.filter { $0.update == nil }
      if rest.count < differences.count { cases += 1 }
      return TestResult(
        testCase: result.testCase, order: result.order,
        verdict: rest.isEmpty ? .passed(ending) : .failed(ending, rest))
    }
  }

  /// Whether the file holds now what happened.
  private mutating func write(_ file: TestFile, _ results: [TestResult]) -> Bool {
    let document = JSONDocument(file.bytes)
    var changes: [(range: Range<Int>, bytes: [UInt8])] = []
    for result in results {
      guard case .failed(_, let differences) = result.verdict else { continue }
      let expect = result.testCase.expectation.path
      for update in Set(differences.compactMap(\.update)) {
        let path = JSONPath(expect.steps + update.path.steps)
        guard let range = document.range(of: path) else { continue }
        changes.append((range, Self.bytes(of: update.value, indent: document.indent(at: range))))
      }
    }
    guard !changes.isEmpty else { return false }
    var bytes = file.bytes
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(change.range, with: change.bytes)
    }
    do throws(SystemError) {
      try System.replaceFile(file.path, bytes)
      return true
    } catch {
      problems.append(
        Diagnostic(
          code: "unwritable", message: "cannot be written: \(error)", file: file.path,
          exitCode: .hostFault))
      return false
    }
  }

  /// The value as people write it: on one line where it is short.
  private static func bytes(of value: JSONValue, indent: Int) -> [UInt8] {
    guard let short = try? JSONWriter().text(value) else { return Array("null".utf8) }
    guard short.displayWidth > 60, let long = try? JSONWriter(layout: .pretty).text(value) else {
      return Array(short.utf8)
    }
    let margin = "\n" + String(repeating: " ", count: indent)
    return Array(long.replacingLineFeeds(with: margin).utf8)
  }
}

extension String {
  /// Line feeds stand in JSON between values only.
  fileprivate func replacingLineFeeds(with text: String) -> String {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: text)
  }
}
