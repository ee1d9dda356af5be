import Notifications

extension Timestamp {
  /// The wall clock; a clock set outside of the years that dates can have shows their nearer end.
  static func now() -> Timestamp {
    unixEpoch.advanced(bySeconds: Double(System.wallClockMilliseconds()) / 1000)
  }
}
