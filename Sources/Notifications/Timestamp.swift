/// An instant on the wall clock, in whole milliseconds since 1970 (UTC).
///
/// A delivery is told apart by its date in whole milliseconds, so a finer value has no use here.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
  public var millisecondsSince1970: Int64

  /// Wraps milliseconds since 1970.
  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}
