import CSandbox
import Synchronization

/// Script threads and their watchdog; one for each runtime.
///
/// Scripts never run on Swift's cooperative threads: a script may compute for its whole budget, and
/// two such scripts there would hold up every task of the process.
package final class ScriptExecutor: Sendable {
  package struct Configuration: Sendable {
    /// Threads that live before any is under pressure. Default: the processors, at least 4.
    package var threads: Int
    /// Threads that live at most; beyond `threads` one is added whenever all are busy for 50 ms.
    /// Default: 64.
    package var maximumThreads: Int
    /// How long an idle thread stays, in seconds. Default: 10.
    package var idleSeconds: Double
    /// Stack of a script thread, in bytes. Default: 1 MiB; less than
    /// ``ScriptExecutor/leastStackBytes`` is raised to that.
    package var stackBytes: Int
    /// How a running script is stopped. Default: ``StopMethod/urgentSignal``.
    package var stopBy: StopMethod
    /// One system allocation for each block of a world, and a new world for each run: for
    /// sanitizers. Default: false.
    package var oneBlockEach: Bool
    /// Asked at each run's start: the count of the allocation that is the first to be refused, for
    /// tests of memory that ends at the worst instant. Default: nil, none.
    package var failingAllocation: @Sendable () -> Int? = { nil }
    /// The order in which `pairs` meets string keys, the same for the same number, in every
    /// process; 0 leaves it to chance, as Lua does. Default: 0.
    package var tableOrder: UInt32 = 0
    /// Is told once, as a sentence, when signals turn out not to arrive. Default: ignored, see
    /// ``ScriptExecutor/stopReport``.
    package var report: @Sendable (String) -> Void

    package init(
      threads: Int? = nil, maximumThreads: Int = 64, idleSeconds: Double = 10,
      stackBytes: Int = 1 << 20, stopBy: StopMethod = .urgentSignal, oneBlockEach: Bool = false,
      report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.threads = threads.map { max(1, $0) } ?? max(4, processorCount())
      self.maximumThreads = max(self.threads, maximumThreads)
      self.idleSeconds = idleSeconds
      self.stackBytes = stackBytes
      self.stopBy = stopBy
      self.oneBlockEach = oneBlockEach
      self.report = report
    }
  }

  /// Lanes for scripts on callers' own threads.
  private struct Callers {
    var free: [ScriptLane] = []
    var isShutDown = false
  }

  private let configuration: Configuration
  private let policy: StopPolicy
  private let watchdog: Watchdog
  private let threads: ScriptThreads
  private let callers = Mutex(Callers())

  package init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    policy = StopPolicy(method: configuration.stopBy, report: configuration.report)
    watchdog = Watchdog(policy: policy)
    threads = ScriptThreads(configuration: configuration, policy: policy, watchdog: watchdog)
    watchdog.attach(threads)
  }

  deinit { shutDown() }

  /// Which defence does not hold with the Lua library at hand, as a sentence; nil where all do. It is
  /// looked at once a process.
  package static let missingDefence: String? = unsafe csb_probe().map {
    unsafe String(cString: $0)
  }

  /// The stack, in bytes, that a script needs which nests all the C calls that Lua allows. It is
  /// measured once a process: a Lua built from source without optimization takes several times what
  /// a system's library does.
  package static let leastStackBytes = csb_stack_needed()

  /// Why scripts are no longer stopped by signals, if so.
  package var stopReport: String? { policy.reportedSentence }

  /// Script threads that live at the moment.
  package var liveThreads: Int { threads.count }

  /// Builds a world for a handler file and runs its top level once, sealed.
  ///
  /// - Parameters:
  ///   - sources: the bundle's files; those beside `entry` are there for `require`.
  ///   - entry: the handler file's name, one of `sources`.
  ///   - api: what scripts find beside the standard library.
  ///   - limits: the sizes a world may not exceed.
  ///   - loadSeconds: how long the top level may run.
  ///   - host: answers the pure functions that the top level calls; it is asked again whenever a
  ///     further world is built. Default: none, they raise.
  package func load(
    _ sources: [ScriptSource], entry: String, api: SandboxAPI, limits: SandboxLimits,
    loadSeconds: Double, host: (any ScriptHost)? = nil
  ) async -> Result<ScriptProgram, ScriptLoadError> {
    do throws(ScriptLoadError) {
      let program = try program(
        WorldPlan(
          sources, entry: entry, api: api, limits: limits, loadSeconds: loadSeconds,
          oneBlockEach: configuration.oneBlockEach, host: host,
          failingAllocation: configuration.failingAllocation,
          tableOrder: configuration.tableOrder))
      return await withCheckedContinuation { continuation in
        threads.enqueue(ScriptLoad(program: program, continuation: continuation))
      }
    } catch {
      return .failure(error)
    }
  }

  /// ``load(_:entry:api:limits:loadSeconds:host:)`` on the calling thread.
  package func loadNow(
    _ sources: [ScriptSource], entry: String, api: SandboxAPI, limits: SandboxLimits,
    loadSeconds: Double, host: (any ScriptHost)? = nil
  ) -> Result<ScriptProgram, ScriptLoadError> {
    do throws(ScriptLoadError) {
      let program = try program(
        WorldPlan(
          sources, entry: entry, api: api, limits: limits, loadSeconds: loadSeconds,
          oneBlockEach: configuration.oneBlockEach, host: host,
          failingAllocation: configuration.failingAllocation,
          tableOrder: configuration.tableOrder))
      let lane: ScriptLane
      do throws(ThreadFailure) { lane = try takeLane() } catch {
        throw ScriptLoadError(sentence: error.sentence, file: entry)
      }
      defer { putBack(lane) }
      try program.load(on: lane)
      return .success(program)
    } catch {
      return .failure(error)
    }
  }

  /// Calls an entry of a handler file and answers when it has ended.
  ///
  /// Never throws; cancelling the task stops the script like its deadline does.
  package func run(_ program: ScriptProgram, _ request: RunRequest) async -> RunResult {
    let run = makeRun(program, request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        run.start(priority: Task.currentPriority) { result, _ in
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      run.stop(.cancelled)
    }
  }

  /// Runs again and again, until `next` wants no more.
  ///
  /// `next` is called on a script thread, so it may block shortly: first with nil, then after each
  /// run with its result. Cancelling the task stops the run under way like its deadline does.
  package func run(
    _ program: ScriptProgram, next: @escaping @Sendable (RunResult?) -> RunRequest?
  ) async {
    let series = ScriptSeries(
      program: program, threads: threads, watchdog: watchdog, next: next)
    await withTaskCancellationHandler {
      await withCheckedContinuation { series.start($0) }
    } onCancel: {
      series.cancel()
    }
  }

  /// Does work that may block on a script thread, so that none of Swift's cooperative ones waits.
  package func perform<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      threads.enqueue(BlockingWork(work, continuation))
    }
  }

  /// ``run(_:_:)`` on the calling thread, which a wait blocks. Not for Swift's cooperative threads:
  /// what the script waits for may need one. The thread's locale is C from then on.
  package func runNow(_ program: ScriptProgram, _ request: RunRequest) -> RunResult {
    let run = makeRun(program, request)
    let lane: ScriptLane
    do throws(ThreadFailure) { lane = try takeLane() } catch {
      return run.conclude(.unavailable(error.sentence))
    }
    defer { putBack(lane) }
    return run.runBlocking(on: lane)
  }

  /// Refuses further runs. Those under way go on to their end; then all threads end.
  package func shutDown() {
    threads.shutDown()
    let free = callers.withLock { callers in
      callers.isShutDown = true
      defer { callers.free = [] }
      return callers.free
    }
    for lane in free { watchdog.remove(lane) }
    watchdog.shutDown()
  }

  func makeRun(_ program: ScriptProgram, _ request: RunRequest) -> ScriptRun {
    ScriptRun(program: program, request: request, threads: threads, watchdog: watchdog)
  }

  private func program(_ plan: WorldPlan) -> ScriptProgram {
    ScriptProgram(plan: plan, policy: policy, pooledWorlds: 2 * configuration.threads)
  }

  private func takeLane() throws(ThreadFailure) -> ScriptLane {
    let free = callers.withLock { $0.free.popLast() }
    let lane = if let free { free } else { try watchdog.addLane() }
    lane.adoptCallingThread()
    return lane
  }

  private func putBack(_ lane: ScriptLane) {
    let isKept = callers.withLock { callers in
      if !callers.isShutDown { callers.free.append(lane) }
      return !callers.isShutDown
    }
    if !isKept { watchdog.remove(lane) }
  }
}
