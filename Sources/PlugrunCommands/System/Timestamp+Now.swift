import ActionPlugins

extension Timestamp {
  /// The wall clock; a clock set outside of the years that dates can have shows their nearer end.
  static func now() -> Timestamp {
    epoch.advanced(bySeconds: Double(System.wallClockMilliseconds()) / 1000)
  }
}
