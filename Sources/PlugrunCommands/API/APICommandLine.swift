import ActionPlugins

/// `plugrun api`: what scripts can call, for editors and for people.
enum APICommandLine {
  static let command = Command(
    name: "api", summary: "print what scripts can call, for editors or as a reference",
    operands: [],
    options: [
      .value(
        "format", "luacats|markdown",
        "definitions for editors with a Lua language server, or the reference (default: luacats)")
    ],
    notes: [
      "Definitions go into a file that the language server reads, such as one in the project's "
        + "folder."
    ],
    examples: [
      ("plugrun api > plugrun.lua", "completion and type checks in an editor"),
      ("plugrun api --format markdown", "the reference"),
    ],
    run: run,
    exitCodes: [
      (.asExpected, "it is printed"),
      (.wrongCommandLine, ExitCode.wrongCommandLine.meaning),
      (.hostFault, "the output cannot be written"),
    ])

  private enum Format: String, CaseIterable, Sendable {
    case luacats
    case markdown
  }

  private static func run(
    _ arguments: ParsedArguments, in environment: Environment
  ) async -> ExitCode {
    await Command.call(
      arguments, in: environment,
      read: { arguments throws(UsageError) in
        try arguments.value("format", as: .choice) as Format? ?? .luacats
      },
      work: { format, console in
        switch format {
        case .luacats: console.finish(LuaCATS.definitions(of: APITable()), .asExpected)
        case .markdown: console.finish(APIReference.markdown(of: APITable()), .asExpected)
        }
      })
  }
}
