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
    run.start(on: lane) { result, lane in self.goOn(after: result, on: lane) }
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
