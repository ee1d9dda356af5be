import CSandbox
import Synchronization

/// A thread's place with the watchdog: which world runs on it, and until when.
final class ScriptLane: @unchecked Sendable {
  // Sendable: `running` is under its lock and `isInHost` is atomic; `writer` is touched only by the
  // thread that holds the lane, and a lane changes hands under the lock of who keeps it.

  /// For arguments and answers of the scripts on this lane.
  var writer = EncodedValueWriter()

  @safe private struct Running {
    var world: OpaquePointer
    var polls: Bool
    var token: ObjectIdentifier?
    var deadline: Int64
    var stop: Stop?
  }

  /// A stop under way.
  private struct Stop {
    var askedAt: Int64
    var nextSignalAt: Int64
    var interval: Int64 = 1_000_000
    var processorSeconds: Double?
  }

  private struct State {
    var thread = currentThread()
    var running: Running?
  }

  private unowned let watchdog: Watchdog
  private let state = Mutex(State())
  private let inHost = Atomic<Bool>(false)

  init(watchdog: Watchdog) {
    self.watchdog = watchdog
  }

  /// Whether the script on this lane stands in a call to the host, where no signal can reach it.
  var isInHost: Bool {
    get { inHost.load(ordering: .relaxed) }
    set { inHost.store(newValue, ordering: .relaxed) }
  }

  /// Makes the calling thread the one whose scripts this lane is about.
  func adoptCallingThread() {
    let thread = currentThread()
    state.withLock { $0.thread = thread }
    csb_thread_prepare()
  }

  /// A script is about to run on this thread. The world lives at least until ``leave()``.
  func enter(_ world: World, token: ObjectIdentifier?, deadline: Int64) {
    state.withLock {
      $0.running = unsafe Running(
        world: world.handle, polls: world.polls, token: token, deadline: deadline)
    }
    watchdog.notice(deadline)
  }

  /// The script has ended, or waits. No stop meets its world through this lane any more.
  func leave() {
    state.withLock { $0.running = nil }
  }

  /// Stops what runs here, if it is still what the token stands for.
  func stop(_ token: ObjectIdentifier, _ reason: StopReason) {
    let now = monotonicNanoseconds()
    let stopped = state.withLock { state -> Bool in
      guard state.running?.token == token else { return false }
      begin(&state, reason, at: now)
      return true
    }
    if stopped { watchdog.notice(now) }
  }

  /// The watchdog looks. Returns when it wants to look again.
  func check(at now: Int64, policy: StopPolicy) -> Int64 {
    state.withLock { state in
      guard let running = state.running else { return .max }
      if running.stop == nil {
        guard running.deadline <= now else { return running.deadline }
        begin(&state, .deadline, at: now)
      }
      guard let signal = policy.signal, !running.polls else { return .max }
      return press(&state, signal, at: now, policy: policy)
    }
  }

  private func begin(_ state: inout State, _ reason: StopReason, at now: Int64) {
    guard let running = state.running, running.stop == nil else { return }
    unsafe csb_stop(running.world, reason.cReason)
    state.running?.stop = Stop(
      askedAt: now, nextSignalAt: now, processorSeconds: processorSeconds(of: state.thread))
  }

  /// Sends the signal again and again, because one that comes while the script is between two
  /// places where it can act has no effect.
  private func press(
    _ state: inout State, _ signal: Int32, at now: Int64, policy: StopPolicy
  ) -> Int64 {
    guard let running = state.running, var stop = running.stop else { return .max }
    guard stop.nextSignalAt <= now else { return stop.nextSignalAt }
    if hasComputed(stop, seconds: 0.01, at: now, thread: state.thread) {
      unsafe csb_abandon(running.world)
    }
    // The thread exists: it has entered this lane and not left it.
    let failure = csb_signal_send(state.thread, signal)
    if failure != 0 {
      policy.fallBack("signal \(signal) cannot be sent: \(errorText(failure))")
    } else if now > stop.askedAt, !isInHost, unsafe !csb_stop_was_seen(running.world) {
      if !policy.handlerIsInstalled {
        policy.fallBack("the handler of signal \(signal) was replaced")
        policy.reinstall()
      } else if hasIgnored(stop, at: now, thread: state.thread) {
        policy.fallBack("signal \(signal) does not arrive on a script's thread")
      }
    }
    stop.nextSignalAt = now + stop.interval
    stop.interval = min(stop.interval * 2, 16_000_000)
    state.running?.stop = stop
    return stop.nextSignalAt
  }

  /// Whether a script has computed for so long after its stop that the signals cannot have arrived.
  /// Time on a processor counts where the system tells it: a thread that got none is not deaf.
  private func hasIgnored(_ stop: Stop, at now: Int64, thread: ThreadIdentity) -> Bool {
    if stop.processorSeconds != nil, processorSeconds(of: thread) != nil {
      return now - stop.askedAt > 50_000_000
        && hasComputed(stop, seconds: 0.05, at: now, thread: thread)
    }
    return now - stop.askedAt > 1_000_000_000
  }

  /// Whether a script has been on a processor for so long since its stop; by the wall clock where
  /// the system does not tell. A stop that Lua can see is over within less than ten milliseconds,
  /// so what goes on for longer is inside one step of Lua's own, and is left by force.
  private func hasComputed(
    _ stop: Stop, seconds: Double, at now: Int64, thread: ThreadIdentity
  ) -> Bool {
    guard now - stop.askedAt >= nanoseconds(seconds) else { return false }
    guard let before = stop.processorSeconds, let after = processorSeconds(of: thread) else {
      return true
    }
    return after - before >= seconds
  }
}

extension StopReason {
  var cReason: csb_stop_reason {
    switch self {
    case .deadline: CSB_STOP_DEADLINE
    case .cancelled: CSB_STOP_CANCELLED
    case .host: CSB_STOP_HOST
    }
  }

  init?(_ reason: csb_stop_reason) {
    switch reason {
    case CSB_STOP_DEADLINE: self = .deadline
    case CSB_STOP_CANCELLED: self = .cancelled
    case CSB_STOP_HOST: self = .host
    default: return nil
    }
  }
}
