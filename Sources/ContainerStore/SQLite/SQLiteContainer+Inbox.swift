package import Notifications

extension SQLiteContainer {
  package func claim(
    _ delivery: Delivery, for purpose: ClaimPurpose, lease: Lease
  ) throws(ContainerError) -> ClaimResult {
    let lease = LeaseRecord(lease, in: environment)
    return try change { main throws(ContainerError) in
      guard let record = try main.inboxRecord(delivery.key) else {
        if case .recovery = purpose { return .ended }
        try main.insert(delivery, lease)
        return .claimed(Claim(key: delivery.key, attempt: 1, start: .first))
      }
      let start: Claim.Start
      switch record.phase {
      case .committed:
        return .committed(try main.storedOutcome(of: record.id))
      case .ended:
        if case .recovery = purpose { return .ended }
        try main.replace(record.id, with: delivery)
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
      try main.start(record.id, lease)
      return .claimed(Claim(key: delivery.key, attempt: record.attempt + 1, start: start))
    }
  }

  package func state(of key: DeliveryKey) throws(ContainerError) -> DeliveryState? {
    try read { main throws(ContainerError) in
      guard let record = try main.inboxRecord(key) else { return nil }
      switch record.phase {
      case .running: return .running(leaseSeconds: record.lease.secondsLeft(in: environment))
      case .ended: return .ended
      case .committed: return .committed(try main.storedOutcome(of: record.id))
      }
    }
  }

  package func extend(_ claim: Claim, lease: Lease) throws(ContainerError) -> Bool {
    let lease = LeaseRecord(lease, in: environment)
    return try change { main throws(ContainerError) in
      guard let record = try main.held(claim) else { return false }
      try main.extend(record.id, lease)
      return true
    }
  }

  package func finish(_ claim: Claim) throws(ContainerError) -> Bool {
    try change { main throws(ContainerError) in
      guard let record = try main.held(claim) else { return false }
      try main.endWithoutEffects(record.id)
      return true
    }
  }

  package func abandon(_ pending: PendingDelivery) throws(ContainerError) -> Bool {
    try change { main throws(ContainerError) in
      guard let record = try main.inboxRecord(pending.delivery.key), record.phase == .running,
        record.attempt == pending.attempt, record.lease.secondsLeft(in: environment) == 0
      else { return false }
      try main.endWithoutEffects(record.id)
      return true
    }
  }

  package func recoverable() throws(ContainerError) -> [PendingDelivery] {
    try pending().filter { $0.leaseSeconds == 0 }
  }

  package func pending() throws(ContainerError) -> [PendingDelivery] {
    try read { main throws(ContainerError) in
      try main.pendingDeliveries(in: environment)
    }
  }

  package func prune(now: Timestamp, keep retention: Retention) throws(ContainerError) {
    let oldest = now.advanced(bySeconds: -retention.seconds)
    // Looked for without the write lock, and dropped in portions: others are not kept waiting.
    let portion = 500
    while true {
      let records = try read { main throws(ContainerError) in
        try main.prunable(before: oldest, beyond: retention.records, limit: portion)
      }
      if records.isEmpty { break }
      try change { main throws(ContainerError) in
        for record in records { try main.prune(record) }
      }
      if records.count < portion { break }
    }
    try read { main throws(ContainerError) in main.emptyLog() }
  }
}
