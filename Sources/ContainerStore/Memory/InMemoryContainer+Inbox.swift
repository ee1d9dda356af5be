package import Notifications

extension InMemoryContainer {
  package func claim(
    _ delivery: Delivery, for purpose: ClaimPurpose, lease: Lease
  ) throws(ContainerError) -> ClaimResult {
    let lease = LeaseRecord(lease, in: environment)
    return state.withLock { state in
      guard var record = state.inbox[delivery.key] else {
        if case .recovery = purpose { return .ended }
        state.inbox[delivery.key] = MemoryRecord(
          delivery: delivery, phase: .running, attempt: 1, starts: 1, lease: lease,
          order: state.nextNumber())
        return .claimed(Claim(key: delivery.key, attempt: 1, start: .first))
      }
      let start: Claim.Start
      switch record.phase {
      case .committed(let outcome):
        return .committed(state.stored(outcome, of: delivery.key))
      case .ended:
        if case .recovery = purpose { return .ended }
        record.delivery = delivery
        start = .afterEnding
      case .running:
        let left = record.lease.secondsLeft(in: environment)
        guard left == 0 else { return .running(leaseSeconds: left) }
        if case .recovery(let attempt) = purpose {
          guard record.attempt == attempt else { return .running(leaseSeconds: 0) }
          guard record.starts < limits.starts else { return .abandoned(starts: record.starts) }
        }
        start = .takeover
      }
      record.phase = .running
      record.attempt += 1
      record.starts += 1
      record.lease = lease
      state.inbox[delivery.key] = record
      return .claimed(Claim(key: delivery.key, attempt: record.attempt, start: start))
    }
  }

  package func state(of key: DeliveryKey) throws(ContainerError) -> DeliveryState? {
    state.withLock { state in
      guard let record = state.inbox[key] else { return nil }
      switch record.phase {
      case .running: return .running(leaseSeconds: record.lease.secondsLeft(in: environment))
      case .ended: return .ended
      case .committed(let outcome): return .committed(state.stored(outcome, of: key))
      }
    }
  }

  package func extend(_ claim: Claim, lease: Lease) throws(ContainerError) -> Bool {
    let lease = LeaseRecord(lease, in: environment)
    return state.withLock { state in
      guard state.holds(claim) else { return false }
      state.inbox[claim.key]?.lease = lease
      return true
    }
  }

  package func finish(_ claim: Claim) throws(ContainerError) -> Bool {
    state.withLock { state in
      guard state.holds(claim) else { return false }
      state.endWithoutEffects(claim.key)
      return true
    }
  }

  package func abandon(_ pending: PendingDelivery) throws(ContainerError) -> Bool {
    state.withLock { state in
      guard let record = state.inbox[pending.delivery.key], record.isRunning,
        record.attempt == pending.attempt, record.lease.secondsLeft(in: environment) == 0
      else { return false }
      state.endWithoutEffects(pending.delivery.key)
      return true
    }
  }

  package func recoverable() throws(ContainerError) -> [PendingDelivery] {
    try pending().filter { $0.leaseSeconds == 0 }
  }

  package func pending() throws(ContainerError) -> [PendingDelivery] {
    state.withLock { state in
      state.inbox.values.filter(\.isRunning).sorted { $0.order < $1.order }.map { record in
        PendingDelivery(
          delivery: record.delivery, attempt: record.attempt, starts: record.starts,
          leaseSeconds: record.lease.secondsLeft(in: environment))
      }
    }
  }

  package func prune(now: Timestamp, keep retention: Retention) throws(ContainerError) {
    state.withLock { state in
      let oldest = now.advanced(bySeconds: -retention.seconds)
      let newestFirst = state.inbox.values.map(\.order).sorted(by: >)
      let firstBeyond =
        newestFirst.count > retention.records ? newestFirst[max(0, retention.records)] : 0
      let old = state.inbox.filter { _, record in
        record.order <= firstBeyond || record.delivery.recordedAt < oldest
      }
      for (key, record) in old {
        guard !record.isRunning, state.isSettled(key), !state.hasUndelivered(key) else { continue }
        for entry in state.entries(of: key) { state.removeEntry(entry.id) }
        state.inbox[key] = nil
      }
    }
  }
}

extension MemoryState {
  /// Whether the claim is the last one of a delivery that has not ended.
  func holds(_ claim: Claim) -> Bool {
    guard let record = inbox[claim.key] else { return false }
    return record.isRunning && record.attempt == claim.attempt
  }

  func stored(_ outcome: [UInt8], of key: DeliveryKey) -> StoredOutcome {
    StoredOutcome(outcome: outcome, entries: entries(of: key).map(\.summary))
  }

  mutating func endWithoutEffects(_ key: DeliveryKey) {
    inbox[key]?.phase = .ended
    inbox[key]?.starts = 0
    inbox[key]?.steps = [:]
    eraseResponseIfDone(key)
  }

  /// Erases the response of an ended delivery that nothing waits for.
  mutating func eraseResponseIfDone(_ key: DeliveryKey) {
    guard let record = inbox[key], !record.isRunning, isSettled(key), !hasUndelivered(key) else {
      return
    }
    inbox[key]?.delivery.response = []
  }
}
