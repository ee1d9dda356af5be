package import Notifications

/// The right to run one delivery and to commit its effects.
///
/// It holds until another process takes the delivery over, which it may once the lease has ended or
/// its owner is gone. Every use of a claim is checked, so a slow loser applies nothing.
package struct Claim: Hashable, Sendable {
  /// How the delivery came to be run.
  package enum Start: Hashable, Sendable {
    /// It was not known before.
    case first
    /// It had ended without effects and was delivered again.
    case afterEnding
    /// It was started before and did not end.
    case takeover
  }

  package var key: DeliveryKey
  /// Counts the claims of this delivery from 1; tells this claim from earlier ones.
  package var attempt: Int
  package var start: Start

  package init(key: DeliveryKey, attempt: Int, start: Start) {
    self.key = key
    self.attempt = attempt
    self.start = start
  }

  /// The same over re-runs and recovery of a delivery.
  package var invocationID: Identifier { key.invocationID }
}

/// Why a delivery is claimed.
package enum ClaimPurpose: Hashable, Sendable {
  /// The system delivered the response, for the first time or again.
  case response
  /// `recover()` found it; the attempt that was seen must still be the last one.
  case recovery(attempt: Int)
}

/// What became of the wish to run a delivery.
package enum ClaimResult: Sendable {
  /// Run it.
  case claimed(Claim)
  /// Its effects are committed; this is final.
  case committed(StoredOutcome)
  /// Somebody runs it; the lease ends in so many seconds unless it is extended.
  case running(leaseSeconds: Double)
  /// For recovery: it ended without effects in the meantime.
  case ended
  /// For recovery: it was started so many times without an ending and is not run again. Report it
  /// and end it with `abandon`.
  case abandoned(starts: Int)
}

/// What the inbox knows of a delivery.
package enum DeliveryState: Sendable {
  case running(leaseSeconds: Double)
  /// Ended without effects: a redelivery runs it again.
  case ended
  case committed(StoredOutcome)
}

/// A committed outcome, with what has become of its replies since.
package struct StoredOutcome: Sendable {
  /// The bytes that the commit, or the settling, gave.
  package var outcome: [UInt8]
  /// The delivery's entries in the order in which they were staged.
  package var entries: [EntryState]

  package init(outcome: [UInt8], entries: [EntryState]) {
    self.outcome = outcome
    self.entries = entries
  }
}

/// A delivery that has started and not ended.
package struct PendingDelivery: Sendable {
  package var delivery: Delivery
  /// The number of the last claim.
  package var attempt: Int
  /// Starts since the last ending.
  package var starts: Int
  /// Seconds until the lease ends; 0 where it has ended or its owner is gone.
  package var leaseSeconds: Double

  package init(delivery: Delivery, attempt: Int, starts: Int, leaseSeconds: Double) {
    self.delivery = delivery
    self.attempt = attempt
    self.starts = starts
    self.leaseSeconds = leaseSeconds
  }
}

/// How long ended deliveries are remembered.
package struct Retention: Sendable {
  /// Seconds after which an ended and settled record is dropped. Default: 7 days.
  package var seconds: Double
  /// The most records that are kept; the oldest ended and settled ones go first. Default: 10,000.
  package var records: Int

  package init(seconds: Double = 7 * 24 * 3600, records: Int = 10_000) {
    self.seconds = seconds
    self.records = records
  }
}
