/// One command, as data: parsing, help and the list of commands all read it.
///
/// The parser is our own because it is small where the words are few: no package beside the system's
/// libraries is needed to build, nothing is loaded that would slow the start, and a mistake is told
/// in the sentences of the rest of the product, with the nearest name.
struct Command: Sendable {
  /// The word after `plugrun`.
  let name: String
  /// What it does, in half a line.
  let summary: String
  /// What must follow the command.
  let operands: [Operand]
  /// The options in the order in which help shows them, `--help` not among them.
  let options: [Option]
  /// What help says below the options, one paragraph an item.
  let notes: [String]
  /// Command lines to try, each with what it does.
  let examples: [(line: String, does: String)]
  /// Does the work with arguments that match the table.
  let run: @Sendable (ParsedArguments, Environment) async -> ExitCode
  /// The commands of a group, whose own names begin with the group's; empty for a command that does
  /// something itself.
  var subcommands: [Command] = []
  /// What the exit codes mean here; where it is empty, what they mean of a response. A code that is
  /// not named does not come.
  var exitCodes: [(code: ExitCode, meaning: String)] = []

  /// A value that stands for itself, without an option's name.
  struct Operand: Sendable {
    /// What stands for it in help, such as `RESPONSE`.
    let placeholder: String
    /// What it is, for help.
    let help: String
    /// What to say when it is missing: what is needed and how to give it.
    let missing: String
    /// Whether it may be left out; then nothing that must be there follows it.
    var isOptional = false
    /// Whether any number of them may follow, none included.
    var isRepeated = false

    /// The operand as help and usage lines show it.
    var usage: String {
      if isRepeated { return "[\(placeholder)...]" }
      return isOptional ? "[\(placeholder)]" : placeholder
    }
  }

  /// The last word of the name.
  var word: String {
    let words = name.utf8.split(separator: UInt8(ascii: " "))
    return String(Substring(words.last ?? name.utf8[...]))
  }

  /// All options, `--help` included.
  var allOptions: [Option] { options + [.help] }
}
