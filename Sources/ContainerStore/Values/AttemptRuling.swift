import Notifications

/// What an attempt makes of an entry, by the retry policy; the same for every kind of container.
struct AttemptRuling {
  var state: OutboxEntry.State
  var reason: String?
  /// Attempts so far.
  var tries: Int
  /// The earliest next attempt by our own backoff.
  var backoffUntil: Timestamp
  /// The earliest next attempt by the receiver's `Retry-After`.
  var receiverUntil: Timestamp

  init(
    _ attempt: DeliveryAttempt, tries: Int, stagedAt: Timestamp, now: Timestamp,
    policy: RetryPolicy, random: Double
  ) {
    state = .queued
    self.tries = tries
    backoffUntil = now
    receiverUntil = now
    let isTooOld = stagedAt.advanced(bySeconds: policy.seconds) <= now
    switch attempt {
    case .sent:
      state = .sent
    case .recorded:
      state = .recorded
    case .rejected(let reason):
      state = .rejected
      self.reason = reason
    case .offline:
      self.tries -= 1
      reason = "offline"
      backoffUntil = now.advanced(
        bySeconds: policy.offlineSeconds * (0.5 + 0.5 * random))
      if isTooOld {
        state = .rejected
        reason = "given up after \(Self.hours(policy.seconds)) without network"
      }
    case .retry(let reason, let notBefore):
      self.reason = reason
      backoffUntil = now.advanced(bySeconds: policy.delaySeconds(afterTries: tries, random: random))
      receiverUntil = notBefore ?? now
      if tries >= policy.tries {
        state = .rejected
        self.reason = "given up after \(tries) attempts: \(reason)"
      } else if isTooOld {
        state = .rejected
        self.reason = "given up after \(Self.hours(policy.seconds)): \(reason)"
      }
    }
  }

  private static func hours(_ seconds: Double) -> String {
    seconds < 3600 ? "\(seconds) s" : "\((seconds / 360).rounded() / 10) hours"
  }
}
