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
        "tz", "NAME", "the time zone that scripts see, such as Europe/Berlin (default: UTC)"),
    ],
    notes: [
      "A bundle's tests are the files tests/*.json. Each case has a container of its own, a clock "
        + "that stands still, a fixed seed, and waits that nobody waits for.",
      "Ends with 1 where a case ends otherwise than expected, and with 3 where a case, a bundle or "
        + "a path cannot be used.",
    ],
    examples: [
      ("plugrun test", "all bundles in Plugins"),
      ("plugrun test Plugins/messages --filter offline", "some cases of one bundle"),
    ],
    run: run)

  private static func run(
    _ arguments: ParsedArguments, in environment: Environment
  ) async -> ExitCode {
    let console = Console(environment, printsJSON: false)
    do throws(Diagnostic) {
      let options: TestOptions
      do throws(UsageError) {
        options = try TestOptions(arguments)
      } catch {
        throw Diagnostic(error)
      }
      return try await TestSession(options: options, environment: environment, console: console)
        .run()
    } catch {
      return console.fail(error)
    }
  }
}
