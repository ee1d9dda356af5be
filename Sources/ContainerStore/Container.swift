package import Notifications

/// Where responses, effects and stored values live, for every process of an app at once.
///
/// All calls are synchronous and may block shortly; call them on a script's thread, never on the
/// cooperative pool. No call keeps a lock, a transaction or a cursor after it has returned. Any
/// process may be killed at any instant: what a call has reported as done stays done, and what it
/// had not finished has not happened.
///
/// Instants come from the caller (`now`, the wall clock); leases and turns run on the boot clock of
/// the container's own environment.
package protocol Container: AnyObject, Sendable {
  // MARK: Inbox

  /// Records a delivery and takes the right to run it.
  func claim(
    _ delivery: Delivery, for purpose: ClaimPurpose, lease: Lease
  ) throws(ContainerError) -> ClaimResult

  /// What is known of a delivery; `nil` where it was never recorded, or is no longer kept.
  func state(of key: DeliveryKey) throws(ContainerError) -> DeliveryState?

  /// Lets the lease end the given time from now. `false`: another process has taken over.
  func extend(_ claim: Claim, lease: Lease) throws(ContainerError) -> Bool

  /// Ends a delivery without effects; a redelivery runs it again. Its recorded steps are dropped,
  /// and its response is erased once no reply of it waits. `false`: another process has taken over.
  func finish(_ claim: Claim) throws(ContainerError) -> Bool

  /// Ends a delivery that recovery will not run (too old, or started too often), so that it is
  /// reported once. `false`: it has changed since it was listed.
  func abandon(_ pending: PendingDelivery) throws(ContainerError) -> Bool

  /// Deliveries that have not ended although their lease has, or their owner is gone; oldest first.
  func recoverable() throws(ContainerError) -> [PendingDelivery]

  /// All deliveries that have not ended; oldest first.
  func pending() throws(ContainerError) -> [PendingDelivery]

  /// Drops records that are ended, settled, and older or more than retention allows, and what logs
  /// still hold of erased text. Worth calling whenever the container is at rest.
  func prune(now: Timestamp, keep retention: Retention) throws(ContainerError)

  // MARK: Reads

  /// A stored value with its version; `nil` where the key is absent.
  func value(
    _ key: Identifier, in space: Space
  ) throws(ContainerError) -> Versioned<JSONValue>?

  /// The keys that start with the bytes of the prefix, sorted by bytes.
  func keys(in space: Space, prefix: Identifier) throws(ContainerError) -> [Identifier]

  /// A file with its version; `nil` where there is none.
  func file(
    _ name: Identifier, of plugin: Identifier
  ) throws(ContainerError) -> Versioned<[UInt8]>?

  /// The file names that start with the bytes of the prefix, sorted by bytes.
  func fileNames(
    of plugin: Identifier, prefix: Identifier
  ) throws(ContainerError) -> [Identifier]

  /// Every space that holds a key. Protected spaces are listed only while they can be read.
  func spaces() throws(ContainerError) -> [Space]

  /// Every plugin of which anything is kept: values, files, responses, replies; sorted by bytes.
  /// Protected values count only while they can be read.
  func plugins() throws(ContainerError) -> [Identifier]

  /// Whether nothing of what was read has changed since. A run that failed on a mixture of old and
  /// new values is told by it from one that failed by itself.
  func isCurrent(_ reads: ReadSet) throws(ContainerError) -> Bool

  // MARK: The one transaction

  /// Applies everything, or nothing.
  ///
  /// Waits (at most 250 ms) while somebody else's turn covers a key that is written.
  ///
  /// - Parameter outcome: called inside, with the final values of increments; gives the outcome
  ///   that a second delivery gets. Not called for a write of the host's own.
  func commit(
    _ transaction: Transaction, outcome: (CommitReceipt) -> [UInt8]
  ) throws(ContainerError) -> CommitResult

  /// Takes a turn for the given keys, waiting for those of others. `nil`: not within that time.
  ///
  /// - Parameters:
  ///   - seconds: how long the turn lasts, at most 0.25.
  ///   - waitingSeconds: how long to wait for others.
  func takeTurn(
    for keys: Set<TurnKey>, claim: Claim, seconds: Double, waitingSeconds: Double
  ) throws(ContainerError) -> Turn?

  /// Ends a turn whose invocation has nothing to commit.
  func end(_ turn: Turn) throws(ContainerError)

  // MARK: Recorded steps

  /// The recorded steps of a delivery, by ordinal.
  func steps(of claim: Claim) throws(ContainerError) -> [RecordedStep]

  /// Records a step; one with the same ordinal is replaced. `false`: another process has taken over.
  func record(_ step: RecordedStep, claim: Claim) throws(ContainerError) -> Bool

  /// Drops the steps from an ordinal on. `false`: another process has taken over.
  func dropSteps(from ordinal: Int, claim: Claim) throws(ContainerError) -> Bool

  // MARK: Outbox

  /// Makes a reply durable before the handler has ended (`sendNow`).
  func stageNow(
    _ entry: StagedEntry, claim: Claim, now: Timestamp
  ) throws(ContainerError) -> StageResult

  /// Takes entries that are due, at most one of each recipient: the oldest that waits. Nobody else
  /// takes them until their attempt is recorded or the lease has ended.
  ///
  /// - Parameters:
  ///   - only: takes none but these.
  ///   - ignoringBackoff: takes those that wait for their next try as well; a receiver's
  ///     `Retry-After` still holds.
  func takeDue(
    now: Timestamp, only: Set<EntryID>?, limit: Int, lease: Lease, ignoringBackoff: Bool
  ) throws(ContainerError) -> [OutboxEntry]

  /// Records how an attempt went and gives the entry's state after it. A reply that has used up its
  /// tries or its time becomes `rejected`.
  ///
  /// - Parameter settle: called inside when nothing of a committed delivery waits any more; gives
  ///   the outcome without personal text.
  func record(
    _ attempt: DeliveryAttempt, of entry: OutboxEntry, now: Timestamp,
    settle: (_ outcome: StoredOutcome) -> [UInt8]
  ) throws(ContainerError) -> EntryState

  /// Entries that wait or were refused, in commit order.
  func outbox() throws(ContainerError) -> [OutboxEntry]

  /// When the next entry is due, of those that nobody is trying; `nil` where none waits.
  func nextDue() throws(ContainerError) -> Timestamp?

  /// Replies that were finally refused and not handed to the host yet, in commit order.
  func undelivered() throws(ContainerError) -> [UndeliveredReply]

  /// The host has the reply: its text, and the response with the last of a delivery, is erased.
  func handedOver(_ entry: EntryID) throws(ContainerError)

  // MARK: The host's side

  /// Called after each change that this object has committed, with what changed.
  func observe(_ observer: (@Sendable ([StoredKey]) -> Void)?)

  /// Removes everything of a plugin: own and protected space, files, inbox, outbox.
  func erase(plugin: Identifier) throws(ContainerError)

  /// Removes everything.
  func eraseAll() throws(ContainerError)

  /// Closes what is open, so that no lock is left when the system suspends the app. The next call
  /// opens it again.
  func suspend() throws(ContainerError)
}
