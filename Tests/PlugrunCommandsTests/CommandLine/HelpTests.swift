import Foundation
import Notifications
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
        run RESPONSE       run one response through the bundles and show what came of
                           it
        test [PATH...]     run the tests of bundles and show what differs
        replay FILE        run responses, one a line, and print what came of each
        check [PATH...]    look for mistakes in bundles and payloads without running
                           anything
        new NAME           make a bundle to start from, with tests that pass
        api                print what scripts can call, for editors or as a reference
        container COMMAND  look into a container, and repair it

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

        RESPONSE  a response file or an .apns payload, or a pipe that gives one; '-'
                  reads it from standard input

      Options:
        --plugins DIR          a folder of bundles, or one bundle (default: Plugins)
        --container DIR        where values, files, responses and replies are kept,
                               for later runs too; the last part of the path is
                               created (default: nothing is kept)
        --again                run a response that was handled before as a new
                               delivery
        --action ID            the action that was picked; 'default' and 'dismiss'
                               stand for the system's own two, unless the category has
                               actions of these names; needed for an .apns payload
        --text TEXT            what was typed; needed for an .apns payload and a text
                               input action
        --lenient              accept trailing commas, comments and a byte-order mark
                               in JSON
        --now DATE             where the clock starts, ISO 8601 (default: now)
        --seed N               the seed of math.random and of the order of 'pairs', so
                               that runs are alike (default: another one each time)
        --budget SECONDS       the host's ceiling for a handler's time (default: 30)
        --memory BYTES         the host's ceiling for a handler's memory (default:
                               8MiB)
        --tz NAME              the time zone that scripts see, such as Europe/Berlin
                               (default: the system's)
        --locked               the device is locked
        --authenticate yes|no  what the person answers when asked to unlock (default:
                               yes)
        --host FILE            canned answers of host functions, as JSON
        --reply-to URL         where replies are posted as JSON, with an
                               Idempotency-Key (default: replies are recorded and
                               shown)
        --fail-replies offline|rejected
                               deliver no reply, for this reason (default: replies are
                               recorded and shown)
        --expect OUTCOME       the outcome that ends with 0, such as timedOut
                               (default: completed)
        --format text|json     how the outcome is printed (default: text)
        --help                 show this help

      The outcome goes to standard output, everything else to standard error. With
      --format json the outcome is one JSON object on one line; without an outcome it
      is {"outcome": null, "error": {...}}. Without --container nothing is kept: each
      run begins with an empty one.

      A container remembers responses: one of the same request, date, action and text
      is handled once, and then gives its first outcome, unless --again is given. It
      may be used by other processes at the same time; 'plugrun container' looks into
      it.

      Ctrl-C stops the handler, and the outcome is 'cancelled'; a second one ends
      plugrun at once.

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
        # keep what is stored, and post replies
        plugrun run reply.json --container state --reply-to http://localhost:8080/replies

      """
    for arguments in [["run", "--help"], ["run", "x", "-h"], ["help", "run"]] {
      let result = await plugrun(arguments)
      #expect(result.code == .asExpected)
      #expect(result.output == expected)
      #expect(result.errors == "")
    }
  }

  @Test("of container lists its commands")
  func container() async {
    let expected = """
      Look into a container, and repair it.

      Usage: plugrun container COMMAND [OPTIONS]

      Commands:
        list [SPACE]          list the spaces, or the keys of one
        get SPACE KEY         show the value of a key, as JSON
        set SPACE KEY JSON    store a value under a key
        remove SPACE KEY      remove a key; one that is absent is no error
        files PLUGIN          list the files of a plugin, with their sizes
        export PLUGIN FOLDER  write the files of a plugin into a folder
        outbox                list the replies that wait or were refused
        deliver               try once to deliver every reply that is due
        pending               list the responses that were started and have not ended
        recover               bring to an end what a process that is gone had begun
        erase                 remove what is kept of a plugin, or everything

      'plugrun container COMMAND --help' tells more of a command.

      """
    for arguments in [
      ["container", "--help"], ["container", "-h"], ["help", "container"], ["container", "help"],
      ["container", "help", "--help"],
    ] {
      let result = await plugrun(arguments)
      #expect(result.code == .asExpected)
      #expect(result.output == expected)
    }
  }

  @Test("of a container's command tells its operands and options")
  func containerList() async {
    let expected = """
      List the spaces, or the keys of one.

      Usage: plugrun container list [SPACE] [OPTIONS]

        [SPACE]  own:PLUGIN, protected:PLUGIN or shared:NAME

      Options:
        --container DIR     the container's folder; it must exist
        --locked            the device is locked
        --format text|json  how the result is printed (default: text)
        --help              show this help

      Exit codes:
        0  it is done
        2  the command line is wrong
        3  nothing is kept under the name
        4  the container or the output cannot be used

      """
    for arguments in [
      ["container", "list", "--help"], ["help", "container", "list"],
      ["container", "help", "list"],
    ] {
      let result = await plugrun(arguments)
      #expect(result.code == .asExpected)
      #expect(result.output == expected)
    }
  }

  @Test("tells a command's own exit codes, which are run's for run alone")
  func exitCodes() async throws {
    let commands = Commands.all.filter(\.subcommands.isEmpty) + Commands.all.flatMap(\.subcommands)
    for command in commands {
      #expect(command.exitCodes.isEmpty == (command.word == "run"), "\(command.name)")
      let codes = command.exitCodes.map(\.code.rawValue)
      #expect(codes == Array(Set(codes)).sorted(), "\(command.name)")
    }
    let expected = [
      (["check"], [0, 1, 2, 3, 4]), (["api"], [0, 2, 4]), (["container", "list"], [0, 2, 3, 4]),
      (["container", "outbox"], [0, 2, 4]), (["container", "deliver"], [0, 1, 2, 3, 4]),
    ]
    for (words, codes) in expected {
      let help = await plugrun(words + ["--help"]).output
      let table = try #require(help.components(separatedBy: "Exit codes:\n").last)
      let rows = table.split(separator: "\n").prefix { $0.hasPrefix("  ") }
      let found = rows.compactMap { $0.dropFirst(2).first?.wholeNumberValue }
      #expect(found == codes, "\(words)")
    }
  }

  @Test("fits into 80 columns, command lines to try apart")
  func width() {
    let commands = Commands.all + Commands.all.flatMap(\.subcommands)
    for text in commands.map(HelpText.of) + [HelpText.overview(of: Commands.all)] {
      for line in text.split(separator: "\n") where !line.hasPrefix("  plugrun ") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test("and the documentation know the same commands of container, with their options")
  func containerDocumentation() throws {
    let page = try Self.page()
    for command in ContainerCommand.command.subcommands {
      let words = ([command.word] + command.operands.map(\.usage)).joined(separator: " ")
      let shared = Set((RunOptions.table + [.help]).map(\.name))
      let own = command.options.filter { !shared.contains($0.name) }.map { "`\($0.usage)`" }
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(words)`") }
      let found = try #require(row, "\(words)")
      for option in own { #expect(found.contains(option), "\(words): \(option)") }
    }
  }

  /// A command, and those of its options that its part of the page lists.
  struct Documented: CustomTestStringConvertible, Sendable {
    let command: Command
    let options: [Option]
    var testDescription: String { command.name }

    init(_ command: Command, except others: [Option] = []) {
      self.command = command
      let names = Set(others.map { Identifier($0.name) })
      options = command.options.filter { !names.contains(Identifier($0.name)) }
    }
  }

  @Test(
    "and the documentation know the same options",
    arguments: [
      Documented(RunCommand.command), Documented(TestCommand.command),
      Documented(NewCommand.command),
      Documented(
        ReplayCommand.command,
        except: RunOptions.table.filter { Identifier($0.name) != "format" }),
    ])
  func documentation(_ documented: Documented) throws {
    let parts = try Self.page().components(separatedBy: "\n## ")
    let part = try #require(parts.first { $0.hasPrefix("plugrun \(documented.command.name)\n") })
    for option in documented.options {
      let usage = option.usage.replacingOccurrences(of: "|", with: "\\|")
      #expect(part.contains("| `\(usage)` |"), "\(option.usage)")
    }
    // A page that promises an option which the table lacks would mislead more than a gap.
    for row in part.matches(of: /\| `--([a-z-]+)/) {
      #expect(documented.options.contains { $0.name == row.1 }, "\(row.1)")
    }
  }

  private static func page() throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: package.appendingPathComponent(
        "Sources/ActionPlugins/ActionPlugins.docc/CommandLine.md"), encoding: .utf8)
  }
}
