import ActionPlugins

/// The commands of `plugrun`.
public enum Commands {
  /// The version that `--version` prints.
  public static let version = PluginRuntime.version

  /// All commands, in the order of the help.
  static let all: [Command] = [
    RunCommand.command, TestCommand.command, ReplayCommand.command, CheckCommand.command,
    NewCommand.command, APICommandLine.command, ContainerCommand.command,
  ]

  /// Runs the command that the arguments name and tells how the process shall end.
  public static func run(in environment: Environment) async -> ExitCode {
    let console = Console(environment, printsJSON: asksForJSON(environment.arguments))
    do throws(UsageError) {
      let arguments = try decoded(environment.arguments)
      guard let first = arguments.first else {
        throw Self.missingCommand(of: "plugrun", among: all)
      }
      switch Identifier(first) {
      case "--help", "-h", "help": return try help(Array(arguments.dropFirst()), console)
      case "--version": return console.finish("plugrun \(version)\n", .asExpected)
      default: break
      }
      let (command, rest) = try command(of: arguments)
      guard command.subcommands.isEmpty else {
        return console.finish(HelpText.of(command), .asExpected)
      }
      let parsed = try ParsedArguments(rest, for: command)
      if parsed.wantsHelp { return console.finish(HelpText.of(command), .asExpected) }
      return await command.run(parsed, environment)
    } catch {
      return console.fail(Diagnostic(error))
    }
  }

  private static func help(
    _ names: [String], _ console: Console
  ) throws(UsageError) -> ExitCode {
    guard let name = names.first, Identifier(name) != "--help", Identifier(name) != "-h" else {
      return console.finish(HelpText.overview(of: all), .asExpected)
    }
    let command = try command(named: name, among: all, of: "plugrun")
    guard !command.subcommands.isEmpty, names.count > 1 else {
      return console.finish(HelpText.of(command), .asExpected)
    }
    let subcommand = try self.command(
      named: names[1], among: command.subcommands, of: "plugrun \(command.name)")
    return console.finish(HelpText.of(subcommand), .asExpected)
  }

  /// The command that the first words name, and what follows them; a group itself where its help
  /// is asked for.
  private static func command(
    of arguments: [String]
  ) throws(UsageError) -> (Command, rest: [String]) {
    var command = try command(named: arguments[0], among: all, of: "plugrun")
    var rest = arguments.dropFirst()
    while !command.subcommands.isEmpty {
      let name = "plugrun \(command.name)"
      guard let word = rest.popFirst() else {
        throw missingCommand(of: name, among: command.subcommands)
      }
      if Identifier(word) == "help" {
        guard let topic = rest.popFirst(), Identifier(topic) != "--help", Identifier(topic) != "-h"
        else { break }
        return (try self.command(named: topic, among: command.subcommands, of: name), ["--help"])
      }
      if Identifier(word) == "--help" || Identifier(word) == "-h" { break }
      command = try self.command(named: word, among: command.subcommands, of: name)
    }
    return (command, Array(rest))
  }

  private static func missingCommand(of parent: String, among commands: [Command]) -> UsageError {
    UsageError(
      "a command of '\(parent)' is missing: \(commands.map(\.word).inWords);"
        + " '\(parent) --help' tells what they do")
  }

  private static func command(
    named name: String, among commands: [Command], of parent: String
  ) throws(UsageError) -> Command {
    if let command = commands.first(where: { Identifier($0.word) == Identifier(name) }) {
      return command
    }
    let quoted = name.quotedForMessage
    if ["-v", "-V", "version"].contains(Identifier(name)), commands.count == all.count {
      let kind = name.utf8.first == UInt8(ascii: "-") ? "option" : "command"
      throw UsageError("there is no \(kind) \(quoted); did you mean --version?")
    }
    if name.utf8.first == UInt8(ascii: "-") {
      let near = NearestName.nearest(to: name, among: ["--help", "--version"])
      let cure = near.map { "did you mean \($0)?" } ?? "options follow a command"
      throw UsageError("there is no option \(quoted) before a command; \(cure)")
    }
    let near = NearestName.nearest(to: name, among: commands.map(\.word))
    let cure = near.map { "did you mean '\($0)'?" } ?? "'\(parent) --help' lists them"
    throw UsageError("there is no command \(quoted); \(cure)")
  }

  private static func decoded(_ arguments: [String?]) throws(UsageError) -> [String] {
    var decoded: [String] = []
    for (index, argument) in arguments.enumerated() {
      guard let argument else {
        throw UsageError("argument \(index + 1) is not UTF-8 text; give it as UTF-8")
      }
      decoded.append(argument)
    }
    return decoded
  }

  /// Whether JSON is asked for, also by a command line that is wrong elsewhere.
  private static func asksForJSON(_ arguments: [String?]) -> Bool {
    let names = arguments.map { $0.map { Identifier($0) } }
    return names.contains("--format=json")
      || zip(names, names.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }
}

extension Diagnostic {
  /// A command line that was not understood.
  init(_ error: UsageError) {
    self.init(code: "usage", message: error.sentence, exitCode: .wrongCommandLine)
  }
}
