package import Notifications

extension SQLiteContainer {
  package func stageNow(
    _ entry: StagedEntry, claim: Claim, now: Timestamp
  ) throws(ContainerError) -> StageResult {
    try change { main throws(ContainerError) in
      guard let record = try main.held(claim) else { return .leaseLost }
      let first = try main.stage(entry, of: record, isNow: true, now: now)
      return first.map { .existing($0) } ?? .staged(entry.id)
    }
  }

  package func takeDue(
    now: Timestamp, only: Set<EntryID>?, limit: Int, lease: Lease, ignoringBackoff: Bool
  ) throws(ContainerError) -> [OutboxEntry] {
    guard limit > 0, only?.isEmpty != true else { return [] }
    let lease = LeaseRecord(lease, in: environment)
    return try change { main throws(ContainerError) in
      let candidates =
        if let only {
          try main.entries(only)
        } else {
          try main.heads(at: now, limit: limit, ignoringBackoff: ignoringBackoff)
        }
      let due = candidates.filter { entry in
        entry.isHead && (entry.lease?.secondsLeft(in: environment) ?? 0) == 0
          && entry.isDue(at: now, ignoringBackoff: ignoringBackoff)
      }
      let ordered = due.sorted { $0.entry.sequence < $1.entry.sequence }
      return try ordered.prefix(limit).map { entry throws(ContainerError) in
        try main.take(entry, lease, now: now)
      }
    }
  }

  package func record(
    _ attempt: DeliveryAttempt, of entry: OutboxEntry, now: Timestamp,
    settle: (_ outcome: StoredOutcome) -> [UInt8]
  ) throws(ContainerError) -> EntryState {
    try change { main throws(ContainerError) in
      guard let held = try main.entry(entry.id) else {
        return EntryState(id: entry.id, state: .rejected, reason: "erased")
      }
      guard held.entry.state == .queued, attempt.isSent || held.entry.attempt == entry.attempt
      else { return held.entry.summary }
      let ruling = AttemptRuling(
        attempt, tries: held.entry.tries, stagedAt: held.entry.stagedAt, now: now,
        policy: options.retries, random: environment.random())
      try main.follow(ruling, held)
      if ruling.state != .queued {
        try main.leaveLane(held)
        try main.settle(held, settle)
      }
      return EntryState(id: entry.id, state: ruling.state, reason: ruling.reason)
    }
  }

  package func outbox() throws(ContainerError) -> [OutboxEntry] {
    try read { main throws(ContainerError) in try main.entries(.listedEntries).map(\.entry) }
  }

  package func nextDue() throws(ContainerError) -> Timestamp? {
    try read { main throws(ContainerError) in
      let free = try main.first(.nextDue) { row throws(ContainerError) in try row.time(0) }
      let tried = try main.entries(.triedHeads)
        .filter { ($0.lease?.secondsLeft(in: environment) ?? 0) == 0 }
        .map(\.entry.notBefore).min()
      return [free, tried].compactMap { $0 }.min()
    }
  }

  package func undelivered() throws(ContainerError) -> [UndeliveredReply] {
    try read { main throws(ContainerError) in
      var replies: [UndeliveredReply] = []
      for entry in try main.entries(.refusedEntries) {
        guard let delivery = try main.delivery(entry.inbox) else { continue }
        replies.append(UndeliveredReply(reply: entry.entry, delivery: delivery))
      }
      return replies
    }
  }

  package func handedOver(_ entry: EntryID) throws(ContainerError) {
    try change { main throws(ContainerError) in
      guard let held = try main.entry(entry), held.isUndelivered else { return }
      try main.handOver(held)
      try main.eraseResponseIfDone(held.inbox)
    }
  }
}

extension Connection {
  /// The oldest waiting entries of their lanes that may be due; each is looked at again.
  fileprivate func heads(
    at now: Timestamp, limit: Int, ignoringBackoff: Bool
  ) throws(ContainerError) -> [HeldEntry] {
    let free = try entries(
      ignoringBackoff ? .impatientHeads : .dueHeads, .time(now), .count(limit))
    let known = Set(free.map(\.entry.sequence))
    let tried = try entries(.triedHeads)
    let future = try entries(.headsFromTheFuture, .time(now), .count(limit))
    return free + tried + future.filter { !known.contains($0.entry.sequence) }
  }

  /// Once nothing of a committed delivery waits any more, its outcome gives up its personal text.
  fileprivate func settle(
    _ entry: HeldEntry, _ settle: (StoredOutcome) -> [UInt8]
  ) throws(ContainerError) {
    guard try !hasWaitingEntries(of: entry.inbox) else { return }
    if try isCommitted(entry.inbox) {
      try setOutcome(settle(storedOutcome(of: entry.inbox)), of: entry.inbox)
    }
    try eraseResponseIfDone(entry.inbox)
  }

  private func isCommitted(_ id: Int64) throws(ContainerError) -> Bool {
    try first(.isCommitted, .integer(id)) { row in row.flag(0) } ?? false
  }

  fileprivate func delivery(_ id: Int64) throws(ContainerError) -> Delivery? {
    try first(.delivery, .integer(id)) { row throws(ContainerError) in try row.delivery(0) }
  }
}

extension Query {
  fileprivate static let isCommitted = Query("SELECT phase = 2 FROM inbox WHERE id = ?")
  fileprivate static let delivery = Query("SELECT \(deliveryColumns) FROM inbox WHERE id = ?")
}
