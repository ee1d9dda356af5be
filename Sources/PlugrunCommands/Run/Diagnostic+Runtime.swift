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
    self.init(code: error.code.rawValue, message: error.description)
  }
}
