import ActionPlugins

extension Diagnostic {
  /// What is wrong with a bundle.
  init(_ problem: BundleProblem) {
    var message = problem.message
    if let path = problem.path, path != .root { message = "\(path): \(message)" }
    self.init(
      code: problem.code.rawValue, message: message, file: problem.file, line: problem.line,
      column: problem.column)
  }

  /// Why there is no runtime.
  init(_ error: RuntimeError) {
    var message = error.description
    if error.code == .bundles, message.hasSuffix("or one bundle") { message += ", with --plugins" }
    // A container is the host's part; everything else is what the command line named.
    self.init(
      code: error.code.rawValue, message: message,
      exitCode: error.code == .container ? .hostFault : .badInput)
  }
  /// What an outcome has to say, for people who had it printed as JSON: at the script's line where
  /// there is one, else at the response.
  init(_ outcome: Outcome, of run: Run, in runtime: PluginRuntime) {
    let bundle = runtime.bundles.first { $0.identifier == outcome.plugin }
    let script = outcome.error?.file.map { file in (bundle.map { $0.folder + "/" } ?? "") + file }
    let sentence = outcome.error?.message ?? outcome.sentence
    let message = sentence.map { ": " + $0 } ?? ""
    self.init(
      code: outcome.error?.code ?? outcome.kind.rawValue,
      message: outcome.kind.rawValue + message, file: script ?? run.options.response,
      line: script == nil ? nil : outcome.error?.line)
  }
}
