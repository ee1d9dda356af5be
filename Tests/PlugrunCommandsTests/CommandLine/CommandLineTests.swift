import PlugrunCommands
import Testing

/// A command line that is refused, and the sentence that refuses it.
struct RefusedLine: CustomTestStringConvertible {
  let name: String
  let arguments: [String?]
  let sentence: String

  init(_ name: String, _ arguments: [String?], _ sentence: String) {
    self.name = name
    self.arguments = arguments
    self.sentence = sentence
  }

  var testDescription: String { name }

  static let all: [RefusedLine] = [
    .init(
      "no command", [],
      "a command of 'plugrun' is missing: run, test, replay, check, new, api or container; 'plugrun "
        + "--help' tells what they do"),
    .init("misspelt command", ["rum"], "there is no command \"rum\"; did you mean 'run'?"),
    .init(
      "unknown command", ["frobnicate"],
      "there is no command \"frobnicate\"; 'plugrun --help' lists them"),
    .init(
      "option before the command", ["--plugins", "x", "run"],
      "there is no option \"--plugins\" before a command; options follow a command"),
    .init(
      "misspelt option before the command", ["--versoin"],
      "there is no option \"--versoin\" before a command; did you mean --version?"),
    .init(
      "help of an unknown command", ["help", "rnu"],
      "there is no command \"rnu\"; did you mean 'run'?"),
    .init(
      "missing operand", ["run"],
      "a response is missing; name a file, or '-' for standard input: plugrun run RESPONSE"),
    .init(
      "operand too much", ["run", "a", "b"],
      "'plugrun run' takes one RESPONSE besides its options; \"b\" is too much (a value with "
        + "spaces needs quotes)"),
    .init(
      "misspelt option", ["run", "a", "--plugin", "b"],
      "there is no option \"--plugin\"; did you mean --plugins?"),
    .init(
      "misspelt option with a value", ["run", "a", "--sed=4"],
      "there is no option \"--sed\"; did you mean --seed?"),
    .init(
      "unknown option", ["run", "a", "--frobnicate"],
      "there is no option \"--frobnicate\"; see 'plugrun run --help'"),
    .init(
      "unknown short option", ["run", "a", "-x"],
      "there is no option \"-x\"; see 'plugrun run --help'"),
    .init(
      "a letter that only looks like the option's", ["run", "a", "--loc\u{212A}ed"],
      "there is no option \"--loc\u{212A}ed\"; did you mean --locked?"),
    .init(
      "option twice", ["run", "a", "--seed", "1", "--seed=1"], "--seed is given twice; give it once"
    ),
    .init(
      "flag twice", ["run", "a", "--locked", "--locked"], "--locked is given twice; give it once"),
    .init(
      "flag with a value", ["run", "a", "--locked=yes"],
      "--locked takes no value; leave out everything from the \"=\" on"),
    .init("missing value at the end", ["run", "a", "--seed"], "--seed needs a value: --seed N"),
    .init(
      "missing value before an option", ["run", "a", "--text", "--locked"],
      "--text needs a value before \"--locked\"; a value that begins with two dashes is given as "
        + "--text=TEXT"),
    .init(
      "argument that is no text", ["run", nil], "argument 2 is not UTF-8 text; give it as UTF-8"),
    .init(
      "seed that is no number", ["run", "a", "--seed", "abc"],
      "--seed takes an integer from 0 to 18446744073709551615, not \"abc\""),
    .init(
      "negative seed", ["run", "a", "--seed", "-1"],
      "--seed takes an integer from 0 to 18446744073709551615, not \"-1\""),
    .init(
      "budget of nothing", ["run", "a", "--budget", "0"],
      "--budget takes seconds from 0.001 to 86400, such as 2.5, not \"0\""),
    .init(
      "budget without end", ["run", "a", "--budget", "inf"],
      "--budget takes seconds from 0.001 to 86400, such as 2.5, not \"inf\""),
    .init(
      "memory with an unknown unit", ["run", "a", "--memory", "8MB"],
      "--memory takes bytes from 65536 (64KiB) to 17179869184 (16GiB), with or without KiB, MiB or "
        + "GiB, not \"8MB\""),
    .init(
      "date without a time", ["run", "a", "--now", "yesterday"],
      "--now takes a date and time of ISO 8601, such as 2026-01-01T12:00:00Z, not \"yesterday\""),
    .init(
      "unknown format", ["run", "a", "--format", "xml"],
      "--format takes text or json, not \"xml\""),
    .init(
      "unknown answer", ["run", "a", "--authenticate", "maybe"],
      "--authenticate takes yes or no, not \"maybe\""),
    .init(
      "unknown outcome", ["run", "a", "--expect", "Failed"],
      "--expect takes completed, failed, timedOut, outOfMemory, authenticationRequired, cancelled, "
        + "conflict, unrouted or hostFault, not \"Failed\""),
    .init(
      "unknown failure", ["run", "a", "--fail-replies", "lost"],
      "--fail-replies takes offline or rejected, not \"lost\""),
    .init(
      "unknown time zone", ["run", "a", "--tz", "Mars/Phobos"],
      "--tz takes a time zone that this system knows, such as UTC or Europe/Berlin, not "
        + "\"Mars/Phobos\""),
    .init(
      "time zone that leads out of its folder", ["run", "a", "--tz", "../../../etc/passwd"],
      "--tz takes a time zone that this system knows, such as UTC or Europe/Berlin, not "
        + "\"../../../etc/passwd\""),
    .init(
      "empty container", ["run", "a", "--container", ""],
      "--container takes a folder's path, which is never empty, not \"\""),
    .init(
      "replies to no address", ["run", "a", "--reply-to", "example.com"],
      "--reply-to takes an address such as https://example.com/replies, of printable ASCII, with "
        + "a port from 1 to 65535 where it has one, not \"example.com\""),
    .init(
      "replies to no host", ["run", "a", "--reply-to", "http:///replies"],
      "--reply-to takes an address such as https://example.com/replies, of printable ASCII, with "
        + "a port from 1 to 65535 where it has one, not \"http:///replies\""),
    .init(
      "replies to no port", ["run", "a", "--reply-to", "http://localhost:0/"],
      "--reply-to takes an address such as https://example.com/replies, of printable ASCII, with "
        + "a port from 1 to 65535 where it has one, not \"http://localhost:0/\""),
    .init(
      "replies sent and failed", ["run", "a", "--reply-to", "http://h", "--fail-replies=offline"],
      "--reply-to sends replies and --fail-replies does not; give one of them"),
    .init(
      "no command of container", ["container"],
      "a command of 'plugrun container' is missing: list, get, set, remove, files, export, outbox, "
        + "deliver, pending, recover or erase; 'plugrun container --help' tells what they do"),
    .init(
      "help of an unknown command of container", ["container", "help", "lsit"],
      "there is no command \"lsit\"; did you mean 'list'?"),
    .init("version in short", ["-v"], "there is no option \"-v\"; did you mean --version?"),
    .init(
      "version as a command", ["version"],
      "there is no command \"version\"; did you mean --version?"),
    .init(
      "misspelt command of container", ["container", "lsit"],
      "there is no command \"lsit\"; did you mean 'list'?"),
    .init(
      "unknown command of container", ["container", "frobnicate"],
      "there is no command \"frobnicate\"; 'plugrun container --help' lists them"),
    .init(
      "no container", ["container", "list"],
      "a container is missing; name its folder with --container DIR"),
    .init(
      "missing operand of container", ["container", "get", "own:a"],
      "KEY is missing: the key, byte for byte"),
    .init(
      "operand of container too much", ["container", "get", "own:a", "k", "v"],
      "'plugrun container get' takes SPACE and KEY besides its options; \"v\" is too much (a value "
        + "with spaces needs quotes)"),
    .init(
      "empty action", ["run", "a", "--action", ""],
      "--action takes an action's identifier, and an identifier is never empty"),
  ]
}

@Suite("A command line")
struct CommandLineTests {
  @Test("is refused with one sentence, and 2", arguments: RefusedLine.all)
  func refused(_ line: RefusedLine) async {
    let result = await plugrun(line.arguments)
    #expect(result.code == .wrongCommandLine)
    #expect(result.errors == "plugrun: error: \(line.sentence)\n")
    #expect(result.output == "")
  }

  @Test("that asks for JSON is refused in JSON as well")
  func refusedInJSON() async {
    let result = await plugrun(["run", "--format", "json"])
    #expect(result.code == .wrongCommandLine)
    #expect(
      result.output == """
        {"error":{"code":"usage","column":null,"file":null,"line":null,"message":\
        "a response is missing; name a file, or '-' for standard input: plugrun run RESPONSE",\
        "traceback":[]},"outcome":null}

        """)
  }

  @Test("asks for the version")
  func version() async {
    let result = await plugrun(["--version"])
    #expect(result.code == .asExpected)
    #expect(result.output == "plugrun \(Commands.version)\n")
    #expect(result.errors == "")
  }
}
