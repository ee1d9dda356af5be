package import Notifications

extension InMemoryContainer {
  package func stageNow(
    _ entry: StagedEntry, claim: Claim, now: Timestamp
  ) throws(ContainerError) -> StageResult {
    state.withLock { state in
      guard state.holds(claim) else { return .leaseLost }
      let first = state.stage(entry, of: claim.key, isNow: true, now: now)
      return first.map { .existing($0) } ?? .staged(entry.id)
    }
  }

  package func takeDue(
    now: Timestamp, only: Set<EntryID>?, limit: Int, lease: Lease, ignoringBackoff: Bool
  ) throws(ContainerError) -> [OutboxEntry] {
    let lease = LeaseRecord(lease, in: environment)
    return state.withLock { state in
      let heads = state.lanes.values.compactMap { $0.first.flatMap { state.outbox[$0] } }
      let due = heads.filter { head in
        (only?.contains(head.entry.id) ?? true)
          && head.isDue(at: now, ignoringBackoff: ignoringBackoff)
          && (head.lease?.secondsLeft(in: environment) ?? 0) == 0
      }
      return due.sorted { $0.entry.sequence < $1.entry.sequence }.prefix(max(limit, 0)).map {
        head in
        var head = head
        head.lease = lease
        head.triedAt = now
        head.entry.tries += 1
        head.entry.attempt += 1
        state.outbox[head.entry.id] = head
        return head.entry
      }
    }
  }

  package func record(
    _ attempt: DeliveryAttempt, of entry: OutboxEntry, now: Timestamp,
    settle: (_ outcome: StoredOutcome) -> [UInt8]
  ) throws(ContainerError) -> EntryState {
    state.withLock { state in
      guard var held = state.outbox[entry.id] else {
        return EntryState(id: entry.id, state: .rejected, reason: "erased")
      }
      guard held.entry.state == .queued, attempt.isSent || held.entry.attempt == entry.attempt
      else { return held.entry.summary }
      let ruling = AttemptRuling(
        attempt, tries: held.entry.tries, stagedAt: held.entry.stagedAt, now: now, policy: retries,
        random: environment.random())
      held.follow(ruling)
      state.outbox[entry.id] = held
      if held.entry.state != .queued { state.settleEntry(held, settle) }
      return held.entry.summary
    }
  }

  package func outbox() throws(ContainerError) -> [OutboxEntry] {
    state.withLock { state in
      state.outbox.values.map(\.entry)
        .filter { $0.state == .queued || $0.state == .rejected }
        .sorted { $0.sequence < $1.sequence }
    }
  }

  package func nextDue() throws(ContainerError) -> Timestamp? {
    state.withLock { state in
      state.lanes.values.compactMap { $0.first.flatMap { state.outbox[$0] } }
        .filter { ($0.lease?.secondsLeft(in: environment) ?? 0) == 0 }
        .map(\.entry.notBefore).min()
    }
  }

  package func undelivered() throws(ContainerError) -> [UndeliveredReply] {
    state.withLock { state in
      state.outbox.values.filter(\.isUndelivered)
        .sorted { $0.entry.sequence < $1.entry.sequence }
        .compactMap { entry in
          guard let record = state.inbox[entry.entry.delivery], !record.isRunning else {
            return nil
          }
          return UndeliveredReply(reply: entry.entry, delivery: record.delivery)
        }
    }
  }

  package func handedOver(_ entry: EntryID) throws(ContainerError) {
    state.withLock { state in
      guard let held = state.outbox[entry], held.isUndelivered else { return }
      state.outbox[entry]?.isHandedOver = true
      state.outbox[entry]?.entry.entry.content = []
      state.eraseResponseIfDone(held.entry.delivery)
    }
  }
}

extension MemoryState {
  /// The entries of a delivery in the order in which they were staged.
  func entries(of key: DeliveryKey) -> [OutboxEntry] {
    (inbox[key]?.entries ?? []).compactMap { outbox[$0]?.entry }
  }

  /// Nothing of the delivery waits to be delivered.
  func isSettled(_ key: DeliveryKey) -> Bool {
    entries(of: key).allSatisfy { $0.state != .queued }
  }

  /// The host has yet to be given a reply of the delivery.
  func hasUndelivered(_ key: DeliveryKey) -> Bool {
    (inbox[key]?.entries ?? []).contains { outbox[$0]?.isUndelivered == true }
  }

  /// Queues an entry; gives the earlier one where the delivery has used its key or id before.
  mutating func stage(
    _ entry: StagedEntry, of key: DeliveryKey, isNow: Bool, now: Timestamp
  ) -> EntryState? {
    guard let plugin = inbox[key]?.delivery.plugin else { return nil }
    if let same = outbox[entry.id]?.entry { return same.summary }
    let first = entries(of: key).first { entry.key != nil && $0.entry.key == entry.key }
    if let first { return first.summary }
    let lane = Lane(entry, plugin: plugin)
    outbox[entry.id] = MemoryEntry(
      entry: OutboxEntry(
        entry: entry, delivery: key, plugin: plugin, sequence: nextNumber(), stagedAt: now,
        state: .queued, reason: nil, tries: 0, notBefore: now, isNow: isNow, attempt: 0),
      lane: lane, backoffUntil: now, receiverUntil: now)
    lanes[lane, default: []].append(entry.id)
    inbox[key]?.entries.append(entry.id)
    return nil
  }

  mutating func removeEntry(_ id: EntryID) {
    guard let entry = outbox.removeValue(forKey: id) else { return }
    leaveLane(entry)
  }

  private mutating func leaveLane(_ entry: MemoryEntry) {
    lanes[entry.lane]?.removeAll { $0 == entry.entry.id }
    if lanes[entry.lane]?.isEmpty == true { lanes[entry.lane] = nil }
  }

  mutating func settleEntry(_ entry: MemoryEntry, _ settle: (StoredOutcome) -> [UInt8]) {
    leaveLane(entry)
    if !entry.isUndelivered { outbox[entry.entry.id]?.entry.entry.content = [] }
    let key = entry.entry.delivery
    guard isSettled(key), let phase = inbox[key]?.phase else { return }
    if case .committed(let outcome) = phase {
      let settled = settle(stored(outcome, of: key))
      inbox[key]?.phase = .committed(outcome: settled)
    }
    eraseResponseIfDone(key)
  }
}

extension MemoryEntry {
  /// Refused, with its text still to be given to the host.
  var isUndelivered: Bool {
    entry.state == .rejected && entry.entry.kind == .reply && !isHandedOver
  }

  func isDue(at now: Timestamp, ignoringBackoff: Bool) -> Bool {
    // A wall clock that was set back must not hold an entry for long.
    guard let triedAt, triedAt <= now else { return true }
    return receiverUntil <= now && (ignoringBackoff || backoffUntil <= now)
  }

  mutating func follow(_ ruling: AttemptRuling) {
    entry.state = ruling.state
    entry.reason = ruling.reason
    entry.tries = ruling.tries
    backoffUntil = ruling.backoffUntil
    receiverUntil = ruling.receiverUntil
    entry.notBefore = max(backoffUntil, receiverUntil)
    lease = nil
  }
}
