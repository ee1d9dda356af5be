import Foundation
import Testing

@testable import PlugrunCommands

@Suite("Help")
struct HelpTests {
  @Test("of plugrun lists the commands")
  func overview() async {
    let expected = """
      plugrun routes notification responses to sandboxed Lua plugins.

      Usage: plugrun COMMAND [OPTIONS]

      Commands:
        run RESPONSE  run one response through the bundles and show what came of it

      Options:
        --version  show the version
        --help     show this help

      'plugrun COMMAND --help' tells more of a command.

      """
    for arguments in [["--help"], ["-h"], ["help"]] {
      let result = await plugrun(arguments)
      #expect(result.code == .asExpected)
      #expect(result.output == expected)
      #expect(result.errors == "")
    }
  }

  @Test("of run tells every option, the exit codes, and what to try")
  func run() async {
    let expected = """
      Run one response through the bundles and show what came of it.

      Usage: plugrun run RESPONSE [OPTIONS]

        RESPONSE  a response file or an .apns payload; '-' reads it from standard
                  input

      Options:
        --plugins DIR          a folder of bundles, or one bundle (default: Plugins)
        --action ID            the action that was picked; 'default' and 'dismiss'
                               stand for the system's own two, unless the category has
                               actions of these names; needed for an .apns payload
        --text TEXT            what was typed; needed for an .apns payload and a text
                               input action
        --lenient              accept trailing commas, comments and a byte-order mark
                               in JSON
        --now DATE             where the clock starts, ISO 8601 (default: now)
        --seed N               the seed of math.random (default: another one each
                               time)
        --budget SECONDS       the host's ceiling for a handler's time (default: 30)
        --memory BYTES         the host's ceiling for a handler's memory (default:
                               8MiB)
        --tz NAME              the time zone that scripts see, such as Europe/Berlin
                               (default: the system's)
        --locked               the device is locked
        --authenticate yes|no  what the person answers when asked to unlock (default:
                               yes)
        --host FILE            canned answers of host functions, as JSON
        --fail-replies offline|rejected
                               deliver no reply, for this reason (default: replies are
                               recorded and shown)
        --expect OUTCOME       the outcome that ends with 0, such as timedOut
                               (default: completed)
        --format text|json     how the outcome is printed (default: text)
        --help                 show this help

      The outcome goes to standard output, everything else to standard error. With
      --format json the outcome is one JSON object on one line; without an outcome it
      is {"outcome": null, "error": {...}}. Nothing is kept: each run begins with an
      empty container.

      Exit codes:
        0  as expected: completed, or a dismissal without a handler
        1  any other outcome of a handler, or not the one that --expect names
        2  the command line is wrong
        3  bad input: a manifest, a script, a response, or one that is unrouted
        4  the host's own part failed: a container, a full disk, the output

      Examples:
        # a typed reply to a shipped bundle
        plugrun run Examples/responses/messages/reply-greek.json
        # the same, made from a push
        plugrun run push.apns --action reply --text "On my way"
        # what happens without a connection
        plugrun run reply.json --fail-replies offline

      """
    for arguments in [["run", "--help"], ["run", "x", "-h"], ["help", "run"]] {
      let result = await plugrun(arguments)
      #expect(result.code == .asExpected)
      #expect(result.output == expected)
      #expect(result.errors == "")
    }
  }

  @Test("fits into 80 columns")
  func width() {
    for text in Commands.all.map(HelpText.of) + [HelpText.overview(of: Commands.all)] {
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test("and the documentation know the same options")
  func documentation() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: package.appendingPathComponent(
        "Sources/ActionPlugins/ActionPlugins.docc/CommandLine.md"), encoding: .utf8)
    for option in RunCommand.command.options {
      let usage = option.usage.replacingOccurrences(of: "|", with: "\\|")
      #expect(page.contains("| `\(usage)` |"), "\(option.usage)")
    }
    // A page that promises an option which the table lacks would mislead more than a gap.
    for row in page.matches(of: /\| `--([a-z-]+)/) {
      #expect(RunCommand.command.options.contains { $0.name == row.1 }, "\(row.1)")
    }
  }
}
