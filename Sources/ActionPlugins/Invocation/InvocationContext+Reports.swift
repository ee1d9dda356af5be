import LuaSandbox

extension InvocationContext {
  /// Seconds kept back for `expire`: 1, or a tenth of the budget where that is less; 0 without it.
  var reserveSeconds: Double {
    program.offers.contains(.expire) ? min(1, meter.limitSeconds / 10) : 0
  }

  /// The wall clock as scripts see it; in virtual time it advances by waits only.
  var nowSeconds: Double {
    let start = services.now().secondsSince1970
    return meter.isVirtual ? start + meter.usage.usedSeconds : start
  }

  var budgetReport: Outcome.BudgetReport {
    let usage = meter.usage
    var report = Outcome.BudgetReport()
    report.limit = meter.limitSeconds
    report.used = usage.usedSeconds
    report.lua = usage.luaSeconds
    report.waiting = usage.waitingSeconds
    report.queued = usage.queuedSeconds
    return report
  }

  /// An outcome of this response, routed as it was.
  ///
  /// Unless it completed, the host gets its chance at a typed text; nothing else is forwarded.
  func outcome(_ kind: Outcome.Kind) -> Outcome {
    let text = handler.scriptText(of: response)
    var outcome = Outcome(
      kind, action: response.actionIdentifier,
      completion: kind != .completed && text != nil ? .dismissAndForwardAction : .dismiss)
    outcome.plugin = plugin.identifier
    outcome.version = plugin.version
    outcome.digest = plugin.digest
    outcome.category = handler.category.identifier
    outcome.handler = handler.file
    if kind != .completed { outcome.userText = text }
    return outcome
  }
}

extension Outcome.Failure {
  /// A script's error, in terms of the bundle's files.
  init(_ error: ScriptError, code: String) {
    self.init(
      message: error.message, code: code, file: error.file, line: error.line,
      traceback: error.frames.map { frame in
        Frame(file: frame.file, line: frame.line ?? 0, function: frame.function)
      })
  }

  /// A failure that is not the script's own error, placed where the script stood.
  init(_ message: String, code: String, at error: ScriptError?) {
    self.init(message: message, code: code)
    guard let error else { return }
    file = error.file
    line = error.line
    traceback = Outcome.Failure(error, code: code).traceback
  }
}
