import Notifications
import Testing

@testable import PlugrunCommands

@Suite("Parsed arguments")
struct ParsedArgumentsTests {
  private func parse(_ arguments: String...) throws -> ParsedArguments {
    try ParsedArguments(arguments, for: RunCommand.command)
  }

  @Test("have a value after the option or after an equals sign")
  func values() throws {
    let parsed = try parse("--plugins", "A", "r.json", "--text=b=c")
    #expect(parsed.operands == ["r.json"])
    #expect(parsed.text("plugins") == "A")
    #expect(parsed.text("text") == "b=c")
    #expect(parsed.text("action") == nil)
  }

  @Test("have an empty value, and it is not an absent one")
  func emptyValues() throws {
    #expect(try parse("r", "--text", "").text("text") == "")
    #expect(try parse("r", "--text=").text("text") == "")
  }

  @Test("have values that begin with a dash, or with two behind an equals sign")
  func dashes() throws {
    #expect(try parse("r", "--text", "-1").text("text") == "-1")
    #expect(try parse("r", "--text=--locked").text("text") == "--locked")
    #expect(try parse("-").operands == ["-"])
  }

  @Test("are operands where they are negative numbers")
  func negativeNumbers() throws {
    #expect(try parse("-7").operands == ["-7"])
    #expect(throws: UsageError.self) { try parse("-x") }
  }

  @Test("are operands behind two dashes")
  func operandsOnly() throws {
    #expect(try parse("--", "--help").operands == ["--help"])
  }

  @Test("keep every byte of a value")
  func bytes() throws {
    let text = "e\u{301} \u{200F}שלום \"]]\"\n👩‍👩‍👧"
    let parsed = try parse("r", "--text", text)
    #expect(parsed.text("text").map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("ask for help wherever --help stands", arguments: ["--help", "-h"])
  func help(_ option: String) throws {
    #expect(try parse("r", option, "--unknown").wantsHelp)
  }

  @Test(
    "have a number of bytes with or without a unit",
    arguments: [("65536", 65536), ("64KiB", 65536), ("8MiB", 8_388_608), ("1GiB", 1 << 30)])
  func memory(_ text: String, _ bytes: Int) throws {
    #expect(try parse("r", "--memory", text).value("memory", as: .bytes) == bytes)
  }

  @Test(
    "refuse a number of bytes outside of the range, or that is none",
    arguments: ["65535", "17GiB", "9223372036854775807GiB", "", "KiB", "1e6", "+1", "٣"])
  func badMemory(_ text: String) throws {
    #expect(throws: UsageError.self) {
      try parse("r", "--memory", text).value("memory", as: .bytes)
    }
  }

  @Test("have seconds with a fraction", arguments: [("2.5", 2.5), ("0.001", 0.001), ("30", 30.0)])
  func seconds(_ text: String, _ seconds: Double) throws {
    #expect(try parse("r", "--budget", text).value("budget", as: .seconds) == seconds)
  }

  @Test(
    "refuse seconds that are none",
    arguments: ["", ".", "1.", ".5", "1.2.3", "0x10", "nan", "-1", "1e1", "86400.5"])
  func badSeconds(_ text: String) throws {
    #expect(throws: UsageError.self) {
      try parse("r", "--budget", text).value("budget", as: .seconds)
    }
  }

  @Test("have every option of the table once")
  func uniqueNames() {
    let names = RunCommand.command.allOptions.map { Identifier($0.name) }
    #expect(Set(names).count == names.count)
  }
}
