import CSandbox
import Synchronization

/// The thread that stops scripts at their deadline, running or waiting, and has threads added when
/// all are busy.
///
/// It sleeps until the earliest thing to do. A run that begins wakes it only if its deadline is
/// earlier than that, so that short runs under long budgets leave it asleep.
final class Watchdog: @unchecked Sendable {
  // Sendable: everything mutable is touched only with `monitor` held, apart from `nextLook`.
  private let policy: StopPolicy
  private let monitor = Monitor()
  private let changed = Monitor.Condition()
  private var lanes: [ScriptLane] = []
  private var waits = DeadlineHeap()
  private weak var threads: ScriptThreads?
  private var isRunning = false
  private var isShutDown = false
  private var mustLook = false

  /// When the thread looks next. `Int64.max` while it looks: whoever has something earlier then
  /// makes it look again.
  private let nextLook = Atomic<Int64>(.max)

  init(policy: StopPolicy) {
    self.policy = policy
  }

  /// Names the threads whose growth it watches.
  func attach(_ threads: ScriptThreads) {
    monitor.lock()
    self.threads = threads
    monitor.unlock()
  }

  /// A new lane, watched from now on; throws the sentence of why the watchdog has no thread.
  func addLane() throws(ThreadFailure) -> ScriptLane {
    let lane = ScriptLane(watchdog: self)
    monitor.lock()
    defer { monitor.unlock() }
    try startHoldingMonitor()
    lanes.append(lane)
    return lane
  }

  func remove(_ lane: ScriptLane) {
    monitor.lock()
    if let index = lanes.firstIndex(where: { $0 === lane }) { lanes.swapAt(index, lanes.count - 1) }
    if lanes.last === lane { lanes.removeLast() }
    if isShutDown { wake() }
    monitor.unlock()
  }

  /// Watches a waiting run.
  func add(_ entry: DeadlineHeap.Entry) {
    monitor.lock()
    waits.insert(entry)
    monitor.unlock()
    notice(entry.deadline)
  }

  func remove(_ entry: DeadlineHeap.Entry) {
    monitor.lock()
    waits.remove(entry)
    monitor.unlock()
  }

  /// Something is to be done at this time.
  func notice(_ time: Int64) {
    guard time < nextLook.load(ordering: .sequentiallyConsistent) else { return }
    monitor.lock()
    wake()
    monitor.unlock()
  }

  /// The thread ends once nothing is left to watch.
  func shutDown() {
    monitor.lock()
    isShutDown = true
    wake()
    monitor.unlock()
  }

  private func wake() {
    mustLook = true
    changed.signal()
  }

  private func startHoldingMonitor() throws(ThreadFailure) {
    guard !isRunning else { return }
    let failure = startThread(stackBytes: 512 << 10) {
      acceptOnlyFaults(and: nil)
      self.watch()
    }
    guard failure == 0 else { throw ThreadFailure(what: "the watchdog's thread", number: failure) }
    isRunning = true
  }

  private func watch() {
    monitor.lock()
    while !(isShutDown && lanes.isEmpty && waits.isEmpty) {
      mustLook = false
      nextLook.store(.max, ordering: .sequentiallyConsistent)
      let next = look()
      guard !mustLook else { continue }
      nextLook.store(next, ordering: .sequentiallyConsistent)
      changed.wait(monitor, until: next == .max ? nil : next)
    }
    isRunning = false
    monitor.unlock()
  }

  /// Does what is due. Returns when something is due next. Gives the monitor up in between.
  private func look() -> Int64 {
    let lanes = lanes
    let threads = threads
    var next = Int64.max
    monitor.unlock()
    let now = monotonicNanoseconds()
    for lane in lanes { next = min(next, lane.check(at: now, policy: policy)) }
    if let threads { next = min(next, threads.growIfStarved(at: now)) }
    monitor.lock()
    while let entry = waits.popExpired(at: now) {
      monitor.unlock()
      entry.run.deadlinePassed(entry.generation)
      monitor.lock()
    }
    return min(next, waits.earliest)
  }
}
