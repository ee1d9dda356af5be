import Synchronization

/// The run as a job: queued, performed, waiting without a thread, stopped, ended.
extension ScriptRun {
  /// A wait under way.
  struct Wait {
    let stopsClock: Bool
    let since: Int64
    var task: Task<Void, Never>?
    var deadline: DeadlineHeap.Entry?
  }

  /// Queues the run; `continuation` gets its result, once.
  func start(_ continuation: CheckedContinuation<RunResult, Never>, priority: TaskPriority) {
    let refusal: RunResult.Ending? = state.withLock { state in
      state.priority = priority
      if let reason = state.stop { return .stopped(reason, at: nil) }
      state.continuation = continuation
      state.phase = .queued
      return nil
    }
    if let refusal { return continuation.resume(returning: conclude(refusal)) }
    if threads.refusesNewRuns { return refuse("the runtime is shut down") }
    threads.enqueue(self)
  }

  func refuse(_ sentence: String) {
    finish(.unavailable(sentence))
  }

  func perform(on lane: ScriptLane) {
    let phase = state.withLock { state in
      defer {
        state.phase = .running
        state.lane = lane
      }
      return state.phase
    }
    switch phase {
    case .queued: go(on: lane, begin(on: lane))
    case .answered(let answer): go(on: lane, resume(answer, on: lane))
    case .new, .running, .waiting, .ended:
      // Ended in the queue.
      state.withLock {
        $0.phase = .ended
        $0.lane = nil
      }
    }
  }

  private func go(on lane: ScriptLane, _ first: Step) {
    var step = first
    while true {
      switch step {
      case .end(let ending): return finish(ending)
      case .wait(let wait):
        guard let answer = begin(wait) else { return }
        step = resume(answer, on: lane)
      }
    }
  }

  private func finish(_ ending: RunResult.Ending) {
    let result = conclude(ending)
    let continuation = state.withLock { state in
      state.phase = .ended
      state.lane = nil
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: result)
  }

  /// Begins a wait, after which this thread is free. An answer: there is nothing to wait for.
  private func begin(_ wait: HostWait) -> HostAnswer? {
    guard mayWait(wait) else { return .end }
    let now = monotonicNanoseconds()
    let begun = state.withLock { state -> (generation: Int, priority: TaskPriority)? in
      guard state.stop == nil else { return nil }
      state.generation += 1
      state.lane = nil
      state.phase = .waiting(Wait(stopsClock: wait.stopsClock, since: now))
      return (state.generation, state.priority)
    }
    guard let (generation, priority) = begun else { return .end }
    if wait.stopsClock { request.meter.pause() }
    let operation = wait.operation
    let task = Task(priority: priority) { self.answered(generation, await operation()) }
    var deadline: DeadlineHeap.Entry?
    if !wait.stopsClock,
      let end = request.meter.waitDeadline(at: now, reserveSeconds: request.reserveSeconds)
    {
      let entry = DeadlineHeap.Entry(deadline: end, run: self, generation: generation)
      watchdog.add(entry)
      deadline = entry
    }
    let isWaiting = state.withLock { state in
      guard state.generation == generation, case .waiting(var begun) = state.phase else {
        return false
      }
      begun.task = task
      begun.deadline = deadline
      state.phase = .waiting(begun)
      return true
    }
    if !isWaiting {
      // It ended before the state knew of both.
      task.cancel()
      if let deadline { watchdog.remove(deadline) }
    }
    return nil
  }

  /// Goes through a simulated wait; false when the budget ends before it does.
  func mayWait(_ wait: HostWait) -> Bool {
    guard request.meter.isVirtual, let seconds = wait.simulatedSeconds else { return true }
    if request.meter.simulate(seconds: seconds, reserveSeconds: request.reserveSeconds) {
      return true
    }
    state.withLock { $0.stop = $0.stop ?? .deadline }
    return false
  }

  private func answered(_ generation: Int, _ answer: HostAnswer) {
    endWait(generation, with: answer, stop: nil)
  }

  /// The watchdog: the budget of a waiting run is used up.
  func deadlineOfWait(_ generation: Int) {
    endWait(generation, with: .end, stop: .deadline)
  }

  private func endWait(_ generation: Int, with answer: HostAnswer, stop: StopReason?) {
    let ended = state.withLock { state -> Wait? in
      guard state.generation == generation, case .waiting(let wait) = state.phase else {
        return nil
      }
      if let stop { state.stop = state.stop ?? stop }
      state.phase = .answered(answer)
      return wait
    }
    if let ended { goOn(after: ended, isStopped: stop != nil) }
  }

  private func goOn(after wait: Wait, isStopped: Bool) {
    if isStopped { wait.task?.cancel() }
    if let deadline = wait.deadline { watchdog.remove(deadline) }
    if wait.stopsClock { request.meter.resume() }
    let now = monotonicNanoseconds()
    request.meter.countWaiting(nanoseconds: now - wait.since)
    queuedAt = now
    threads.enqueue(self, urgent: isStopped)
  }

  /// Stops the run, wherever it is. The first reason stays.
  func stop(_ reason: StopReason) {
    enum Follow {
      case nothing
      case finish
      case lane(ScriptLane)
      case goOn(Wait)
    }
    let follow = state.withLock { state -> Follow in
      guard state.stop == nil else { return .nothing }
      state.stop = reason
      switch state.phase {
      case .new, .answered, .ended: return .nothing
      case .queued:
        state.phase = .ended
        return .finish
      case .running: return state.lane.map { .lane($0) } ?? .nothing
      case .waiting(let wait):
        state.phase = .answered(.end)
        return .goOn(wait)
      }
    }
    switch follow {
    case .nothing: break
    case .finish: finish(.stopped(reason, at: nil))
    case .lane(let lane): lane.stop(token, reason)
    case .goOn(let wait): goOn(after: wait, isStopped: true)
    }
  }
}
