import ActionPlugins

/// What is printed for a line, and what it counts as.
struct ReplayResult: Sendable {
  /// With its end.
  var line: [UInt8]
  var code: ExitCode
  /// `nil` for a line that is no response.
  var kind: Outcome.Kind?

  var isBadLine: Bool { kind == nil }
}

/// Makes responses of lines, and lines of outcomes.
struct ReplayHandler: Sendable {
  let runtime: PluginRuntime
  let clock: @Sendable () -> Timestamp
  let isLenient: Bool
  let format: ReplayCommand.Format
  /// How messages name the input.
  let input: String

  private var limits: PluginLimits { .default }

  /// A line as the window takes it: a response, or what is wrong with it.
  func entry(number: Int, _ line: LineReader.Line) -> ReplayWindow.Entry {
    var read: [UInt8] = []
    do throws(JSONError) {
      switch line {
      case .tooLong:
        throw JSONError(
          .tooLarge,
          "the line has more than \(limits.responseBytes) bytes, the limit of a response; send less",
          at: .root)
      case .text(let bytes):
        read = bytes
        return .response(
          number: number,
          try ResponseFile.read(
            bytes, now: clock(), lenient: isLenient, maximumBytes: limits.responseBytes,
            maximumDepth: limits.responseDepth))
      }
    } catch {
      return .finished(bad(number, error, in: read))
    }
  }

  /// Handles a response.
  func result(of numbered: (number: Int, response: NotificationResponse)) async -> ReplayResult {
    let outcome = await runtime.handle(numbered.response)
    let code = ExitCode(outcome, expected: nil)
    switch format {
    case .json:
      return ReplayResult(
        line: Self.line(outcome.json, number: numbered.number), code: code, kind: outcome.kind)
    case .text:
      let route = "\(outcome.category?.rawValue ?? "no category") › \(outcome.action.shortName)"
      let message = outcome.error?.message ?? outcome.sentence
      let text =
        "\(numbered.number): \(outcome.kind.rawValue)  \(route)" + (message.map { "  " + $0 } ?? "")
      return ReplayResult(
        line: Array((text.visible + "\n").utf8), code: code, kind: outcome.kind)
    }
  }

  private func bad(_ number: Int, _ error: JSONError, in bytes: [UInt8]) -> ReplayResult {
    // The place within the line is a column; the line is the input's.
    var diagnostic = InputFile(path: input, holds: "", maximumBytes: .max)
      .diagnostic(error, in: bytes, takesLenient: true)
    diagnostic.file = input
    diagnostic.line = number
    switch format {
    case .text:
      return ReplayResult(
        line: Array((diagnostic.text(.plain) + "\n").utf8), code: .badInput, kind: nil)
    case .json:
      return ReplayResult(
        line: Self.line(diagnostic.json, number: number), code: .badInput, kind: nil)
    }
  }

  /// A result as an object on a line of its own, with the number of the line that it is the result
  /// of.
  private static func line(_ value: JSONValue, number: Int) -> [UInt8] {
    var value = value
    if case .object(var object) = value {
      object["line"] = .integer(Int64(number))
      value = .object(object)
    }
    let text: String
    do throws(JSONError) {
      text = try JSONWriter().text(value).visibleJSON
    } catch {
      text =
        "{\"line\":\(number),\"outcome\":null,"
        + "\"error\":{\"message\":\"the outcome has no JSON form\"}}"
    }
    return Array((text + "\n").utf8)
  }
}
