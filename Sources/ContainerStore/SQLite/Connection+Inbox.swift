import Notifications

/// A delivery's record without its content.
struct InboxRecord {
  enum Phase: Int64 {
    case running = 0
    case ended = 1
    case committed = 2
  }

  var id: Int64
  var plugin: Identifier
  var phase: Phase
  var attempt: Int
  var starts: Int
  var lease: LeaseRecord
}

extension Connection {
  func inboxRecord(_ key: DeliveryKey) throws(ContainerError) -> InboxRecord? {
    try first(.inboxRecord, .bytes(key.bytes)) { row throws(ContainerError) in
      guard let phase = InboxRecord.Phase(rawValue: row.integer(2)) else {
        throw .damagedRow("an inbox record in an unknown phase")
      }
      return InboxRecord(
        id: row.integer(0), plugin: row.name(1), phase: phase, attempt: row.count(3),
        starts: row.count(4), lease: row.lease(5))
    }
  }

  /// The record of a claim that still holds.
  func held(_ claim: Claim) throws(ContainerError) -> InboxRecord? {
    guard let record = try inboxRecord(claim.key), record.phase == .running,
      record.attempt == claim.attempt
    else { return nil }
    return record
  }

  func insert(_ delivery: Delivery, _ lease: LeaseRecord) throws(ContainerError) {
    try run(
      .insertDelivery, .bytes(delivery.key.bytes), .name(delivery.plugin), .name(delivery.category),
      .name(delivery.action), .name(delivery.handler), .name(delivery.undelivered),
      .name(delivery.request), .time(delivery.date), .time(delivery.recordedAt),
      .bytes(delivery.response), .process(lease), .processStart(lease), .boot(lease),
      .number(lease.takenAt), .number(lease.endsAt))
  }

  /// The delivery of an ended record came again: it may have been routed elsewhere since.
  func replace(_ id: Int64, with delivery: Delivery) throws(ContainerError) {
    try run(
      .replaceDelivery, .integer(id), .name(delivery.plugin), .name(delivery.category),
      .name(delivery.action), .name(delivery.handler), .time(delivery.recordedAt),
      .bytes(delivery.response))
  }

  func start(_ id: Int64, _ lease: LeaseRecord) throws(ContainerError) {
    try run(
      .startDelivery, .integer(id), .process(lease), .processStart(lease), .boot(lease),
      .number(lease.takenAt), .number(lease.endsAt))
  }

  func extend(_ id: Int64, _ lease: LeaseRecord) throws(ContainerError) {
    try run(
      .extendLease, .integer(id), .process(lease), .processStart(lease), .boot(lease),
      .number(lease.takenAt), .number(lease.endsAt))
  }

  func endWithoutEffects(_ id: Int64) throws(ContainerError) {
    try run(.endDelivery, .integer(id))
    try run(.forgetSteps, .integer(id))
    try eraseResponseIfDone(id)
  }

  /// Ends a delivery with effects; its outcome is final.
  func commitDelivery(_ id: Int64, outcome: [UInt8]) throws(ContainerError) {
    try run(.commitDelivery, .integer(id), .bytes(outcome))
    try run(.forgetSteps, .integer(id))
  }

  func setOutcome(_ outcome: [UInt8], of id: Int64) throws(ContainerError) {
    try run(.setOutcome, .integer(id), .bytes(outcome))
  }

  /// Erases the response of an ended delivery that nothing waits for.
  func eraseResponseIfDone(_ id: Int64) throws(ContainerError) {
    try run(.eraseResponse, .integer(id))
  }

  func storedOutcome(of id: Int64) throws(ContainerError) -> StoredOutcome {
    let outcome = try first(.outcome, .integer(id)) { row in row.bytes(0) }
    return StoredOutcome(outcome: outcome ?? [], entries: try entryStates(of: id))
  }

  func pendingDeliveries(
    in environment: ContainerEnvironment
  ) throws(ContainerError) -> [PendingDelivery] {
    try all(.pendingDeliveries) { row throws(ContainerError) in
      PendingDelivery(
        delivery: try row.delivery(8), attempt: row.count(1), starts: row.count(2),
        leaseSeconds: row.lease(3).secondsLeft(in: environment))
    }
  }

  /// Some of the records that retention does not keep.
  func prunable(
    before oldest: Timestamp, beyond records: Int, limit: Int
  ) throws(ContainerError) -> [Int64] {
    // The row after the last one to keep by number; nothing where there are fewer.
    let last = try first(.recordBeyond, .count(max(records, 0))) { row in row.integer(0) } ?? 0
    // Records are numbered as they come, so most of the time the first one tells.
    let first = try first(.oldestRecord) { row in row.integer(0) }
    guard last > 0 || first.map({ $0 < oldest.milliseconds }) == true else { return [] }
    return try all(.prunable, .integer(last), .time(oldest), .count(limit)) { row in row.integer(0)
    }
  }

  func prune(_ id: Int64) throws(ContainerError) {
    try run(.pruneRecord, .integer(id))
    // Something may wait for the record since it was listed.
    if changes > 0 { try run(.pruneEntries, .integer(id)) }
  }
}

extension Delivery {
  /// The reply that an `undelivered` invocation tells of.
  fileprivate var undelivered: Identifier? {
    if case .undelivered(let entry) = entry { entry.name } else { nil }
  }
}

extension Row {
  /// Five columns: process, its start, boot, taken at, ends at.
  func lease(_ column: Int32) -> LeaseRecord {
    LeaseRecord(
      owner: ProcessIdentity(
        processID: Int32(truncatingIfNeeded: integer(column)),
        startTime: UInt64(bitPattern: integer(column + 1)), bootID: text(column + 2)),
      takenAt: number(column + 3), endsAt: number(column + 4))
  }

  /// The columns of `Query.deliveryColumns`.
  func delivery(_ column: Int32) throws(ContainerError) -> Delivery {
    Delivery(
      key: try deliveryKey(column), plugin: name(column + 1), category: name(column + 2),
      action: name(column + 3), handler: name(column + 4),
      entry: optionalName(column + 5).map { .undelivered(EntryID($0)) } ?? .handle,
      request: name(column + 6), date: try time(column + 7), response: bytes(column + 9),
      recordedAt: try time(column + 8))
  }
}

extension Bound {
  static func process(_ lease: LeaseRecord) -> Bound { .integer(Int64(lease.owner.processID)) }
  static func processStart(_ lease: LeaseRecord) -> Bound {
    .integer(Int64(bitPattern: lease.owner.startTime))
  }
  static func boot(_ lease: LeaseRecord) -> Bound { .text(lease.owner.bootID) }
}

extension Query {
  static let deliveryColumns = """
    inbox.key, inbox.plugin, inbox.category, inbox.action, inbox.handler, inbox.undelivered, \
    inbox.request, inbox.date, inbox.recorded_at, inbox.response
    """
  private static let leaseColumns = "process, process_start, boot, taken_at, ends_at"

  fileprivate static let inboxRecord = Query(
    "SELECT id, plugin, phase, attempt, starts, \(leaseColumns) FROM inbox WHERE key = ?")
  fileprivate static let insertDelivery = Query(
    """
    INSERT INTO inbox(key, plugin, category, action, handler, undelivered, request, date, recorded_at,
      response, process, process_start, boot, taken_at, ends_at, phase, attempt, starts, outcome)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1, 1, x'')
    """)
  fileprivate static let replaceDelivery = Query(
    """
    UPDATE inbox SET plugin = ?2, category = ?3, action = ?4, handler = ?5, recorded_at = ?6,
      response = ?7 WHERE id = ?1
    """)
  fileprivate static let startDelivery = Query(
    """
    UPDATE inbox SET phase = 0, attempt = attempt + 1, starts = starts + 1, process = ?2,
      process_start = ?3, boot = ?4, taken_at = ?5, ends_at = ?6 WHERE id = ?1
    """)
  fileprivate static let extendLease = Query(
    """
    UPDATE inbox SET process = ?2, process_start = ?3, boot = ?4, taken_at = ?5, ends_at = ?6
    WHERE id = ?1
    """)
  fileprivate static let endDelivery = Query("UPDATE inbox SET phase = 1, starts = 0 WHERE id = ?")
  fileprivate static let commitDelivery = Query(
    "UPDATE inbox SET phase = 2, starts = 0, outcome = ?2 WHERE id = ?1")
  fileprivate static let setOutcome = Query("UPDATE inbox SET outcome = ?2 WHERE id = ?1")
  fileprivate static let outcome = Query("SELECT outcome FROM inbox WHERE id = ?")
  fileprivate static let forgetSteps = Query("DELETE FROM steps WHERE delivery = ?")
  fileprivate static let pendingDeliveries = Query(
    """
    SELECT id, attempt, starts, \(leaseColumns), \(deliveryColumns) FROM inbox
    WHERE phase = 0 ORDER BY id
    """)

  /// An entry that waits, or a refused reply that the host has not been given.
  private static let openEntry =
    "(state = 0 OR (state = 2 AND kind = 0 AND is_handed_over = 0))"

  fileprivate static let eraseResponse = Query(
    """
    UPDATE inbox SET response = x'' WHERE id = ?1 AND phase <> 0
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE delivery = ?1 AND \(openEntry))
    """)
  fileprivate static let recordBeyond = Query(
    "SELECT id FROM inbox ORDER BY id DESC LIMIT 1 OFFSET ?")
  private static let isDone = """
    inbox.phase <> 0
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE delivery = inbox.id AND \(openEntry))
    """
  fileprivate static let oldestRecord = Query("SELECT recorded_at FROM inbox ORDER BY id LIMIT 1")
  fileprivate static let prunable = Query(
    "SELECT id FROM inbox WHERE (id <= ?1 OR recorded_at < ?2) AND \(isDone) ORDER BY id LIMIT ?3")
  fileprivate static let pruneRecord = Query("DELETE FROM inbox WHERE id = ? AND \(isDone)")
  fileprivate static let pruneEntries = Query("DELETE FROM outbox WHERE delivery = ?")
}
