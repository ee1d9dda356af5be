import ContainerStore
import Notifications
import Synchronization

/// A container in memory that tells the test of each call before it is made, and throws what the
/// test throws.
final class WatchedContainer: Container {
  /// The calls that tests watch, by the names of the protocol's functions.
  enum Call: Sendable {
    case claim, state, extend, finish, abandon, value, isCurrent, commit, takeTurn, steps, record
    case stageNow, takeDue, recordAttempt, undelivered, handedOver, prune
  }

  typealias Watcher = @Sendable (Call) throws(ContainerError) -> Void

  let inner: InMemoryContainer
  private let watcher = Mutex<Watcher?>(nil)
  private let failureAfterCommit = Mutex<ContainerError?>(nil)

  init(_ inner: InMemoryContainer = InMemoryContainer()) {
    self.inner = inner
  }

  func watch(_ watcher: Watcher?) {
    self.watcher.withLock { $0 = watcher }
  }

  /// Lets the next commit take effect and then fail.
  func failAfterCommit(with error: ContainerError) {
    failureAfterCommit.withLock { $0 = error }
  }

  private func tell(_ call: Call) throws(ContainerError) {
    try watcher.withLock { $0 }?(call)
  }

  func claim(
    _ delivery: Delivery, for purpose: ClaimPurpose, lease: Lease
  ) throws(ContainerError) -> ClaimResult {
    try tell(.claim)
    return try inner.claim(delivery, for: purpose, lease: lease)
  }

  func state(of key: DeliveryKey) throws(ContainerError) -> DeliveryState? {
    try tell(.state)
    return try inner.state(of: key)
  }

  func extend(_ claim: Claim, lease: Lease) throws(ContainerError) -> Bool {
    try tell(.extend)
    return try inner.extend(claim, lease: lease)
  }

  func finish(_ claim: Claim) throws(ContainerError) -> Bool {
    try tell(.finish)
    return try inner.finish(claim)
  }

  func abandon(_ pending: PendingDelivery) throws(ContainerError) -> Bool {
    try tell(.abandon)
    return try inner.abandon(pending)
  }

  func recoverable() throws(ContainerError) -> [PendingDelivery] { try inner.recoverable() }
  func pending() throws(ContainerError) -> [PendingDelivery] { try inner.pending() }

  func prune(now: Timestamp, keep retention: Retention) throws(ContainerError) {
    try tell(.prune)
    try inner.prune(now: now, keep: retention)
  }

  func value(
    _ key: Identifier, in space: Space
  ) throws(ContainerError) -> Versioned<JSONValue>? {
    try tell(.value)
    return try inner.value(key, in: space)
  }

  func keys(in space: Space, prefix: Identifier) throws(ContainerError) -> [Identifier] {
    try inner.keys(in: space, prefix: prefix)
  }

  func file(
    _ name: Identifier, of plugin: Identifier
  ) throws(ContainerError) -> Versioned<[UInt8]>? {
    try inner.file(name, of: plugin)
  }

  func fileNames(
    of plugin: Identifier, prefix: Identifier
  ) throws(ContainerError) -> [Identifier] {
    try inner.fileNames(of: plugin, prefix: prefix)
  }

  func spaces() throws(ContainerError) -> [Space] { try inner.spaces() }

  func plugins() throws(ContainerError) -> [Identifier] { try inner.plugins() }

  func isCurrent(_ reads: ReadSet) throws(ContainerError) -> Bool {
    try tell(.isCurrent)
    return try inner.isCurrent(reads)
  }

  func commit(
    _ transaction: Transaction, outcome: (CommitReceipt) -> [UInt8]
  ) throws(ContainerError) -> CommitResult {
    try tell(.commit)
    let result = try inner.commit(transaction, outcome: outcome)
    let failure = failureAfterCommit.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let failure { throw failure }
    return result
  }

  func takeTurn(
    for keys: Set<TurnKey>, claim: Claim, seconds: Double, waitingSeconds: Double
  ) throws(ContainerError) -> Turn? {
    try tell(.takeTurn)
    return try inner.takeTurn(
      for: keys, claim: claim, seconds: seconds, waitingSeconds: waitingSeconds)
  }

  func end(_ turn: Turn) throws(ContainerError) { try inner.end(turn) }

  func steps(of claim: Claim) throws(ContainerError) -> [RecordedStep] {
    try tell(.steps)
    return try inner.steps(of: claim)
  }

  func record(_ step: RecordedStep, claim: Claim) throws(ContainerError) -> Bool {
    try tell(.record)
    return try inner.record(step, claim: claim)
  }

  func dropSteps(from ordinal: Int, claim: Claim) throws(ContainerError) -> Bool {
    try inner.dropSteps(from: ordinal, claim: claim)
  }

  func stageNow(
    _ entry: StagedEntry, claim: Claim, now: Timestamp
  ) throws(ContainerError) -> StageResult {
    try tell(.stageNow)
    return try inner.stageNow(entry, claim: claim, now: now)
  }

  func takeDue(
    now: Timestamp, only: Set<EntryID>?, limit: Int, lease: Lease, ignoringBackoff: Bool
  ) throws(ContainerError) -> [OutboxEntry] {
    try tell(.takeDue)
    return try inner.takeDue(
      now: now, only: only, limit: limit, lease: lease, ignoringBackoff: ignoringBackoff)
  }

  func record(
    _ attempt: DeliveryAttempt, of entry: OutboxEntry, now: Timestamp,
    settle: (_ outcome: StoredOutcome) -> [UInt8]
  ) throws(ContainerError) -> EntryState {
    try tell(.recordAttempt)
    return try inner.record(attempt, of: entry, now: now, settle: settle)
  }

  func outbox() throws(ContainerError) -> [OutboxEntry] { try inner.outbox() }
  func nextDue() throws(ContainerError) -> Timestamp? { try inner.nextDue() }

  func undelivered() throws(ContainerError) -> [UndeliveredReply] {
    try tell(.undelivered)
    return try inner.undelivered()
  }

  func handedOver(_ entry: EntryID) throws(ContainerError) {
    try tell(.handedOver)
    try inner.handedOver(entry)
  }

  func observe(_ observer: (@Sendable ([StoredKey]) -> Void)?) { inner.observe(observer) }
  func erase(plugin: Identifier) throws(ContainerError) { try inner.erase(plugin: plugin) }
  func eraseAll() throws(ContainerError) { try inner.eraseAll() }
  func suspend() throws(ContainerError) { try inner.suspend() }
}
