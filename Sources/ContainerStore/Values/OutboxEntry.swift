package import Notifications

/// The identifier of one reply or notification, given by who stages it; never used twice.
///
/// It is the idempotency key of a reply.
package struct EntryID: Hashable, Sendable {
  package var name: Identifier

  package init(_ name: Identifier) {
    self.name = name
  }
}

/// What a script asked to be sent or shown, to be made durable with its other effects.
package struct StagedEntry: Sendable {
  package enum Kind: Int, Hashable, Sendable {
    case reply = 0
    /// A local notification, its removal, or a badge.
    case notification = 1
  }

  package var id: EntryID
  package var kind: Kind
  /// The script's own key: repeated within a delivery it means the first entry.
  package var key: Identifier?
  /// Whom a reply is for; `nil` where the notification has no thread. Replies to one recipient are
  /// delivered in commit order; those without one, and notifications, in the order of their plugin.
  package var recipient: Identifier?
  /// The content as JSON.
  package var content: [UInt8]

  package init(
    id: EntryID, kind: Kind, key: Identifier? = nil, recipient: Identifier? = nil, content: [UInt8]
  ) {
    self.id = id
    self.kind = kind
    self.key = key
    self.recipient = recipient
    self.content = content
  }
}

/// A durable reply or notification.
package struct OutboxEntry: Sendable {
  package enum State: Int, Hashable, Sendable {
    case queued = 0
    case sent = 1
    /// Finally refused, or given up.
    case rejected = 2
    /// Kept and shown, because no sender is configured.
    case recorded = 3
  }

  package var entry: StagedEntry
  package var delivery: DeliveryKey
  package var plugin: Identifier
  /// Commit order within the container.
  package var sequence: Int64
  package var stagedAt: Timestamp
  package var state: State
  /// Why it was refused, or why the last try failed.
  package var reason: String?
  /// Delivery attempts so far, this one included; being offline is none.
  package var tries: Int
  /// The earliest time of the next attempt.
  package var notBefore: Timestamp
  /// Staged by `sendNow`, durable before the handler ended.
  package var isNow: Bool
  /// Tells this attempt from earlier and later ones; given by `takeDue`.
  package var attempt: Int64

  package var id: EntryID { entry.id }

  package init(
    entry: StagedEntry, delivery: DeliveryKey, plugin: Identifier, sequence: Int64,
    stagedAt: Timestamp, state: State, reason: String?, tries: Int, notBefore: Timestamp,
    isNow: Bool, attempt: Int64
  ) {
    self.entry = entry
    self.delivery = delivery
    self.plugin = plugin
    self.sequence = sequence
    self.stagedAt = stagedAt
    self.state = state
    self.reason = reason
    self.tries = tries
    self.notBefore = notBefore
    self.isNow = isNow
    self.attempt = attempt
  }
}

/// What has become of one entry; holds no personal text.
package struct EntryState: Sendable {
  package var id: EntryID
  package var state: OutboxEntry.State
  package var reason: String?

  package init(id: EntryID, state: OutboxEntry.State, reason: String? = nil) {
    self.id = id
    self.state = state
    self.reason = reason
  }
}

/// How one delivery attempt went.
package enum DeliveryAttempt: Sendable {
  case sent
  /// No sender is configured: kept and shown, never tried again.
  case recorded
  /// It failed for now. The receiver's `Retry-After`, where it gave one, is honoured on top of the
  /// container's own backoff.
  case retry(reason: String, notBefore: Timestamp?)
  /// There is no network; not a try, and held back for `RetryPolicy.offlineSeconds`.
  case offline
  case rejected(reason: String)
}

/// What became of the wish to make an entry durable at once.
package enum StageResult: Sendable {
  case staged(EntryID)
  /// The delivery has an entry with this key already: this is the first one.
  case existing(EntryState)
  /// Another process took the delivery over.
  case leaseLost
}

/// A reply that was finally refused and has not been handed to the host yet.
package struct UndeliveredReply: Sendable {
  package var reply: OutboxEntry
  /// The delivery that staged it, with its response.
  package var delivery: Delivery

  package init(reply: OutboxEntry, delivery: Delivery) {
    self.reply = reply
    self.delivery = delivery
  }
}
