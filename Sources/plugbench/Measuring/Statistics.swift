/// Order statistics of samples.
struct Statistics {
  private let sorted: [Double]

  init(_ samples: [Double]) {
    sorted = samples.sorted()
  }

  /// The quantile by linear interpolation between the nearest samples; not a number without any.
  func quantile(_ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = min(max(share, 0), 1) * Double(last)
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }

  var interquartileRange: Double { quantile(0.75) - quantile(0.25) }
}
