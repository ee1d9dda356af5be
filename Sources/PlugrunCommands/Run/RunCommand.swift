import ActionPlugins

/// `plugrun run`: one response through the bundles.
enum RunCommand {
  static let command = Command(
    name: "run", summary: "run one response through the bundles and show what came of it",
    operands: [
      Command.Operand(
        placeholder: "RESPONSE",
        help: "a response file or an .apns payload; '-' reads it from standard input",
        missing: "a response is missing; name a file, or '-' for standard input: "
          + "plugrun run RESPONSE")
    ],
    options: RunOptions.table,
    notes: [
      "The outcome goes to standard output, everything else to standard error. With --format json "
        + "the outcome is one JSON object on one line; without an outcome it is "
        + "{\"outcome\": null, \"error\": {...}}. Nothing is kept: each run begins with an empty "
        + "container."
    ],
    examples: [
      ("plugrun run Examples/responses/reply.json", "a response to a shipped bundle"),
      (
        "plugrun run push.apns --action reply --text \"On my way\"",
        "the reply to a push, as if it had been typed"
      ),
      ("plugrun run reply.json --fail-replies offline --expect completed", "without a connection"),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments, in environment: Environment) async
    -> ExitCode
  {
    var console = Console(environment, printsJSON: false)
    do {
      let options = try RunOptions(arguments)
      console = Console(environment, printsJSON: options.format == .json)
      return try await Run(options: options, environment: environment, console: console).run()
    } catch let error as UsageError {
      let asked = arguments.text("format").map { Identifier($0) == "json" } ?? false
      return Console(environment, printsJSON: asked).fail(Diagnostic(error))
    } catch let diagnostic as Diagnostic {
      return console.fail(diagnostic)
    } catch {
      return console.fail(Diagnostic(code: "other", message: "\(error)", exitCode: .hostFault))
    }
  }
}
