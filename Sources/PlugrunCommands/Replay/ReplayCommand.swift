import ActionPlugins

/// `plugrun replay`: many responses, one a line.
enum ReplayCommand {
  static let command = Command(
    name: "replay", summary: "run responses, one a line, and print what came of each",
    operands: [
      Command.Operand(
        placeholder: "FILE", help: "responses as JSON, one a line; '-' reads standard input",
        missing: "the responses are missing; name a file with one a line, or '-' for standard "
          + "input: plugrun replay FILE")
    ],
    options: [
      .value(
        "jobs", "N", "how many run at a time; those of one thread never do (default: 1)"),
      .flag("strict", "stop at the first line that is no response"),
    ]
      + RunOptions.table(
        "plugins", "container", "again", "lenient", "now", "seed", "budget", "memory", "tz",
        "locked", "authenticate", "host", "reply-to", "fail-replies")
      + [.value("format", "text|json", "an object a line, or a line for people (default: json)")],
    notes: [
      "Results go to standard output in the order of the lines, a summary to standard error. Each is "
        + "an outcome with its line's number under \"line\", because empty lines are passed over. A "
        + "line that is no response gives {\"line\": 17, \"outcome\": null, \"error\": {...}} in its "
        + "place.",
      "Ends with the highest code that any of the lines would end with. Ctrl-C stops what runs, and "
        + "ends as if the rest of the lines were not there.",
    ],
    examples: [
      ("plugrun replay responses.jsonl", "what came of each, an object a line"),
      ("zcat log.gz | plugrun replay - --jobs 8 > outcomes.jsonl", "eight at a time"),
    ],
    run: run,
    exitCodes: [
      (.asExpected, "every line as expected: completed, or a dismissal without a handler"),
      (.otherOutcome, "another outcome of a handler"),
      (.wrongCommandLine, ExitCode.wrongCommandLine.meaning),
      (.badInput, "a line that is no response or is unrouted, or a file that cannot be used"),
      (.hostFault, ExitCode.hostFault.meaning),
    ])

  /// How results are printed.
  enum Format: String, CaseIterable, Sendable {
    case text
    case json
  }

  private static func run(
    _ arguments: ParsedArguments, in environment: Environment
  ) async -> ExitCode {
    await Command.call(
      arguments, in: environment, printsJSON: true,
      read: { arguments throws(UsageError) in
        try ReplayOptions(arguments, arguments.value("format", as: .choice) ?? .json)
      },
      work: { options, console throws(Diagnostic) in
        try await Replay(options: options, environment: environment, console: console).run()
      })
  }
}

/// The options of `plugrun replay`, read as their types.
struct ReplayOptions: Sendable {
  /// Those that `plugrun run` has as well; its response is the file of lines.
  var run: RunOptions
  var format: ReplayCommand.Format
  var jobs: Int
  var isStrict: Bool

  init(_ arguments: ParsedArguments, _ format: ReplayCommand.Format) throws(UsageError) {
    run = try RunOptions(arguments)
    self.format = format
    jobs = try arguments.value("jobs", as: .count(1...256, "responses")) ?? 1
    isStrict = arguments.has("strict")
  }
}
