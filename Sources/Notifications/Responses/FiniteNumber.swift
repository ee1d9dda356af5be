/// A floating-point number that is neither NaN nor infinite, and so has a JSON form.
public struct FiniteNumber: Sendable, Hashable {
  /// The number.
  public let value: Double

  /// Zero.
  public static let zero = FiniteNumber(checked: 0)

  /// Wraps a number; nil for NaN and infinities.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.value = value
  }

  private init(checked value: Double) {
    self.value = value
  }
}
