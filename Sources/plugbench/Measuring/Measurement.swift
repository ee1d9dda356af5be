/// What a row came to: the middle of what was measured, and how far it scattered.
struct Measurement: Sendable {
  let value: Double
  /// The interquartile range.
  let spread: Double

  init(value: Double, spread: Double) {
    self.value = value
    self.spread = spread
  }

  /// The median of the samples and their interquartile range.
  init(medianOf samples: [Double]) {
    let statistics = Statistics(samples)
    self.init(value: statistics.quantile(0.5), spread: statistics.interquartileRange)
  }
}
