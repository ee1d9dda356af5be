/// The run on its caller's thread, which its waits block.
extension ScriptRun {
  /// Brings one answer from a task to a blocked thread.
  private final class Answer: @unchecked Sendable {
    // Sendable: `value` is touched only with `monitor` held.
    private let monitor = Monitor()
    private let arrived = Monitor.Condition()
    private var value: HostAnswer?

    func put(_ answer: HostAnswer) {
      monitor.lock()
      value = answer
      arrived.signal()
      monitor.unlock()
    }

    /// nil: it did not come in time.
    func take(until: Int64?) -> HostAnswer? {
      monitor.lock()
      defer { monitor.unlock() }
      while value == nil, until.map({ monotonicNanoseconds() < $0 }) ?? true {
        arrived.wait(monitor, until: until)
      }
      return value
    }
  }

  func runBlocking(on lane: ScriptLane) -> RunResult {
    var step = begin(on: lane)
    while true {
      switch step {
      case .end(let ending): return conclude(ending)
      case .wait(let wait): step = resume(block(wait), on: lane)
      }
    }
  }

  private func block(_ wait: HostWait) -> HostAnswer {
    guard mayWait(wait) else { return .end }
    let since = monotonicNanoseconds()
    let deadline =
      wait.stopsClock
      ? nil : request.meter.waitDeadline(at: since, reserveSeconds: request.reserveSeconds)
    if wait.stopsClock { request.meter.pause() }
    let answer = Answer()
    let task = Task { answer.put(await wait.operation()) }
    let value = answer.take(until: deadline)
    if wait.stopsClock { request.meter.resume() }
    let now = monotonicNanoseconds()
    request.meter.countWaiting(nanoseconds: now - since)
    queuedAt = now
    if let value { return value }
    task.cancel()
    state.withLock { $0.stop = $0.stop ?? .deadline }
    return .end
  }
}
