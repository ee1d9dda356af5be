import ActionPlugins

/// Where a command's words go: its result to standard output, everything else to standard error.
struct Console: Sendable {
  private let environment: Environment
  /// Whether standard output must hold JSON and nothing else.
  let printsJSON: Bool
  /// The style of standard output.
  let outputStyle: TextStyle
  private let errorStyle: TextStyle

  init(_ environment: Environment, printsJSON: Bool) {
    self.environment = environment
    self.printsJSON = printsJSON
    outputStyle = TextStyle(for: environment.output, in: environment)
    errorStyle = TextStyle(for: environment.errors, in: environment)
  }

  /// Writes a result and tells how the command ends: as it would have, or with a host's fault
  /// where the result could not be written.
  ///
  /// A reader that has read enough and closed its end is no fault.
  func finish(_ result: String, _ code: ExitCode) -> ExitCode {
    do {
      try environment.output.write(Array(result.utf8))
    } catch let error as SystemError where error == .brokenPipe {
      return code
    } catch {
      tell(
        Diagnostic(
          code: "output", message: "standard output cannot be written: \(error)",
          exitCode: .hostFault))
      return .hostFault
    }
    return code
  }

  /// Ends a command that has no result: the reason on standard error and, where JSON was asked for,
  /// as an object on standard output.
  func fail(_ diagnostic: Diagnostic) -> ExitCode {
    tell(diagnostic)
    return finishWithout(diagnostic)
  }

  /// As ``fail(_:)`` where the reason has been told already.
  func finishWithout(_ diagnostic: Diagnostic) -> ExitCode {
    guard printsJSON else { return diagnostic.exitCode }
    return finishJSON(diagnostic.json, diagnostic.exitCode)
  }

  /// Writes a value on a line of its own.
  func finishJSON(_ value: JSONValue, _ code: ExitCode) -> ExitCode {
    do throws(JSONError) {
      return finish(try JSONWriter().text(value).visibleJSON + "\n", code)
    } catch {
      tell(
        Diagnostic(
          code: error.code.rawValue, message: "the outcome has no JSON form: \(error)",
          exitCode: .hostFault))
      return .hostFault
    }
  }

  /// One line on standard error.
  func tell(_ diagnostic: Diagnostic) {
    // Nobody is left to be told that standard error cannot be written.
    try? environment.errors.write(Array((diagnostic.text(errorStyle) + "\n").utf8))
  }

  /// A line on standard error that is neither an error nor a remark.
  func tellPlainly(_ line: String) {
    try? environment.errors.write(Array((line.visible + "\n").utf8))
  }

  /// A remark that changes nothing.
  func note(_ message: String) {
    tell(Diagnostic(level: .note, code: "note", message: message))
  }
}
