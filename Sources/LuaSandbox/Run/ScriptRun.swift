import CSandbox
import Synchronization

/// One run of an entry, from its place in the queue over any number of waits to its result.
///
/// The world is touched only by the thread that performs the run at the moment. Everything that
/// another thread may want (to stop the run, to bring an answer) goes through `state`.
final class ScriptRun: ScriptJob, @unchecked Sendable {
  // Sendable: `world` and `queuedAt` pass from thread to thread through the job queue, whose lock
  // orders their accesses; all else is constant or under a lock.
  enum Step {
    case wait(HostWait)
    case end(RunResult.Ending)
  }

  struct State {
    var phase = Phase.new
    /// The first reason given.
    var stop: StopReason?
    /// Counts waits, so that an answer to an earlier one is known as late.
    var generation = 0
    var lane: ScriptLane?
    /// While the run waits or is queued with its clock running.
    var deadline: DeadlineHeap.Entry?
    /// Gets the result, once, on the lane on which the run ended; without one where it ended off
    /// any script thread.
    var completion: (@Sendable (RunResult, ScriptLane?) -> Void)?
    var priority = TaskPriority.medium
  }

  enum Phase {
    case new
    case queued
    case running
    case waiting(Wait)
    case answered(HostAnswer)
    case ended
  }

  let program: ScriptProgram
  let request: RunRequest
  let threads: ScriptThreads
  let watchdog: Watchdog
  let state = Mutex(State())
  var queuedAt = monotonicNanoseconds()
  private var world: World?

  init(
    program: ScriptProgram, request: RunRequest, threads: ScriptThreads, watchdog: Watchdog
  ) {
    self.program = program
    self.request = request
    self.threads = threads
    self.watchdog = watchdog
  }

  var token: ObjectIdentifier { ObjectIdentifier(self) }

  /// Takes a world and calls the entry. The meter starts when the world is ready.
  func begin(on lane: ScriptLane) -> Step {
    let world: World
    do throws(ScriptLoadError) { world = try program.takeWorld(on: lane) } catch {
      return .end(.unavailable("\(error.file): \(error.sentence)"))
    }
    self.world = world
    do {
      lane.writer.reset(
        limit: program.plan.limits.memoryBytes,
        leavesOutNullMembers: request.leavesOutNullMembers)
      try lane.writer.list(count: request.arguments.count)
      for argument in request.arguments { try lane.writer.write(argument) }
    } catch {
      return .end(.unavailable("an argument of \(program.file) \(error.sentence)"))
    }
    world.begin(request, on: lane)
    let now = monotonicNanoseconds()
    request.meter.countQueued(nanoseconds: now - queuedAt)
    if enter(world, lane, at: now) { return stoppedBeforeStart(world, lane) }
    let status = unsafe world.start(request.entry, arguments: lane.writer.bytes)
    return leave(world, lane, status)
  }

  /// Brings the waiting script its answer.
  func resume(_ answer: HostAnswer, on lane: ScriptLane) -> Step {
    guard let world else { return .end(.unavailable("the run has no world")) }
    if case .wait(let wait) = answer { return .wait(wait) }
    world.move(to: lane)
    let now = monotonicNanoseconds()
    request.meter.countQueued(nanoseconds: now - queuedAt)
    let isStopped = enter(world, lane, at: now)
    let status = world.resume(isStopped ? .end : answer)
    return leave(world, lane, status)
  }

  /// The run's result. Gives the world back.
  func conclude(_ ending: RunResult.Ending) -> RunResult {
    guard let world else {
      return RunResult(
        ending: ending, memoryLimitBytes: program.plan.limits.memoryBytes, memoryPeakBytes: 0)
    }
    let memory = world.memory
    self.world = nil
    world.end()
    program.putBack(world)
    return RunResult(
      ending: ending, memoryLimitBytes: Int(memory.limit), memoryPeakBytes: Int(memory.peak))
  }

  /// From here on the script can be stopped. True: it already is.
  private func enter(_ world: World, _ lane: ScriptLane, at now: Int64) -> Bool {
    let deadline = request.meter.beginSegment(at: now, reserveSeconds: request.reserveSeconds)
    lane.enter(world, token: token, deadline: deadline)
    // A stop that came before the lane was entered is in the state; one that comes later goes
    // through the lane.
    var reason = state.withLock { $0.stop }
    if reason == nil, deadline <= now { reason = .deadline }
    guard let reason else { return false }
    unsafe csb_stop(world.handle, reason.cReason)
    return true
  }

  private func stoppedBeforeStart(_ world: World, _ lane: ScriptLane) -> Step {
    lane.leave()
    request.meter.endSegment(at: monotonicNanoseconds())
    let reason = unsafe StopReason(csb_stop_reason_of(world.handle))
    return .end(.stopped(reason ?? .deadline, at: nil))
  }

  private func leave(_ world: World, _ lane: ScriptLane, _ status: csb_status) -> Step {
    // Read before the lane is left: a script that had returned by then was in time.
    let reason = unsafe StopReason(csb_stop_reason_of(world.handle))
    lane.leave()
    request.meter.endSegment(at: monotonicNanoseconds())
    switch status {
    case CSB_RETURNED:
      if let reason { return .end(.stopped(reason, at: nil)) }
      do { return .end(.returned(try world.result())) } catch {
        return .end(.unavailable("the values that \(program.file) returned could not be read"))
      }
    case CSB_WAITING:
      guard let wait = world.takeWait() else {
        return .end(.unavailable("\(program.file) waits for nothing"))
      }
      return .wait(wait)
    case CSB_RAISED: return .end(.raised(error(of: world)))
    case CSB_STOPPED: return .end(.stopped(reason ?? .host, at: error(of: world)))
    case CSB_OUT_OF_MEMORY: return .end(.outOfMemory(at: error(of: world)))
    default: return .end(.unavailable("\(program.file) ended with an unknown status"))
    }
  }

  private func error(of world: World) -> ScriptError {
    unsafe program.plan.positions.error(of: world.handle)
  }
}
