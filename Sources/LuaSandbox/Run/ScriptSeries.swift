import Synchronization

/// Runs of one program after another, with the steps between them on script threads.
///
/// The next run begins on the thread on which the last one ended, so that a series in which nothing
/// waits is queued once.
final class ScriptSeries: ScriptJob {
  private struct State {
    var run: ScriptRun?
    var isCancelled = false
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let program: ScriptProgram
  private let next: @Sendable (RunResult?) -> RunRequest?
  private let threads: ScriptThreads
  private let watchdog: Watchdog
  private let queuedAt = monotonicNanoseconds()
  private let state = Mutex(State())

  init(
    program: ScriptProgram, threads: ScriptThreads, watchdog: Watchdog,
    next: @escaping @Sendable (RunResult?) -> RunRequest?
  ) {
    self.program = program
    self.threads = threads
    self.watchdog = watchdog
    self.next = next
  }

  func start(_ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { $0.continuation = continuation }
    if threads.refusesNewRuns { return refuse("the runtime is shut down") }
    threads.enqueue(self)
  }

  /// Stops the run under way, and those that would follow.
  func cancel() {
    let run = state.withLock { state in
      state.isCancelled = true
      return state.run
    }
    run?.stop(.cancelled)
  }

  func perform(on lane: ScriptLane) {
    goOn(after: nil, on: lane)
  }

  func refuse(_ sentence: String) {
    goOn(
      after: RunResult(
        ending: .unavailable(sentence), memoryLimitBytes: program.plan.limits.memoryBytes,
        memoryPeakBytes: 0), on: nil)
  }

  func giveUpThread() -> Bool { false }

  /// - Parameter lane: `nil` where the last run ended off any script thread: the next is queued.
  private func goOn(after result: RunResult?, on lane: ScriptLane?) {
    guard let request = next(result) else { return finish() }
    let run = ScriptRun(program: program, request: request, threads: threads, watchdog: watchdog)
    if result == nil { run.queuedAt = queuedAt }
    let isCancelled = state.withLock { state in
      state.run = run
      return state.isCancelled
    }
    if isCancelled { run.stop(.cancelled) }
    if let lane {
      run.start(on: lane) { result, lane in self.ended(result, on: lane) }
    } else {
      run.start(priority: .medium) { result, lane in self.ended(result, on: lane) }
    }
  }

  private func ended(_ result: RunResult, on lane: ScriptLane?) {
    if let lane { return goOn(after: result, on: lane) }
    // The run was given up by the watchdog or a canceller, whose thread must not be held up.
    Task.detached { self.goOn(after: result, on: nil) }
  }

  private func finish() {
    let continuation = state.withLock { state in
      state.run = nil
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
