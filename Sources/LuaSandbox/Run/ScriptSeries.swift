import Synchronization

/// Runs of one program after another, with the steps between them on script threads.
///
/// The next run begins on the thread on which the last one ended, so that a series in which nothing
/// waits is queued once.
final class ScriptSeries: ScriptJob {
  private struct State {
    var run: ScriptRun?
    /// Of a run that ended off any script thread, until one takes the series up.
    var result: RunResult?
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
    goOn(after: takeResult(), on: lane)
  }

  func refuse(_ sentence: String) {
    goOn(
      after: takeResult()
        ?? RunResult(
          ending: .unavailable(sentence), memoryLimitBytes: program.plan.limits.memoryBytes,
          memoryPeakBytes: 0), on: nil)
  }

  func giveUpThread() -> Bool { false }

  /// A run has ended. Without a lane it was stopped by the watchdog or by whoever cancelled, whose
  /// thread `next` must not hold up.
  private func runEnded(_ result: RunResult, on lane: ScriptLane?) {
    if let lane { return goOn(after: result, on: lane) }
    state.withLock { $0.result = result }
    threads.enqueue(self, urgent: true)
  }

  private func takeResult() -> RunResult? {
    state.withLock { state in
      defer { state.result = nil }
      return state.result
    }
  }

  /// - Parameter lane: `nil` where there is no thread to run anything on.
  private func goOn(after result: RunResult?, on lane: ScriptLane?) {
    guard let request = next(result) else { return finish() }
    guard let lane else {
      return refuse("there is no thread to run \(program.file) on")
    }
    let run = ScriptRun(program: program, request: request, threads: threads, watchdog: watchdog)
    if result == nil { run.queuedAt = queuedAt }
    let isCancelled = state.withLock { state in
      state.run = run
      return state.isCancelled
    }
    if isCancelled { run.stop(.cancelled) }
    run.start(on: lane) { self.runEnded($0, on: $1) }
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
