/// When a reply that could not be delivered is tried again, and when it is given up.
package struct RetryPolicy: Sendable {
  /// The most delivery attempts. Default: 20.
  package var tries: Int
  /// Seconds after staging when a reply is given up. Default: 24 hours.
  package var seconds: Double
  /// Seconds before the second attempt; doubled for each further one. Default: 2.
  package var firstDelaySeconds: Double
  /// The longest delay in seconds. Default: 2 hours.
  package var longestDelaySeconds: Double
  /// Seconds to hold an entry back after an attempt without network. Default: 15.
  package var offlineSeconds: Double

  package init(
    tries: Int = 20, seconds: Double = 24 * 3600, firstDelaySeconds: Double = 2,
    longestDelaySeconds: Double = 2 * 3600, offlineSeconds: Double = 15
  ) {
    self.tries = tries
    self.seconds = seconds
    self.firstDelaySeconds = firstDelaySeconds
    self.longestDelaySeconds = longestDelaySeconds
    self.offlineSeconds = offlineSeconds
  }

  /// Seconds to wait after the given number of failed attempts: between half and the whole of the
  /// doubled delay, so that many replies that failed together do not return together. `random` lies
  /// from 0 up to, not including, 1.
  func delaySeconds(afterTries tries: Int, random: Double) -> Double {
    var delay = firstDelaySeconds
    for _ in 1..<max(tries, 2) where tries > 1 && delay < longestDelaySeconds { delay *= 2 }
    return min(delay, longestDelaySeconds) * (0.5 + 0.5 * random)
  }
}
