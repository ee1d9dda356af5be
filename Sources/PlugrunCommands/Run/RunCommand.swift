import ActionPlugins

/// `plugrun run`: one response through the bundles.
enum RunCommand {
  static let command = Command(
    name: "run", summary: "run one response through the bundles and show what came of it",
    operands: [
      Command.Operand(
        placeholder: "RESPONSE",
        help: "a response file or an .apns payload, or a pipe that gives one; '-' reads it from "
          + "standard input",
        missing: "a response is missing; name a file, or '-' for standard input: "
          + "plugrun run RESPONSE")
    ],
    options: RunOptions.table,
    notes: [
      "The outcome goes to standard output, everything else to standard error. With --format json "
        + "the outcome is one JSON object on one line; without an outcome it is "
        + "{\"outcome\": null, \"error\": {...}}. Without --container nothing is kept: each run begins "
        + "with an empty one.",
      "A container remembers responses: one of the same request, date, action and text is handled "
        + "once, and then gives its first outcome, unless --again is given. It may be used by other "
        + "processes at the same time; 'plugrun container' looks into it.",
      "Ctrl-C stops the handler, and the outcome is 'cancelled'; a second one ends plugrun at once.",
    ],
    examples: [
      (
        "plugrun run Examples/responses/messages/reply-greek.json",
        "a typed reply to a shipped bundle"
      ),
      ("plugrun run push.apns --action reply --text \"On my way\"", "the same, made from a push"),
      ("plugrun run reply.json --fail-replies offline", "what happens without a connection"),
      (
        "plugrun run reply.json --container state --reply-to http://localhost:8080/replies",
        "keep what is stored, and post replies"
      ),
    ],
    run: run)

  private static func run(
    _ arguments: ParsedArguments, in environment: Environment
  ) async -> ExitCode {
    await Command.call(arguments, in: environment, read: RunOptions.init) {
      options, console throws(Diagnostic) in
      try await Run(options: options, environment: environment, console: console).run()
    }
  }
}
