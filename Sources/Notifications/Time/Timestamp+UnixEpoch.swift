extension Timestamp {
  /// 1970-01-01T00:00:00Z.
  public static let unixEpoch = Timestamp(checked: 0)
}
