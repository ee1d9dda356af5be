import CSandbox

/// The threads that scripts run on.
///
/// A thread is started when a job finds none idle and fewer than `threads` live; one more whenever
/// jobs wait and none has found a thread for 50 ms, up to `maximumThreads`. A thread that is idle
/// for `idleSeconds` ends. The one that became idle last gets the next job: its caches are warm,
/// and the others get old enough to end.
///
/// Urgent jobs (a waiting script that is to be stopped) come first, have a thread added after 5 ms,
/// and, where no more may live, are done without one after 20 ms.
final class ScriptThreads: @unchecked Sendable {
  // Sendable: everything mutable is touched only with `monitor` held.
  private static let busyNanoseconds: Int64 = 50_000_000
  private static let urgentNanoseconds: Int64 = 5_000_000
  private static let lateNanoseconds: Int64 = 20_000_000

  /// A thread that waits for a job.
  private final class Worker: @unchecked Sendable {
    // Sendable: `job` is touched only with the monitor held.
    let hasJob = Monitor.Condition()
    var job: (any ScriptJob)?

    func takeJob() -> (any ScriptJob)? {
      defer { job = nil }
      return job
    }
  }

  private let configuration: ScriptExecutor.Configuration
  private let policy: StopPolicy
  private let watchdog: Watchdog
  private let monitor = Monitor()
  private var parked: [Worker] = []
  private var live = 0
  private var jobs = JobQueue()
  private var urgentJobs = JobQueue()
  private var isShutDown = false
  /// Since when jobs wait while no thread takes one; nil while none waits.
  private var starvedSince: Int64?

  init(configuration: ScriptExecutor.Configuration, policy: StopPolicy, watchdog: Watchdog) {
    self.configuration = configuration
    self.policy = policy
    self.watchdog = watchdog
  }

  /// Threads that live at the moment.
  var count: Int {
    monitor.lock()
    defer { monitor.unlock() }
    return live
  }

  /// Whether no run may begin any more.
  var refusesNewRuns: Bool {
    monitor.lock()
    defer { monitor.unlock() }
    return isShutDown
  }

  /// Has a job done by the next thread; an urgent one before all others, and if need be by a new
  /// thread at once.
  func enqueue(_ job: any ScriptJob, urgent: Bool = false) {
    monitor.lock()
    if let worker = parked.popLast() {
      worker.job = job
      worker.hasJob.signal()
      monitor.unlock()
      return
    }
    if live < configuration.threads {
      addThread(for: job)
      return
    }
    if urgent { urgentJobs.append(job) } else { jobs.append(job) }
    let isFirst = starvedSince == nil
    // The first urgent job makes the watchdog look sooner than the jobs before it did.
    guard isFirst || urgent else {
      monitor.unlock()
      return
    }
    let now = monotonicNanoseconds()
    if isFirst { starvedSince = now }
    monitor.unlock()
    watchdog.notice(now + (urgent ? Self.urgentNanoseconds : Self.busyNanoseconds))
  }

  /// The watchdog asks whether a thread is to be added. Returns when it should ask again.
  func growIfStarved(at now: Int64) -> Int64 {
    monitor.lock()
    guard let since = starvedSince, hasJobs else {
      starvedSince = nil
      monitor.unlock()
      return .max
    }
    let isUrgent = !urgentJobs.isEmpty
    let isFull = live >= configuration.maximumThreads
    let patience =
      !isUrgent ? Self.busyNanoseconds : isFull ? Self.lateNanoseconds : Self.urgentNanoseconds
    guard now - since >= patience else {
      monitor.unlock()
      return since + patience
    }
    if !isFull, let job = nextJob() {
      starvedSince = hasJobs ? now : nil
      let next = urgentJobs.isEmpty ? Self.busyNanoseconds : Self.urgentNanoseconds
      addThread(for: job)
      return now + next
    }
    var late = urgentJobs
    urgentJobs = JobQueue()
    monitor.unlock()
    late.removeAll { $0.giveUpThread() }
    monitor.lock()
    while let job = urgentJobs.popFirst() { late.append(job) }
    urgentJobs = late
    monitor.unlock()
    return isUrgent ? now + Self.lateNanoseconds : .max
  }

  /// Idle threads end; the others when nothing is left to do.
  func shutDown() {
    monitor.lock()
    isShutDown = true
    for worker in parked { worker.hasJob.signal() }
    monitor.unlock()
  }

  /// Called with the monitor held, which it gives up.
  private func addThread(for job: any ScriptJob) {
    live += 1
    // The thread gets its first job like every other, so that it holds none while it is idle.
    let worker = Worker()
    worker.job = job
    monitor.unlock()
    let stackBytes = max(ScriptExecutor.leastStackBytes, configuration.stackBytes)
    let failure = startThread(stackBytes: stackBytes) { self.work(worker) }
    guard failure != 0 else { return }
    monitor.lock()
    live -= 1
    let othersLive = live > 0
    if othersLive { jobs.append(job) }
    monitor.unlock()
    guard !othersLive else { return }
    job.refuse(ThreadFailure(what: "a script's thread", number: failure).sentence)
  }

  private func work(_ worker: Worker) {
    acceptOnlyFaults(and: policy.signal)
    let lane: ScriptLane
    do { lane = try watchdog.addLane() } catch {
      monitor.lock()
      live -= 1
      let job = worker.takeJob()
      monitor.unlock()
      job?.refuse(error.sentence)
      return
    }
    lane.adoptCallingThread()
    while let job = awaitJob(worker) {
      withReleasePool { job.perform(on: lane) }
    }
    watchdog.remove(lane)
  }

  /// The next job; nil when this thread is to end, which it then no longer counts as live.
  private func awaitJob(_ worker: Worker) -> (any ScriptJob)? {
    monitor.lock()
    defer { monitor.unlock() }
    if let job = worker.takeJob() { return job }
    if let job = nextJob() {
      if starvedSince != nil { starvedSince = hasJobs ? monotonicNanoseconds() : nil }
      return job
    }
    let end = monotonicNanoseconds() + nanoseconds(configuration.idleSeconds)
    if !isShutDown { parked.append(worker) }
    while worker.job == nil, !isShutDown, monotonicNanoseconds() < end {
      worker.hasJob.wait(monitor, until: end)
    }
    if let job = worker.takeJob() { return job }
    parked.removeAll { $0 === worker }
    live -= 1
    return nil
  }

  private var hasJobs: Bool { !jobs.isEmpty || !urgentJobs.isEmpty }

  private func nextJob() -> (any ScriptJob)? { urgentJobs.popFirst() ?? jobs.popFirst() }
}
