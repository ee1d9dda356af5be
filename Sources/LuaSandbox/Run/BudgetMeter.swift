import Synchronization

/// The budget of one invocation; it outlives the invocation's re-runs and its `expire`.
///
/// The clock starts when a script of the invocation first gets its thread and runs, waits
/// included, until ``finish()``, except while paused. All numbers are seconds.
package final class BudgetMeter: Sendable {
  /// What the budget is measured in.
  package enum Time: Sendable, Equatable {
    /// The wall clock.
    case real
    /// Simulated waits only. A script that computes for `cpuSeconds` of real time is stopped all
    /// the same.
    case virtual(cpuSeconds: Double)
  }

  /// Where the time went. In virtual time only simulated waits are counted, so that the same run
  /// gives the same numbers.
  package struct Usage: Sendable, Equatable {
    /// On a script thread.
    package var luaSeconds: Double
    /// Waiting for answers of the host.
    package var waitingSeconds: Double
    /// Waiting for a script thread; before the first one it is not part of `usedSeconds`.
    package var queuedSeconds: Double
    /// Of the budget.
    package var usedSeconds: Double
  }

  private struct State {
    var startedAt: Int64?
    var finishedAt: Int64?
    var pausedAt: Int64?
    var pauses = 0
    var pausedNanoseconds: Int64 = 0
    var simulatedSeconds = 0.0
    /// Beyond the limit, see ``BudgetMeter/grant(atLeastSeconds:)``.
    var grantedSeconds = 0.0
    /// Script time that no longer counts against the limit of virtual time.
    var forgivenNanoseconds: Int64 = 0
    var segmentStartedAt: Int64?
    var luaNanoseconds: Int64 = 0
    var waitingNanoseconds: Int64 = 0
    var queuedNanoseconds: Int64 = 0

    func elapsedNanoseconds(at now: Int64) -> Int64 {
      guard let startedAt else { return 0 }
      return max(0, (pausedAt ?? finishedAt ?? now) - startedAt - pausedNanoseconds)
    }

    func luaNanoseconds(at now: Int64) -> Int64 {
      luaNanoseconds + (segmentStartedAt.map { now - $0 } ?? 0)
    }

    mutating func start(at now: Int64) {
      guard startedAt == nil else { return }
      startedAt = now
      if pauses > 0 { pausedAt = now }
    }
  }

  /// The whole budget.
  package let limitSeconds: Double
  private let time: Time
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limitSeconds: the whole budget; not a number, zero or less leaves none.
  ///   - time: what it is measured in. Default: the wall clock.
  package init(limitSeconds: Double, time: Time = .real) {
    self.limitSeconds = limitSeconds > 0 ? limitSeconds : 0
    self.time = time
  }

  /// What is left, 0 or more.
  package var remainingSeconds: Double {
    let now = monotonicNanoseconds()
    return max(0, state.withLock { limitSeconds + $0.grantedSeconds - used($0, at: now) })
  }

  /// Where the time went so far.
  package var usage: Usage {
    let now = monotonicNanoseconds()
    return state.withLock { state in
      let used = used(state, at: now)
      guard case .real = time else {
        return Usage(
          luaSeconds: 0, waitingSeconds: used, queuedSeconds: 0, usedSeconds: used)
      }
      return Usage(
        luaSeconds: Double(state.luaNanoseconds(at: now)) / 1e9,
        waitingSeconds: Double(state.waitingNanoseconds) / 1e9,
        queuedSeconds: Double(state.queuedNanoseconds) / 1e9,
        usedSeconds: used)
    }
  }

  /// Whether the budget is measured in virtual time.
  package var isVirtual: Bool { time != .real }

  /// Real seconds for which a script may compute where time is virtual; else nil.
  package var computingSeconds: Double? {
    if case .virtual(let cpuSeconds) = time { cpuSeconds } else { nil }
  }

  /// Virtual time goes on by this much. Without effect where the meter follows the wall clock.
  package func advance(bySeconds seconds: Double) {
    guard isVirtual, seconds > 0 else { return }
    state.withLock { $0.simulatedSeconds += seconds }
  }

  /// Makes sure that this much is left, beyond the limit if need be.
  ///
  /// For an end that is promised its time: on a busy machine a script may be stopped late, and
  /// would take that time from what runs after it.
  package func grant(atLeastSeconds seconds: Double) {
    let now = monotonicNanoseconds()
    state.withLock { state in
      let rest = limitSeconds + state.grantedSeconds - used(state, at: now)
      state.grantedSeconds += max(0, seconds - rest)
      state.forgivenNanoseconds = state.luaNanoseconds(at: now)
    }
  }

  /// Starts the clock, if no run has started it. A run does so by itself.
  package func start() {
    let now = monotonicNanoseconds()
    state.withLock { $0.start(at: now) }
  }

  /// Stops the clock while a person decides. Pauses nest.
  package func pause() {
    let now = monotonicNanoseconds()
    state.withLock { state in
      state.pauses += 1
      guard state.pauses == 1, state.startedAt != nil, state.finishedAt == nil else { return }
      state.pausedAt = now
    }
  }

  /// Ends one pause.
  package func resume() {
    let now = monotonicNanoseconds()
    state.withLock { state in
      guard state.pauses > 0 else { return }
      state.pauses -= 1
      guard state.pauses == 0, let pausedAt = state.pausedAt else { return }
      state.pausedNanoseconds += now - pausedAt
      state.pausedAt = nil
    }
  }

  /// Stops the clock for good: the invocation is over.
  package func finish() {
    let now = monotonicNanoseconds()
    state.withLock { state in
      guard state.finishedAt == nil else { return }
      state.finishedAt = state.pausedAt ?? now
      state.pausedAt = nil
    }
  }

  /// Counts time spent waiting for something of the invocation outside of runs, such as delivery.
  package func countWaiting(nanoseconds: Int64) {
    state.withLock { $0.waitingNanoseconds += max(0, nanoseconds) }
  }

  // MARK: - For runs

  func countQueued(nanoseconds: Int64) {
    state.withLock { $0.queuedNanoseconds += max(0, nanoseconds) }
  }

  /// A script gets a thread. Returns when, on the monotonic clock, it must be stopped.
  func beginSegment(at now: Int64, reserveSeconds: Double) -> Int64 {
    state.withLock { state in
      state.start(at: now)
      state.segmentStartedAt = now
      return deadline(state, at: now, reserveSeconds: reserveSeconds)
    }
  }

  /// The script gives its thread back.
  func endSegment(at now: Int64) {
    state.withLock { state in
      state.luaNanoseconds = state.luaNanoseconds(at: now)
      state.segmentStartedAt = nil
    }
  }

  /// Whether a run of the invocation has started the clock.
  var hasStarted: Bool { state.withLock { $0.startedAt != nil } }

  /// When, on the monotonic clock, a wait that begins now runs out of budget.
  func waitDeadline(at now: Int64, reserveSeconds: Double) -> Int64? {
    guard case .real = time else { return nil }
    return state.withLock { deadline($0, at: now, reserveSeconds: reserveSeconds) }
  }

  /// Goes through a simulated wait. False: the budget, less the reserve, ends before it does; the
  /// meter then stands at that end.
  func simulate(seconds: Double, reserveSeconds: Double) -> Bool {
    state.withLock { state in
      let limit = limitSeconds + state.grantedSeconds
      let rest = max(0, limit - max(0, reserveSeconds) - state.simulatedSeconds)
      guard seconds < rest else {
        state.simulatedSeconds += rest
        return false
      }
      state.simulatedSeconds += max(0, seconds)
      return true
    }
  }

  /// What `os.clock` shows: seconds on a script thread, or virtual seconds.
  var scriptSeconds: Double {
    guard case .real = time else { return state.withLock { $0.simulatedSeconds } }
    let now = monotonicNanoseconds()
    return Double(state.withLock { $0.luaNanoseconds(at: now) }) / 1e9
  }

  private func used(_ state: State, at now: Int64) -> Double {
    switch time {
    case .real: Double(state.elapsedNanoseconds(at: now)) / 1e9
    case .virtual: state.simulatedSeconds
    }
  }

  private func deadline(_ state: State, at now: Int64, reserveSeconds: Double) -> Int64 {
    let limit = limitSeconds + state.grantedSeconds
    let rest = limit - max(0, reserveSeconds) - used(state, at: now)
    guard rest > 0 else { return now }
    guard case .virtual(let cpuSeconds) = time else { return now + nanoseconds(rest) }
    let computed = state.luaNanoseconds(at: now) - state.forgivenNanoseconds
    return now + max(0, nanoseconds(cpuSeconds) - computed)
  }
}
