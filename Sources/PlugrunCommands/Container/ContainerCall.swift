import ActionPlugins

/// One call of a container's command: its arguments, read, and where its words go.
struct ContainerCall: Sendable {
  let arguments: ParsedArguments
  let options: RunOptions
  let environment: Environment
  let console: Console

  /// Reads what all these commands have in common, and calls one.
  static func make(
    _ arguments: ParsedArguments, in environment: Environment,
    _ run: @Sendable (ContainerCall) async throws(Diagnostic) -> ExitCode
  ) async -> ExitCode {
    await Command.call(
      arguments, in: environment,
      read: { arguments throws(UsageError) in
        let options = try RunOptions(arguments)
        guard options.container != nil else {
          throw UsageError("a container is missing; name its folder with --container DIR")
        }
        return options
      },
      work: { options, console throws(Diagnostic) in
        if let timeZone = options.timeZone { environment.setTimeZone(timeZone) }
        return try await run(
          ContainerCall(
            arguments: arguments, options: options, environment: environment, console: console))
      })
  }

  var setUp: RuntimeSetUp {
    RuntimeSetUp(options: options, environment: environment, console: console)
  }

  /// An operand that the table has made sure of.
  func operand(_ index: Int) -> String {
    index < arguments.operands.count ? arguments.operands[index] : ""
  }

  /// The space that an operand names.
  func space(_ index: Int) throws(Diagnostic) -> SpaceName {
    let text = operand(index)
    guard let space = SpaceName(text) else {
      throw Diagnostic(
        UsageError(
          "\(text.quotedForMessage) names no space; give own:PLUGIN, protected:PLUGIN or"
            + " shared:NAME"))
    }
    return space
  }

  /// The name that an operand gives; an empty one names nothing.
  func name(_ index: Int, of kind: String) throws(Diagnostic) -> Identifier {
    guard !operand(index).isEmpty else {
      throw Diagnostic(UsageError("\(kind) is never empty; give one"))
    }
    return Identifier(operand(index))
  }

  /// Asks a container or a runtime.
  func asked<Answer>(
    _ question: () async throws(RuntimeError) -> Answer
  ) async throws(Diagnostic) -> Answer {
    do throws(RuntimeError) {
      return try await question()
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Prints a result as text or as JSON.
  func finish(
    _ text: @autoclosure () -> String, _ json: @autoclosure () -> JSONValue,
    _ code: ExitCode = .asExpected
  ) -> ExitCode {
    switch options.format {
    case .text: console.finish(text(), code)
    case .json: console.finishJSON(json(), code)
    }
  }

  /// Prints names, one a line.
  func lines(_ names: [String]) -> String {
    names.map { $0.visible + "\n" }.joined()
  }
}
