import Notifications

extension Connection {
  /// The states of a delivery's entries in the order in which they were staged.
  func entryStates(of delivery: Int64) throws(ContainerError) -> [EntryState] {
    try all(.entryStates, .integer(delivery)) { row throws(ContainerError) in
      try row.entryState()
    }
  }

  /// Whether an entry of the delivery waits to be delivered.
  func hasWaitingEntries(of delivery: Int64) throws(ContainerError) -> Bool {
    try first(.waitingEntry, .integer(delivery)) { _ in true } ?? false
  }

  /// Queues an entry; gives the earlier one where the delivery has used its key or id before.
  func stage(
    _ entry: StagedEntry, of record: InboxRecord, isNow: Bool, now: Timestamp
  ) throws(ContainerError) -> EntryState? {
    let earlier = try first(
      .earlierEntry, .name(entry.id.name), .integer(record.id), .name(entry.key)
    ) { row throws(ContainerError) in try row.entryState() }
    if let earlier { return earlier }
    let lane = Lane(entry, plugin: record.plugin)
    let isWaitedFor = try first(.laneHead, .text(lane.name)) { _ in true } ?? false
    try run(
      .stageEntry, .name(entry.id.name), .integer(record.id), .name(record.plugin),
      .integer(Int64(entry.kind.rawValue)), .name(entry.key), .name(entry.recipient),
      .text(lane.name), .flag(isNow), .time(now), .flag(!isWaitedFor), .bytes(entry.content))
    return nil
  }

  func entries(_ query: Query, _ values: Bound...) throws(ContainerError) -> [HeldEntry] {
    let read = { (row: borrowing Row) throws(ContainerError) -> HeldEntry in try row.heldEntry() }
    switch values.count {
    case 0: return try all(query, read: read)
    case 1: return try all(query, values[0], read: read)
    default: return try all(query, values[0], values[1], read: read)
    }
  }

  func entry(_ id: EntryID) throws(ContainerError) -> HeldEntry? {
    try entries(.entry, .name(id.name)).first
  }

  func entries(_ ids: Set<EntryID>) throws(ContainerError) -> [HeldEntry] {
    var found: [HeldEntry] = []
    for id in ids {
      if let entry = try entry(id) { found.append(entry) }
    }
    return found
  }

  /// Marks an entry as being tried.
  func take(
    _ entry: HeldEntry, _ lease: LeaseRecord, now: Timestamp
  ) throws(ContainerError) -> OutboxEntry {
    try run(
      .takeEntry, .integer(entry.entry.sequence), .process(lease), .processStart(lease),
      .boot(lease), .number(lease.takenAt), .number(lease.endsAt), .time(now))
    var taken = entry.entry
    taken.tries += 1
    taken.attempt += 1
    return taken
  }

  func follow(_ ruling: AttemptRuling, _ entry: HeldEntry) throws(ContainerError) {
    try run(
      .ruleEntry, .integer(entry.entry.sequence), .integer(Int64(ruling.state.rawValue)),
      .text(ruling.reason), .count(ruling.tries), .time(ruling.backoffUntil),
      .time(ruling.receiverUntil))
  }

  /// Takes a settled entry out of its lane, erases it unless the host is to have it, and lets the
  /// next one of the lane go.
  func leaveLane(_ entry: HeldEntry) throws(ContainerError) {
    try run(.settleEntry, .integer(entry.entry.sequence))
    try promote(entry.lane)
  }

  /// Makes the oldest waiting entry of a lane its head.
  private func promote(_ lane: [UInt8]) throws(ContainerError) {
    try run(.promote, .bytes(lane))
  }

  func handOver(_ entry: HeldEntry) throws(ContainerError) {
    try run(.handOver, .integer(entry.entry.sequence))
  }

  func eraseOutbox(of plugin: Identifier) throws(ContainerError) {
    let lanes = try all(.headLanes, .name(plugin)) { row in row.bytes(0) }
    try run(.eraseEntries, .name(plugin))
    for lane in lanes { try promote(lane) }
  }
}

/// An outbox entry with what only the container knows of it.
struct HeldEntry {
  var entry: OutboxEntry
  var inbox: Int64
  var lane: [UInt8]
  var isHead: Bool
  var receiverUntil: Timestamp
  var touchedAt: Timestamp
  /// Who tries it.
  var lease: LeaseRecord?
  var isHandedOver: Bool

  /// Refused, with its text still to be given to the host.
  var isUndelivered: Bool {
    entry.state == .rejected && entry.entry.kind == .reply && !isHandedOver
  }

  func isDue(at now: Timestamp, ignoringBackoff: Bool) -> Bool {
    // A wall clock that was set back must not hold an entry for long.
    if entry.tries == 0 || now < touchedAt { return true }
    return receiverUntil <= now && (ignoringBackoff || entry.notBefore <= now)
  }
}

extension Row {
  fileprivate func state(_ column: Int32) throws(ContainerError) -> OutboxEntry.State {
    guard let state = OutboxEntry.State(rawValue: count(column)) else {
      throw .damagedRow("an outbox entry in an unknown state")
    }
    return state
  }

  /// The columns id, state, reason.
  fileprivate func entryState() throws(ContainerError) -> EntryState {
    EntryState(
      id: EntryID(name(0)), state: try state(1), reason: isNull(2) ? nil : text(2))
  }

  /// The columns of `Query.entryColumns`.
  fileprivate func heldEntry() throws(ContainerError) -> HeldEntry {
    guard let kind = StagedEntry.Kind(rawValue: count(3)) else {
      throw .damagedRow("an outbox entry of an unknown kind")
    }
    let staged = StagedEntry(
      id: EntryID(name(0)), kind: kind, key: optionalName(4), recipient: optionalName(5),
      content: bytes(6))
    let entry = OutboxEntry(
      entry: staged, delivery: try deliveryKey(1), plugin: name(2), sequence: integer(7),
      stagedAt: try time(8), state: try state(9), reason: isNull(10) ? nil : text(10),
      tries: count(11), notBefore: max(try time(12), try time(18)), isNow: flag(13),
      attempt: integer(14))
    return HeldEntry(
      entry: entry, inbox: integer(15), lane: bytes(16), isHead: flag(17),
      receiverUntil: try time(18), touchedAt: try time(19),
      lease: isNull(21) ? nil : lease(21), isHandedOver: flag(20))
  }
}

extension Query {
  private static let entryColumns = """
    outbox.id, inbox.key, outbox.plugin, outbox.kind, outbox.key, outbox.recipient, outbox.content, \
    outbox.sequence, outbox.staged_at, outbox.state, outbox.reason, outbox.tries, outbox.backoff_until, \
    outbox.is_now, outbox.attempt, outbox.delivery, outbox.lane, outbox.is_head, \
    outbox.receiver_until, outbox.touched_at, outbox.is_handed_over, outbox.process, \
    outbox.process_start, outbox.boot, outbox.taken_at, outbox.ends_at
    """
  private static let entryRows =
    "SELECT \(entryColumns) FROM outbox JOIN inbox ON inbox.id = outbox.delivery"

  fileprivate static let entryStates = Query(
    "SELECT id, state, reason FROM outbox WHERE delivery = ? ORDER BY sequence")
  fileprivate static let waitingEntry = Query(
    "SELECT 1 FROM outbox WHERE delivery = ? AND state = 0 LIMIT 1")
  fileprivate static let earlierEntry = Query(
    """
    SELECT id, state, reason FROM outbox WHERE id = ?1
    UNION ALL SELECT id, state, reason FROM outbox WHERE delivery = ?2 AND key = ?3 LIMIT 1
    """)
  fileprivate static let laneHead = Query(
    "SELECT 1 FROM outbox WHERE lane = ? AND state = 0 LIMIT 1")
  fileprivate static let stageEntry = Query(
    """
    INSERT INTO outbox(id, delivery, plugin, kind, key, recipient, lane, is_now, staged_at,
      backoff_until, receiver_until, due_at, touched_at, is_head, content)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?9, 0, ?9, ?10, ?11)
    """)
  static let entry = Query("\(entryRows) WHERE outbox.id = ?")
  static let listedEntries = Query(
    "\(entryRows) WHERE outbox.state IN (0, 2) ORDER BY outbox.sequence")
  static let refusedEntries = Query(
    """
    \(entryRows) WHERE outbox.state = 2 AND outbox.kind = 0 AND outbox.is_handed_over = 0
      AND inbox.phase <> 0 ORDER BY outbox.sequence
    """)
  static let triedHeads = Query(
    "\(entryRows) WHERE outbox.is_head = 1 AND outbox.process IS NOT NULL ORDER BY outbox.sequence")
  static let dueHeads = Query(
    """
    \(entryRows) WHERE outbox.is_head = 1 AND outbox.process IS NULL AND outbox.due_at <= ?1
    ORDER BY outbox.due_at, outbox.sequence LIMIT ?2
    """)
  static let impatientHeads = Query(
    """
    \(entryRows) WHERE outbox.is_head = 1 AND outbox.process IS NULL AND outbox.receiver_until <= ?1
    ORDER BY outbox.due_at, outbox.sequence LIMIT ?2
    """)
  static let headsFromTheFuture = Query(
    """
    \(entryRows) WHERE outbox.is_head = 1 AND outbox.process IS NULL AND outbox.tries > 0
      AND outbox.touched_at > ?1
    ORDER BY outbox.touched_at LIMIT ?2
    """)
  static let nextDue = Query(
    """
    SELECT max(due_at, staged_at) FROM outbox WHERE is_head = 1 AND process IS NULL
    ORDER BY due_at, sequence LIMIT 1
    """)
  fileprivate static let takeEntry = Query(
    """
    UPDATE outbox SET process = ?2, process_start = ?3, boot = ?4, taken_at = ?5, ends_at = ?6,
      touched_at = ?7, tries = tries + 1, attempt = attempt + 1 WHERE sequence = ?1
    """)
  fileprivate static let ruleEntry = Query(
    """
    UPDATE outbox SET state = ?2, reason = ?3, tries = ?4, backoff_until = ?5, receiver_until = ?6,
      due_at = max(?5, ?6), process = NULL WHERE sequence = ?1
    """)
  fileprivate static let settleEntry = Query(
    """
    UPDATE outbox SET is_head = 0,
      content = CASE WHEN state = 2 AND kind = 0 THEN content ELSE x'' END WHERE sequence = ?
    """)
  fileprivate static let promote = Query(
    """
    UPDATE outbox SET is_head = 1
    WHERE sequence = (SELECT min(sequence) FROM outbox WHERE lane = ? AND state = 0)
    """)
  fileprivate static let handOver = Query(
    "UPDATE outbox SET is_handed_over = 1, content = x'' WHERE sequence = ?")
  fileprivate static let headLanes = Query(
    "SELECT lane FROM outbox WHERE plugin = ? AND is_head = 1")
  fileprivate static let eraseEntries = Query("DELETE FROM outbox WHERE plugin = ?")
}
