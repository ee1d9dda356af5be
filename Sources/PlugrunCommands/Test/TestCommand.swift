import ActionPlugins

/// `plugrun test`: the tests of bundles.
enum TestCommand {
  static let command = Command(
    name: "test", summary: "run the tests of bundles and show what differs",
    operands: [
      Command.Operand(
        placeholder: "PATH",
        help: "a folder of bundles, one bundle, or a file of its tests (default: --plugins)",
        missing: "", isRepeated: true)
    ],
    options: RunOptions.table("plugins") + [
      .value("filter", "TEXT", "only the cases whose name or file has this text in it"),
      .value(
        "near-limit", "PERCENT",
        "a case also fails where it uses more than this share of its time or memory"),
      .value(
        "orders", "N",
        "run each case with N orders of tables, because 'pairs' promises none (default: 1)"),
      .flag(
        "update", "show what differs, then write what happened into the files as the expectation"),
      .value("junit", "FILE", "also write a report for build servers, as JUnit XML"),
      .value("format", "text|json", "how the report is printed (default: text)"),
      .value(
        "tz", "NAME", "the time zone that scripts see, such as Europe/Berlin (default: UTC)"),
    ],
    notes: [
      "A bundle's tests are the files tests/*.json. Each case has a container of its own, a clock "
        + "that stands still, a fixed seed, and waits that nobody waits for."
    ],
    examples: [
      ("plugrun test", "all bundles in Plugins"),
      ("plugrun test Plugins/messages --filter locked", "some cases of one bundle"),
    ],
    run: run,
    exitCodes: [
      (.asExpected, "every case came as expected"),
      (.otherOutcome, "a case ended otherwise"),
      (.wrongCommandLine, ExitCode.wrongCommandLine.meaning),
      (.badInput, "a case, a bundle or a path cannot be used"),
      (.hostFault, "a report, an updated file or the output cannot be written"),
    ])

  private static func run(
    _ arguments: ParsedArguments, in environment: Environment
  ) async -> ExitCode {
    await Command.call(arguments, in: environment, read: TestOptions.init) {
      options, console throws(Diagnostic) in
      try await TestSession(options: options, environment: environment, console: console).run()
    }
  }
}
