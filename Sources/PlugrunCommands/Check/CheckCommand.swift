import ActionPlugins

/// `plugrun check`: what can be known of bundles, tests and payloads without handling anything.
enum CheckCommand {
  static let command = Command(
    name: "check", summary: "look for mistakes in bundles and payloads without running anything",
    operands: [
      Command.Operand(
        placeholder: "PATH",
        help: "a folder of bundles, one bundle, a file of one (plugin.json, Lua, tests/*.json), or "
          + "a payload (default: --plugins)",
        missing: "", isRepeated: true)
    ],
    options: RunOptions.table("plugins") + [
      .values("payload", "FILE", "a payload to check beside the bundles; may be repeated"),
      .flag("strict", "end with 1 where there are warnings"),
      .value("format", "text|json", "how findings are printed (default: text)"),
    ],
    notes: [
      "Findings go to standard output, one a line: file:line:column: level: message [rule]. Errors "
        + "are what makes a bundle refuse to load or must fail when it is reached; warnings are the "
        + "rest. It ends with 0 without errors, with 3 where there are some.",
      "A comment '-- plugrun: allow RULE' silences a rule on its line, alone on its line also on "
        + "the next, and at the top of a file in all of it; \"check\": {\"allow\": [\"RULE\"]} in "
        + "plugin.json does for the bundle.",
    ],
    examples: [
      ("plugrun check", "all bundles in Plugins"),
      ("plugrun check Plugins/messages --strict", "one bundle, warnings included"),
      ("plugrun check Plugins/messages/reply.lua", "one file, as an editor wants it"),
      ("plugrun check push.apns", "a payload against the bundles' categories"),
    ],
    run: run,
    exitCodes: [
      (.asExpected, "no error is found; warnings may be"),
      (.otherOutcome, "warnings are found, and --strict is given"),
      (.wrongCommandLine, ExitCode.wrongCommandLine.meaning),
      (.badInput, "errors are found, or a path cannot be used"),
      (.hostFault, "the findings cannot be written"),
    ])

  /// How findings are printed.
  private enum Format: String, CaseIterable, Sendable {
    case text
    case json
  }

  private static func run(
    _ arguments: ParsedArguments, in environment: Environment
  ) async -> ExitCode {
    await Command.call(
      arguments, in: environment,
      read: { arguments throws(UsageError) in
        try arguments.value("format", as: .choice) as Format? ?? .text
      },
      work: { format, console throws(Diagnostic) in
        let check = try Check(
          paths: arguments.operands, payloads: arguments.texts("payload"),
          plugins: arguments.text("plugins"), environment: environment)
        let report = CheckReport(check)
        let code = report.exitCode(isStrict: arguments.has("strict"))
        return switch format {
        case .text: console.finish(report.text(console.outputStyle), code)
        case .json: console.finishJSON(report.json, code)
        }
      })
  }
}
