import ActionPlugins

extension Command {
  /// Reads what a command needs from its arguments and does its work; tells what stops either.
  ///
  /// - Parameters:
  ///   - printsJSON: whether results are JSON where `--format` does not say so. Default: false.
  ///   - read: takes the arguments apart.
  ///   - work: does the work.
  static func call<Options: Sendable>(
    _ arguments: ParsedArguments, in environment: Environment, printsJSON: Bool = false,
    read: (ParsedArguments) throws(UsageError) -> Options,
    work: (Options, Console) async throws(Diagnostic) -> ExitCode
  ) async -> ExitCode {
    let printsJSON = arguments.text("format").map { Identifier($0) == "json" } ?? printsJSON
    let console = Console(environment, printsJSON: printsJSON)
    let options: Options
    do throws(UsageError) {
      options = try read(arguments)
    } catch {
      return console.fail(Diagnostic(error))
    }
    do throws(Diagnostic) {
      return try await work(options, console)
    } catch {
      return console.fail(error)
    }
  }
}
