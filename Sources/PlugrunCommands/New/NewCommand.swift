import ActionPlugins

/// `plugrun new`: a bundle to start from, with tests that pass.
enum NewCommand {
  static let command = Command(
    name: "new", summary: "make a bundle to start from, with tests that pass",
    operands: [
      Command.Operand(
        placeholder: "NAME", help: "the bundle's folder: letters, digits, '_' and '-'",
        missing: "a name is missing: plugrun new NAME")
    ],
    options: [
      .value(
        "plugins", "DIR", "the folder to make it in, itself created if need be (default: Plugins)")
    ],
    notes: ["Asks nothing. What exists already stays as it is, and ends with 3."],
    examples: [("plugrun new greeting && plugrun test", "make one and try it")],
    run: run,
    exitCodes: [
      (.asExpected, "the bundle is made"),
      (.wrongCommandLine, ExitCode.wrongCommandLine.meaning),
      (.badInput, "there is something of this name already"),
      (.hostFault, "the bundle cannot be written"),
    ])

  private static func run(
    _ arguments: ParsedArguments, in environment: Environment
  ) async -> ExitCode {
    await Command.call(
      arguments, in: environment,
      read: { arguments throws(UsageError) in
        try BundleTemplate(name: arguments.operands.first ?? "")
      },
      work: { template, console throws(Diagnostic) in
        let folder = try template.write(into: arguments.text("plugins") ?? "Plugins")
        let files = template.files.map { "  \(folder)/\($0.path)" }.joined(separator: "\n")
        return console.finish(
          """
          \(folder) is made:
          \(files)

          Try it:
            plugrun test \(folder)

          """, .asExpected)
      })
  }
}
