import Synchronization

/// The run as a job: queued, performed, waiting without a thread, stopped, ended.
extension ScriptRun {
  /// A wait under way.
  struct Wait {
    let stopsClock: Bool
    let since: Int64
    var task: Task<Void, Never>?
  }

  /// Queues the run; `completion` gets its result, once.
  func start(
    priority: TaskPriority, completion: @escaping @Sendable (RunResult, ScriptLane?) -> Void
  ) {
    let refusal: RunResult.Ending? = state.withLock { state in
      state.priority = priority
      if let reason = state.stop { return .stopped(reason, at: nil) }
      state.completion = completion
      state.phase = .queued
      return nil
    }
    if let refusal { return completion(conclude(refusal), nil) }
    if threads.refusesNewRuns { return refuse("the runtime is shut down") }
    // A later run of the invocation is on its clock while it queues.
    let isLater = request.meter.hasStarted
    if isLater { watchDeadline(generation: 0, at: queuedAt) }
    threads.enqueue(self, urgent: isLater)
  }

  /// Begins the run at once, on this thread; `completion` gets its result, once.
  func start(
    on lane: ScriptLane, completion: @escaping @Sendable (RunResult, ScriptLane?) -> Void
  ) {
    state.withLock { state in
      state.completion = completion
      state.phase = .running
      state.lane = lane
    }
    go(on: lane, begin(on: lane))
  }

  func refuse(_ sentence: String) {
    finish(.unavailable(sentence), on: nil)
  }

  func perform(on lane: ScriptLane) {
    let (phase, deadline) = state.withLock { state in
      let found = (state.phase, state.deadline)
      switch state.phase {
      case .queued, .answered:
        state.phase = .running
        state.lane = lane
        state.deadline = nil
      case .new, .running, .waiting, .ended: break
      }
      return found
    }
    switch phase {
    case .queued:
      if let deadline { watchdog.remove(deadline) }
      go(on: lane, begin(on: lane))
    case .answered(let answer):
      if let deadline { watchdog.remove(deadline) }
      go(on: lane, resume(answer, on: lane))
    case .new, .running, .waiting, .ended: break  // Ended in the queue.
    }
  }

  func giveUpThread() -> Bool {
    let reason = state.withLock { state -> StopReason? in
      guard case .answered = state.phase, let reason = state.stop else { return nil }
      state.phase = .ended
      return reason
    }
    guard let reason else { return false }
    finish(.stopped(reason, at: nil), on: nil)
    return true
  }

  private func go(on lane: ScriptLane, _ first: Step) {
    var step = first
    while true {
      switch step {
      case .end(let ending): return finish(ending, on: lane)
      case .wait(let wait):
        guard let answer = begin(wait) else { return }
        step = resume(answer, on: lane)
      }
    }
  }

  private func finish(_ ending: RunResult.Ending, on lane: ScriptLane?) {
    let result = conclude(ending)
    let (completion, deadline) = state.withLock { state in
      let left = (state.completion, state.deadline)
      state.phase = .ended
      state.lane = nil
      state.completion = nil
      state.deadline = nil
      return left
    }
    if let deadline { watchdog.remove(deadline) }
    completion?(result, lane)
  }

  /// Begins a wait, after which this thread is free. An answer: there is nothing to wait for.
  private func begin(_ wait: HostWait) -> HostAnswer? {
    guard mayWait(wait) else { return .end }
    let now = monotonicNanoseconds()
    // Before anyone can end the wait, and with it the pause.
    if wait.stopsClock { request.meter.pause() }
    let begun = state.withLock { state -> (generation: Int, priority: TaskPriority)? in
      guard state.stop == nil else { return nil }
      state.generation += 1
      state.lane = nil
      state.phase = .waiting(Wait(stopsClock: wait.stopsClock, since: now))
      return (state.generation, state.priority)
    }
    guard let (generation, priority) = begun else {
      if wait.stopsClock { request.meter.resume() }
      return .end
    }
    let operation = wait.operation
    let task = Task(priority: priority) { self.answered(generation, await operation()) }
    if !wait.stopsClock { watchDeadline(generation: generation, at: now) }
    let isWaiting = state.withLock { state in
      guard state.generation == generation, case .waiting(var begun) = state.phase else {
        return false
      }
      begun.task = task
      state.phase = .waiting(begun)
      return true
    }
    // It ended before the state knew of the task.
    if !isWaiting { task.cancel() }
    return nil
  }

  /// Has the watchdog call ``deadlinePassed(_:)``, unless a thread takes the run up before.
  private func watchDeadline(generation: Int, at now: Int64) {
    guard
      let end = request.meter.waitDeadline(at: now, reserveSeconds: request.reserveSeconds)
    else { return }
    let entry = DeadlineHeap.Entry(deadline: end, run: self, generation: generation)
    watchdog.add(entry)
    let isKept = state.withLock { state in
      guard state.generation == generation else { return false }
      switch state.phase {
      case .queued, .waiting, .answered:
        state.deadline = entry
        return true
      case .new, .running, .ended: return false
      }
    }
    if !isKept { watchdog.remove(entry) }
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
    let wait = state.withLock { state -> Wait? in
      guard state.generation == generation, case .waiting(let wait) = state.phase else {
        return nil
      }
      state.phase = .answered(answer)
      return wait
    }
    if let wait { goOn(after: wait, isStopped: false) }
  }

  /// The watchdog: the budget is used up, and no thread has taken the run up.
  func deadlinePassed(_ generation: Int) {
    let follow = state.withLock { state -> Follow in
      guard state.generation == generation, state.stop == nil else { return .nothing }
      switch state.phase {
      case .waiting(let wait):
        state.stop = .deadline
        state.phase = .answered(.end)
        return .goOn(wait)
      case .queued, .answered:
        state.stop = .deadline
        state.phase = .ended
        return .finish
      case .new, .running, .ended: return .nothing
      }
    }
    go(follow, .deadline)
  }

  private func goOn(after wait: Wait, isStopped: Bool) {
    if isStopped { wait.task?.cancel() }
    if wait.stopsClock { request.meter.resume() }
    let now = monotonicNanoseconds()
    request.meter.countWaiting(nanoseconds: now - wait.since)
    queuedAt = now
    threads.enqueue(self, urgent: isStopped)
  }

  /// What a stop leads to, once the state is unlocked.
  private enum Follow {
    case nothing
    case finish
    case lane(ScriptLane)
    case goOn(Wait)
  }

  /// Stops the run, wherever it is. The first reason stays.
  func stop(_ reason: StopReason) {
    let follow = state.withLock { state -> Follow in
      guard state.stop == nil else { return .nothing }
      state.stop = reason
      switch state.phase {
      case .new, .ended: return .nothing
      case .queued, .answered:
        // It has no thread now and may not get one soon.
        state.phase = .ended
        return .finish
      case .running: return state.lane.map { .lane($0) } ?? .nothing
      case .waiting(let wait):
        state.phase = .answered(.end)
        return .goOn(wait)
      }
    }
    go(follow, reason)
  }

  private func go(_ follow: Follow, _ reason: StopReason) {
    switch follow {
    case .nothing: break
    case .finish: finish(.stopped(reason, at: nil), on: nil)
    case .lane(let lane): lane.stop(token, reason)
    case .goOn(let wait): goOn(after: wait, isStopped: true)
    }
  }
}
