import ContainerStore
import LuaSandbox
import Synchronization

/// Takes one response from its claim to its outcome: gate, runs, commit, delivery.
///
/// What may block (the container) happens on script threads, in the step between two runs; what
/// waits (a person, a sender) happens in ``perform()``.
final class Invocation: Sendable {
  struct State {
    var claim: Claim?
    var run: HandlerRun?
    var log: LogBook
    /// Runs so far.
    var attempts = 0
    var conflicts = 0
    var turn: Turn?
    /// Somebody has authenticated at the gate.
    var hasPassedGate = false
    /// Where `handle` stood when its time was over.
    var timedOutAt: ScriptError?
    /// Replies that `reply.sendNow` made durable, in this or an earlier run.
    var sentNow: [Outcome.ReplyReport] = []
    /// Recovery found that it was started too often; the delivery is to be abandoned.
    var isAbandoned = false
    var outcome: Outcome?
    /// This invocation has committed its effects.
    var isCommitted = false
    /// Entries that the commit staged and that wait for their first attempt.
    var staged: Set<EntryID> = []
    /// Another delivery of the same response runs; it is waited for.
    var isFirstRunning = false
    var memory = Outcome.MemoryReport()
  }

  let context: InvocationContext
  let purpose: ClaimPurpose
  let arguments: [HostValue]
  let entry: ScriptEntry
  let state: Mutex<State>

  /// - Parameters:
  ///   - entry: `handle`, or `undelivered` with a reply and a reason as further arguments.
  init(
    _ context: InvocationContext, purpose: ClaimPurpose = .response,
    entry: ScriptEntry = .handle, arguments: [HostValue]
  ) {
    self.context = context
    self.purpose = purpose
    self.entry = entry
    self.arguments = arguments
    state = Mutex(State(log: LogBook(limits: context.limits)))
  }

  /// Runs to the end; `nil` where recovery found nothing to do.
  func perform() async -> Outcome? {
    await run()
    return await conclusion()
  }

  /// All that waits. Apart from ``conclusion()``, because the frame of an `async` function stays in
  /// memory for as long as it waits.
  func run() async {
    let patience = ContinuousClock.now + .seconds(context.meter.limitSeconds)
    repeat {
      // Whoever waited for another delivery comes to the gate like everybody else.
      if await passGate() {
        await context.services.executor.run(context.program) { [self] result in next(result) }
      }
      guard state.withLock({ $0.outcome == nil && $0.isFirstRunning }) else { break }
    } while await waitForFirst(until: patience)
    await deliverStaged()
  }

  /// What came of it, once it has run; `nil` where recovery found nothing to do.
  func conclusion() async -> Outcome? {
    let outcome = finished()
    let isCommitted = state.withLock { $0.isCommitted }
    if isCommitted { context.services.delivering.end(context.delivery.key, with: outcome) }
    guard let outcome, outcome.redelivered else { return outcome }
    var first = await context.services.delivering.outcome(of: context.delivery.key)
    // Not under way any more: what became of its replies is known only now.
    if first == nil { first = await storedOutcome().flatMap(OutcomeRecord.outcome) }
    first?.redelivered = true
    return first ?? outcome
  }

  /// The committed outcome as it stands; `nil` where it cannot be read.
  func storedOutcome() async -> StoredOutcome? {
    let container = context.container
    let key = context.delivery.key
    let state = await context.services.executor.perform {
      Result { () throws(ContainerError) in try container.state(of: key) }
    }
    guard case .success(.committed(let stored)?) = state else { return nil }
    return stored
  }

  /// The step between two runs, on a script thread: gives the next run, or none at the end.
  func next(_ result: RunResult?) -> RunRequest? {
    do {
      guard let result else { return try begin() }
      return try go(on: result)
    } catch {
      fail(with: error)
      return nil
    }
  }

  /// Claims the delivery where the gate has not, and prepares the first run.
  private func begin() throws(ContainerError) -> RunRequest? {
    guard try claim() else { return nil }
    return try startRun(entry)
  }

  /// Takes the right to run the delivery; false where there is nothing to run.
  func claim() throws(ContainerError) -> Bool {
    guard state.withLock({ $0.claim == nil }) else { return true }
    let needsGate = context.handler.needsUnlock && !context.device.isUnlocked
    let gateSeconds = needsGate ? context.limits.authenticationSeconds : 0
    let lease = context.services.lease(seconds: context.meter.limitSeconds + gateSeconds)
    switch try context.container.claim(context.delivery, for: purpose, lease: lease) {
    case .claimed(let claim):
      state.withLock { state in
        state.claim = claim
        state.isFirstRunning = false
      }
      return true
    case .committed(let stored):
      guard let outcome = OutcomeRecord.outcome(stored) else {
        throw ContainerError(
          .corrupt, "the outcome of this delivery cannot be read; erase the plugin's records")
      }
      state.withLock { state in
        state.outcome = outcome
        state.outcome?.redelivered = true
      }
      return false
    case .running:
      state.withLock { $0.isFirstRunning = true }
      return false
    case .ended:
      return false
    case .abandoned(let starts):
      let outcome = hostFault(
        "the handler was started \(starts) times without coming to an end, so it is not run again;"
          + " handle the response in the app",
        code: "startedTooOften")
      state.withLock { state in
        state.isAbandoned = true
        state.outcome = outcome
      }
      return false
    }
  }

  func startRun(_ entry: ScriptEntry) throws(ContainerError) -> RunRequest? {
    guard let claim = state.withLock({ $0.claim }) else { return nil }
    let steps =
      claim.start == .first && state.withLock({ $0.attempts == 0 })
      ? [] : try context.container.steps(of: claim)
    let isExpiring = entry == .expire
    let sentBefore = steps.compactMap { Outcome.ReplyReport(sentBy: $0, of: claim, in: context) }
    let run = state.withLock { state in
      if !isExpiring { state.attempts += 1 }
      state.sentNow.note(sentBefore.filter { !state.sentNow.contains(idOf: $0) })
      let run = HandlerRun(
        context, claim: claim, entry: entry, attempt: state.attempts, log: state.log,
        steps: steps)
      state.run = run
      return run
    }
    let services = context.services
    let seed = services.configuration.seed
    return RunRequest(
      entry: entry, values: arguments, host: run, meter: context.meter,
      reserveSeconds: isExpiring ? 0 : context.reserveSeconds,
      seed: seed.map { ($0, 0) } ?? (UInt64.random(in: 0...UInt64.max), 0),
      now: { [context] in context.nowSeconds })
  }

  /// The outcome with what is known only at the end.
  private func finished() -> Outcome? {
    context.meter.finish()
    return state.withLock { state in
      guard var outcome = state.outcome else { return nil }
      if !outcome.redelivered { outcome.take(state, context) }
      return outcome
    }
  }
}

extension Outcome {
  /// The log, and what was used.
  mutating func take(_ state: Invocation.State, _ context: InvocationContext) {
    log = state.log.lines
    logDropped = state.log.dropped
    budget = context.budgetReport
    memory = state.memory
  }
}
