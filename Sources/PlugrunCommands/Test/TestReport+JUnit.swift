import ActionPlugins

extension TestReport {
  /// The report as the XML that build servers read: a suite a bundle, seconds of virtual time.
  var junit: String {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let errors = invalid + problems.count
    xml += "<testsuites tests=\"\(results.count + problems.count)\" failures=\"\(failed)\""
    xml += " errors=\"\(errors)\">\n"
    for part in parts { xml += Self.suite(part) }
    if !problems.isEmpty {
      xml += "  <testsuite name=\"problems\" tests=\"\(problems.count)\" failures=\"0\""
      xml += " errors=\"\(problems.count)\">\n"
      for problem in problems {
        xml += "    <testcase name=\"\((problem.file ?? "plugrun").xml)\" classname=\"problems\">\n"
        xml += Self.finding("error", problem.message, problem.text(.plain))
        xml += "    </testcase>\n"
      }
      xml += "  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private static func suite(_ part: Part) -> String {
    let failed = part.results.count { !$0.verdict.isPassed && !$0.verdict.isInvalid }
    let invalid = part.results.count { $0.verdict.isInvalid }
    var xml = "  <testsuite name=\"\(part.folder.xml)\" tests=\"\(part.results.count)\""
    xml += " failures=\"\(failed)\" errors=\"\(invalid)\">\n"
    for result in part.results { xml += testCase(result, in: part.folder) }
    return xml + "  </testsuite>\n"
  }

  private static func testCase(_ result: TestResult, in folder: String) -> String {
    let test = result.testCase
    var head = "    <testcase name=\"\(test.name.xml)\" classname=\"\(folder.xml)\""
    head += " file=\"\(test.file.xml)\""
    if let line = test.line { head += " line=\"\(line)\"" }
    switch result.verdict {
    case .passed(let ending):
      return head + " time=\"\(ending.outcome.budget.used)\"/>\n"
    case .invalid(let diagnostic):
      return head + ">\n" + finding("error", diagnostic.message, diagnostic.text(.plain))
        + "    </testcase>\n"
    case .failed(let ending, let differences):
      let names = differences.map { "\($0.path)" }.joined(separator: ", ")
      return head + " time=\"\(ending.outcome.budget.used)\">\n"
        + finding("failure", names, TestText.details(of: result))
        + "    </testcase>\n"
    }
  }

  private static func finding(_ kind: String, _ message: String, _ text: String) -> String {
    "      <\(kind) message=\"\(message.xml)\">\(text.xml)</\(kind)>\n"
  }
}

extension String {
  /// The text inside an element or attribute; what XML has no form for is written out, and so is what
  /// ``visible`` writes out.
  fileprivate var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "&#10;"
      case _ where scalar.mustBeWrittenOut || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
