import Notifications
import Testing

@testable import PlugrunCommands

@Suite("The console")
struct ConsoleTests {
  private func environment(
    output: RecordingSink = RecordingSink(), errors: RecordingSink = RecordingSink(),
    variables: [String: String] = [:]
  ) -> Environment {
    Environment(
      arguments: [], input: GivenSource(), output: output, errors: errors,
      variable: { variables[$0] }, now: { .epoch }, uptimeSeconds: { 0 }, setTimeZone: { _ in })
  }

  @Test("takes a reader that closed its end for one that has read enough")
  func closedPipe() {
    let errors = RecordingSink()
    let environment = environment(
      output: RecordingSink(failure: SystemError.brokenPipe), errors: errors)
    #expect(Console(environment, printsJSON: false).finish("text", .asExpected) == .asExpected)
    #expect(errors.text == "")
  }

  @Test("takes any other failure to write a result for a fault of the host")
  func fullDisk() {
    let errors = RecordingSink()
    let environment = environment(
      output: RecordingSink(failure: SystemError(code: 28)), errors: errors)
    #expect(Console(environment, printsJSON: false).finish("text", .asExpected) == .hostFault)
    #expect(
      errors.text
        == "plugrun: error: standard output cannot be written: No space left on device\n")
  }

  @Test("colours on a terminal that knows colour and was not told otherwise")
  func colors() {
    func isColored(terminal: Bool, _ variables: [String: String]) -> Bool {
      let environment = environment(
        output: RecordingSink(isTerminal: terminal), variables: variables)
      return Console(environment, printsJSON: false).outputStyle.isColored
    }
    #expect(isColored(terminal: true, [:]))
    #expect(isColored(terminal: true, ["NO_COLOR": ""]))
    #expect(!isColored(terminal: true, ["NO_COLOR": "1"]))
    #expect(!isColored(terminal: true, ["TERM": "dumb"]))
    #expect(!isColored(terminal: false, [:]))
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      #expect(isColored(terminal: false, [name: "1"]))
      #expect(isColored(terminal: true, [name: "1", "TERM": "dumb"]))
      #expect(!isColored(terminal: false, [name: "0"]))
      #expect(!isColored(terminal: false, [name: ""]))
      #expect(isColored(terminal: true, [name: "0"]))
      #expect(!isColored(terminal: true, [name: "1", "NO_COLOR": "1"]))
    }
  }

  @Test("tells a failure at its place, and in JSON on standard output where that was asked for")
  func failure() {
    let output = RecordingSink()
    let errors = RecordingSink()
    let console = Console(environment(output: output, errors: errors), printsJSON: true)
    let diagnostic = Diagnostic(
      code: "syntax", message: "unexpected \u{1B}[2J", file: "a.lua", line: 3, column: 7)
    #expect(console.fail(diagnostic) == .badInput)
    #expect(errors.text == "a.lua:3:7: error: unexpected \\u{1B}[2J\n")
    #expect(
      output.text == """
        {"error":{"code":"syntax","column":7,"file":"a.lua","line":3,\
        "message":"unexpected \\u001b[2J","traceback":[]},"outcome":null}

        """)
  }
}
