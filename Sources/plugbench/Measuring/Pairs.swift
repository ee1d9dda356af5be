/// Two ways to do a job, measured in turn: A B A B, so that whatever else the machine does meets
/// both.
enum Pairs {
  private static let fewest = 15

  /// The ratios of A's time to B's, pair by pair, for about `seconds`.
  ///
  /// Each closure does one batch of its job; one pair before the first that counts warms both up.
  static func ratio(
    seconds: Double, _ a: () async throws -> Void, to b: () async throws -> Void
  ) async throws -> Measurement {
    _ = try await time(a)
    _ = try await time(b)
    var ratios: [Double] = []
    let end = ContinuousClock.now + .seconds(seconds)
    while ratios.count < fewest || ContinuousClock.now < end {
      let one = try await time(a)
      let other = try await time(b)
      ratios.append(one / other)
    }
    return Measurement(medianOf: ratios)
  }

  /// Seconds that the work takes.
  static func time(_ work: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await work()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
