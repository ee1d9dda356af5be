import ContainerStore
import LuaSandbox

/// What follows from the way a run ended.
extension Invocation {
  func go(on result: RunResult) throws(ContainerError) -> RunRequest? {
    guard let (run, claim) = note(result) else { return nil }
    switch result.ending {
    case .returned(let values):
      return try commit(values, of: run, claim)
    case .raised(let error):
      var outcome = context.outcome(.failed)
      outcome.error = Outcome.Failure(error, code: "error")
      outcome.error?.message += MissingName.hint(for: error.message, among: context.table)
      return try failOrRunAgain(run, outcome)
    case .outOfMemory(let place):
      var outcome = context.outcome(.outOfMemory)
      let cure =
        place?.isRecursion == true
        ? "the function at this line calls itself without an end"
        : "keep less at once, or raise limits.memoryBytes in plugin.json up to the host's ceiling"
      outcome.error = Outcome.Failure(
        "the script needs more than its \(result.memoryLimitBytes) bytes of memory; \(cure)",
        code: "outOfMemory", at: place)
      return try failOrRunAgain(run, outcome)
    case .stopped(.deadline, let place):
      return try expireOrTimeOut(run, at: place)
    case .stopped(.cancelled, _):
      return try finish(context.outcome(.cancelled))
    case .stopped(.host, let place):
      return try end(run, at: place)
    case .unavailable(let sentence):
      return try finish(hostFault(sentence, code: "unavailable"))
    }
  }

  /// Takes over what the run leaves behind whatever became of it: its log, its use of memory.
  private func note(_ result: RunResult) -> (HandlerRun, Claim)? {
    state.withLock { state in
      guard let run = state.run, let claim = state.claim else { return nil }
      let (log, sentNow) = run.state.withLock { ($0.log, $0.sentNow) }
      state.log = log
      state.sentNow.note(sentNow)
      state.memory.limit = result.memoryLimitBytes
      state.memory.peak = max(state.memory.peak, result.memoryPeakBytes)
      return (run, claim)
    }
  }

  /// A run that failed on a mixture of old and new values is run again; any other failure stands.
  func failOrRunAgain(
    _ run: HandlerRun, _ outcome: Outcome
  ) throws(ContainerError) -> RunRequest? {
    let reads = run.state.withLock { $0.effects.reads }
    if !reads.isEmpty, try !context.container.isCurrent(reads) { return try runAgain(run) }
    guard run.entry == .expire else { return try finish(outcome) }
    // What `expire` could not save does not change how `handle` ended.
    state.withLock { state in
      state.log.write(
        .error, "expire failed: \(outcome.error?.message ?? outcome.kind.rawValue)", JSONObject(),
        attempt: state.attempts)
    }
    return try finish(timedOut())
  }

  /// After a conflict: the same from the start, from the fourth time on in a turn of its own.
  func runAgain(_ run: HandlerRun) throws(ContainerError) -> RunRequest? {
    let (conflicts, turn) = state.withLock { state in
      state.conflicts += 1
      defer { state.turn = nil }
      return (state.conflicts, state.turn)
    }
    if let turn { try context.container.end(turn) }
    let isExpiring = run.entry == .expire
    guard conflicts <= context.limits.reruns else {
      return try finish(isExpiring ? timedOut() : context.outcome(.conflict))
    }
    guard context.meter.remainingSeconds > (isExpiring ? 0 : context.reserveSeconds) else {
      return try expireOrTimeOut(run, at: nil)
    }
    if conflicts >= 3, let claim = state.withLock({ $0.claim }) {
      let keys = run.state.withLock { $0.effects.turnKeys }
      let turn = try context.container.takeTurn(
        for: keys, claim: claim, seconds: 0.25,
        waitingSeconds: min(2, context.meter.remainingSeconds))
      state.withLock { $0.turn = turn }
    }
    return try startRun(run.entry)
  }

  /// `expire` gets the reserve; without it, or when it did not end in time either, nothing stays.
  private func expireOrTimeOut(
    _ run: HandlerRun, at place: ScriptError?
  ) throws(ContainerError) -> RunRequest? {
    if run.entry != .expire { state.withLock { $0.timedOutAt = place } }
    if run.entry == .handle, context.program.offers.contains(.expire) {
      context.meter.grant(atLeastSeconds: context.reserveSeconds)
      return try startRun(.expire)
    }
    return try finish(timedOut())
  }

  /// The outcome of a handler whose time was over, with the place where it stood.
  func timedOut() -> Outcome {
    let place = state.withLock { $0.timedOutAt }
    var outcome = context.outcome(.timedOut)
    outcome.error = Outcome.Failure(timeIsOver, code: "timedOut", at: place)
    return outcome
  }

  private var timeIsOver: String {
    let meter = context.meter
    let virtualSeconds = meter.usage.usedSeconds + context.reserveSeconds
    if let seconds = meter.computingSeconds, virtualSeconds < meter.limitSeconds - 1e-6 {
      return "the script computed for \(seconds.shortest) s, the most where waiting is simulated;"
        + " do less"
    }
    return "the budget of \(meter.limitSeconds.shortest) s is used up; do less, or stage replies"
      + " with reply.send, which are delivered later as well"
  }

  func hostFault(_ sentence: String, code: String) -> Outcome {
    var outcome = context.outcome(.hostFault)
    outcome.error = Outcome.Failure(message: sentence, code: code)
    return outcome
  }

  /// A call ended the invocation.
  private func end(
    _ run: HandlerRun, at place: ScriptError?
  ) throws(ContainerError) -> RunRequest? {
    switch run.state.withLock({ $0.end }) {
    case .authenticationRequired?:
      return try finish(context.outcome(.authenticationRequired))
    case .fault(let error)?:
      throw error
    case .diverged?:
      return try finish(diverged(at: place))
    case .leaseLost?:
      return waitForTakeover()
    case nil:
      return try finish(hostFault("the invocation was ended without a reason", code: "unavailable"))
    }
  }

  /// A reply is out that the handler, run again, did not ask for.
  func diverged(at place: ScriptError?) -> Outcome {
    var outcome = context.outcome(.failed)
    outcome.error = Outcome.Failure(
      "the handler diverged after a sent reply: what it read had changed, and run again it asked"
        + " for something else than before; send replies with reply.send instead",
      code: "diverged", at: place)
    return outcome
  }

  /// Another process has taken the delivery over: its outcome is this delivery's.
  func waitForTakeover() -> RunRequest? {
    state.withLock { state in
      state.claim = nil
      state.isFirstRunning = true
    }
    return nil
  }

  /// Ends the delivery without effects.
  func finish(_ outcome: Outcome) throws(ContainerError) -> RunRequest? {
    let (claim, turn) = state.withLock { ($0.claim, $0.turn) }
    if let turn { try context.container.end(turn) }
    if let claim {
      guard try context.container.finish(claim) else { return waitForTakeover() }
    }
    end(with: outcome)
    return nil
  }

  /// The container failed, so nothing took effect.
  func fail(with error: ContainerError) {
    let claim = state.withLock { $0.claim }
    // The container may fail here as well: the delivery then stays in its inbox, where recovery
    // finds it. Where it says that the claim is over, somebody else has the outcome, or the commit
    // that seemed to fail did not.
    if let claim, (try? context.container.finish(claim)) == false {
      _ = waitForTakeover()
      return
    }
    end(with: hostFault(error.description, code: error.code.description))
  }

  private func end(with outcome: Outcome) {
    state.withLock { state in
      state.outcome = outcome
      state.outcome?.attempts = state.attempts
      state.outcome?.sentBeforeOutcome = state.sentNow
      state.isFirstRunning = false
    }
  }
}

extension StagedEffects {
  /// What a turn has to keep still: all that was read or is written.
  var turnKeys: Set<TurnKey> {
    var keys = reads.turnKeys
    for key in writes.keys { keys.insert(.value(key)) }
    for file in files.keys { keys.insert(.file(file)) }
    return keys
  }
}
