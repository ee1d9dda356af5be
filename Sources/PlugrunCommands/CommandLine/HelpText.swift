/// What `--help` prints, made from the tables that parsing reads.
enum HelpText {
  /// Help of `plugrun` itself.
  static func overview(of commands: [Command]) -> String {
    let rows = rows(of: commands)
    return """
      plugrun routes notification responses to sandboxed Lua plugins.

      Usage: plugrun COMMAND [OPTIONS]

      Commands:
      \(columns(rows))
      Options:
      \(columns([("--version", "show the version"), ("--help", "show this help")]))
      'plugrun COMMAND --help' tells more of a command.

      """
  }

  /// A command a row, with what must follow it.
  private static func rows(of commands: [Command]) -> [(name: String, text: String)] {
    commands.map { command in
      let operands = command.operands.map { " " + $0.usage }.joined()
      let word = command.subcommands.isEmpty ? "" : " COMMAND"
      return (command.word + operands + word, command.summary)
    }
  }

  /// Help of a group of commands.
  private static func of(group: Command) -> String {
    """
    \(group.summary.capitalisedSentence)

    Usage: plugrun \(group.name) COMMAND [OPTIONS]

    Commands:
    \(columns(rows(of: group.subcommands)))
    'plugrun \(group.name) COMMAND --help' tells more of a command.

    """
  }

  /// Help of one command.
  static func of(_ command: Command) -> String {
    guard command.subcommands.isEmpty else { return of(group: command) }
    let operands = command.operands.map(\.usage)
    let usage = (["plugrun", command.name] + operands + ["[OPTIONS]"]).joined(separator: " ")
    var text = "\(command.summary.capitalisedSentence)\n\nUsage: \(usage)\n\n"
    if !command.operands.isEmpty {
      text += columns(command.operands.map { ($0.usage, $0.help) }) + "\n"
    }
    text += "Options:\n" + columns(command.allOptions.map { ($0.usage, $0.help) }) + "\n"
    for note in command.notes { text += wrapped(note, indent: 0) + "\n" }
    let meanings =
      command.exitCodes.isEmpty ? ExitCode.allCases.map { ($0, $0.meaning) } : command.exitCodes
    let codes = meanings.map { ("\($0.rawValue)", $1) }
    text += "Exit codes:\n" + columns(codes)
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples { text += "  # \(example.does)\n  \(example.line)\n" }
    }
    return text
  }

  /// The columns at which lines are broken.
  private static let width = 80

  /// Names with their descriptions, aligned and broken; ends with a line's end. A name that would
  /// push the descriptions far to the right has a line of its own.
  private static func columns(_ rows: [(name: String, text: String)]) -> String {
    let names = rows.map(\.name.count).filter { $0 <= longestName }
    let column = (names.max() ?? 0) + 4
    return rows.map { row in
      let gap = column - row.name.count - 2
      let start = "  " + row.name + (gap >= 2 ? spaces(gap) : "\n" + spaces(column))
      return start + wrapped(row.text, indent: column)
    }.joined()
  }

  private static let longestName = 24

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Text broken at spaces; every line but the first is indented; ends with a line's end.
  private static func wrapped(_ text: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    return lines.joined(separator: "\n" + spaces(indent)) + "\n"
  }
}

extension String {
  /// The text as a sentence of its own.
  fileprivate var capitalisedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
