import ContainerStore
import LuaSandbox

/// What is waited for outside of runs: a person at the gate, another delivery's outcome, delivery.
extension Invocation {
  /// Asks the person to authenticate where the action needs an unlocked device and it is locked;
  /// false where the script must not start.
  func passGate() async -> Bool {
    guard entry == .handle, context.handler.needsUnlock, !context.device.isUnlocked,
      !state.withLock({ $0.hasPassedGate })
    else { return true }
    let claimed = await context.services.executor.perform { [self] in
      Result { () throws(ContainerError) in try claim() }
    }
    switch claimed {
    case .failure(let error):
      fail(with: error)
      return false
    case .success(false):
      // Somebody else runs it, or has: that outcome is waited for without asking anyone.
      return false
    case .success(true): break
    }
    let device = context.device
    let answer = await Deadline.race(
      seconds: context.limits.authenticationSeconds, otherwise: Authentication.refused
    ) {
      await device.authenticate(reason: nil)
    }
    guard !Task.isCancelled else { return await end(.cancelled) }
    guard answer == .granted else { return await end(.authenticationRequired) }
    state.withLock { $0.hasPassedGate = true }
    return true
  }

  private func end(_ kind: Outcome.Kind) async -> Bool {
    await context.services.executor.perform { [self] in
      do throws(ContainerError) {
        _ = try finish(context.outcome(kind))
      } catch {
        fail(with: error)
      }
    }
    return false
  }

  /// Waits until the first delivery has ended, at most this delivery's own budget; false where it
  /// is over.
  func waitForFirst(until patience: ContinuousClock.Instant) async -> Bool {
    var pause = Duration.milliseconds(2)
    while true {
      if Task.isCancelled {
        state.withLock { $0.outcome = context.outcome(.cancelled) }
        return false
      }
      guard ContinuousClock.now < patience else {
        var outcome = context.outcome(.timedOut)
        outcome.error = Outcome.Failure(
          message: "the first delivery of this response is still running; its outcome is not known",
          code: "firstStillRunning")
        let late = outcome
        state.withLock { $0.outcome = late }
        return false
      }
      let container = context.container
      let key = context.delivery.key
      let seen = await context.services.executor.perform {
        Result { () throws(ContainerError) in try container.state(of: key) }
      }
      switch seen {
      case .failure(let error):
        fail(with: error)
        return false
      case .success(.running(let seconds)?) where seconds > 0: break
      case .success: return true
      }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// One delivery attempt of what this invocation staged, within the budget left and at most 5 s.
  func deliverStaged() async {
    let staged = state.withLock { $0.staged }
    guard !staged.isEmpty else { return }
    let start = ContinuousClock.now
    let delivered = await context.services.outbox.deliver(
      staged, withinSeconds: min(5, context.meter.remainingSeconds), on: context.meter)
    context.meter.countWaiting(
      nanoseconds: Int64((ContinuousClock.now - start).seconds * 1e9))
    switch delivered {
    case .success(let states):
      state.withLock { $0.outcome?.apply(states) }
      // What went out ahead of another invocation's reply was sent by that one.
      guard !staged.isSubset(of: states.map(\.id)), let stored = await storedOutcome() else {
        return
      }
      state.withLock { $0.outcome?.apply(stored.entries) }
    case .failure(let error):
      deliveryWasPutOff(error)
    }
  }
}
