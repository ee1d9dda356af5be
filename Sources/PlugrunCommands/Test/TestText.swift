import ActionPlugins

/// A report of tests for people: a line a case, and below a failed one what it was given and what
/// differs.
struct TestText {
  private(set) var text = ""
  private let style: TextStyle

  init(_ report: TestReport, style: TextStyle) {
    self.style = style
    for part in report.parts { add(part) }
    addSummary(report)
  }

  private init(style: TextStyle) {
    self.style = style
  }

  /// What a failed case was given and what differs, without colour.
  static func details(of result: TestResult) -> String {
    var text = TestText(style: .plain)
    text.add(result)
    return text.text
  }

  private mutating func add(_ part: TestReport.Part) {
    line(0, style.bold(part.folder.visible))
    if part.unusable > 0 {
      line(2, style.color(.red, "✗") + " " + Self.unusable(part.unusable))
    } else if part.results.isEmpty, !part.hasCases {
      line(2, "no tests: the bundle has no tests/*.json")
    }
    for result in part.results { add(result) }
    text += "\n"
  }

  private static func unusable(_ count: Int) -> String {
    Quantity.count(count, "file") + " of tests cannot be used"
  }

  private mutating func add(_ result: TestResult) {
    let name = result.testCase.name.visible
    switch result.verdict {
    case .passed: line(2, style.color(.green, "✓") + " " + name)
    case .invalid(let diagnostic):
      line(2, style.color(.red, "✗") + " " + name)
      line(4, diagnostic.text(style))
    case .failed(let ending, let differences):
      line(2, style.color(.red, "✗") + " " + style.bold(name))
      addInput(of: result.testCase, ending, order: result.order)
      for difference in differences { add(difference) }
    }
  }

  // MARK: The input

  private mutating func addInput(
    of testCase: TestCase, _ ending: TestEnding, order: Int?
  ) {
    let place = testCase.line.map { ":\($0)" } ?? ""
    labelled("at", testCase.file.visible + place)
    let outcome = ending.outcome
    let category = outcome.category?.rawValue.visible ?? "no category"
    let handler = outcome.handler.map { " → " + $0.visible } ?? ""
    labelled("input", "\(category) › \(outcome.action.shortName.visible)\(handler)")
    if let typed = testCase.response.userText { labelled("typed", JSONValue.string(typed).visible) }
    if !testCase.given.written.isEmpty {
      labelled("given", JSONValue.object(testCase.given.written).visible)
    }
    var came = outcome.kind.rawValue
    if let error = outcome.error {
      let place = [error.file?.visible, error.line.map { "\($0)" }].compactMap(\.self)
      came += ", " + (place + [" " + error.message.visible]).joined(separator: ":")
    } else if let sentence = outcome.sentence {
      came += ": " + sentence.visible
    }
    labelled("outcome", came)
    if let order { labelled("tables", "in order \(order) of those that --orders tries") }
  }

  private mutating func labelled(_ label: String, _ rest: String) {
    line(4, style.faint(label.padded(to: 10)) + rest)
  }

  // MARK: What differs

  private mutating func add(_ difference: TestDifference) {
    let remark = difference.remark.map { style.faint("  (\($0.visible))") } ?? ""
    line(4, style.bold("\(difference.path)".visible) + remark)
    let expected = Self.lines(difference.expected)
    let actual = Self.lines(difference.actual)
    for change in LineChange.changes(from: expected, to: actual) {
      switch change {
      case .same(let text): line(6, "  " + text)
      case .expected(let text): line(6, style.color(.green, "- " + text))
      case .actual(let text): line(6, style.color(.red, "+ " + text))
      }
    }
  }

  private static func lines(_ value: JSONValue?) -> [String] {
    guard let value else { return ["(absent)"] }
    let short = value.visible
    if short.displayWidth <= 72 { return [short] }
    let text = (try? JSONWriter(layout: .pretty).text(value)) ?? short
    return text.visibleLines
  }

  private mutating func addSummary(_ report: TestReport) {
    var counts = [Quantity.count(report.passed, "case") + " passed"]
    if report.failed > 0 { counts.append(style.color(.red, "\(report.failed) failed")) }
    if report.invalid > 0 { counts.append(style.color(.red, "\(report.invalid) cannot be run")) }
    if report.unusable > 0 { counts.append(style.color(.red, Self.unusable(report.unusable))) }
    line(0, counts.joined(separator: ", ") + ", in " + Quantity.count(report.parts.count, "bundle"))
    if report.failed > 0 { line(0, style.faint("(- expected, + what came)")) }
  }

  private mutating func line(_ indent: Int, _ rest: String) {
    text += String(repeating: " ", count: indent) + rest + "\n"
  }
}

extension TestResponse {
  /// What was typed.
  var userText: String? {
    switch self {
    case .response(let response): response.userText
    case .payload(_, _, let text, _): text
    }
  }
}
