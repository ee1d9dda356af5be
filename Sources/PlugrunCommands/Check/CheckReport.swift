import ActionPlugins

/// What `plugrun check` prints.
struct CheckReport {
  let check: Check

  init(_ check: Check) {
    self.check = check
  }

  private var errors: Int { check.findings.count { $0.level == .error } }
  private var warnings: Int { check.findings.count - errors }

  func exitCode(isStrict: Bool) -> ExitCode {
    if errors > 0 { return .badInput }
    return isStrict && warnings > 0 ? .otherOutcome : .asExpected
  }

  /// One line a finding, and a summary.
  func text(_ style: TextStyle) -> String {
    var text = check.findings.map { $0.text(style) + "\n" }.joined()
    let looked = [
      (check.bundleCount, "bundle", "bundles"), (check.scriptCount, "script", "scripts"),
      (check.testCount, "file of tests", "files of tests"),
      (check.payloadCount, "payload", "payloads"),
    ].filter { $0.0 > 0 }.map { Quantity.count($0, $1, plural: $2) }
    let found =
      check.findings.isEmpty
      ? style.color(.green, "nothing found")
      : "\(Quantity.count(errors, "error")), \(Quantity.count(warnings, "warning"))"
    text += "\(found) in \(looked.joined(separator: ", "))\n"
    return text
  }

  var json: JSONValue {
    [
      "findings": .array(check.findings.map(\.json)), "errors": .integer(Int64(errors)),
      "warnings": .integer(Int64(warnings)), "bundles": .integer(Int64(check.bundleCount)),
      "scripts": .integer(Int64(check.scriptCount)), "tests": .integer(Int64(check.testCount)),
      "payloads": .integer(Int64(check.payloadCount)),
    ]
  }
}
