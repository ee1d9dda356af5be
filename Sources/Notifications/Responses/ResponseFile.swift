/// A sample response in JSON: the shape of `NotificationResponse.recordedValue`, in which a date
/// and every field of the content but `content` itself may be left out.
public enum ResponseFile {
  /// The largest response that is read unless told otherwise: 256 KiB.
  public static let defaultMaximumBytes = 262_144
  /// The deepest nesting that is read unless told otherwise.
  public static let defaultMaximumDepth = 64

  /// Reads a response; a date that is absent is `now`. Refuses what is not JSON (strict unless
  /// `lenient`), above a limit, or not of the shape, with the place and the cure.
  public static func read(
    _ bytes: [UInt8], now: Timestamp, lenient: Bool = false,
    maximumBytes: Int = defaultMaximumBytes, maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONError) -> NotificationResponse {
    let sample = try SampleFile.read(
      bytes, now: now, lenient: lenient, maximumBytes: maximumBytes, maximumDepth: maximumDepth)
    switch sample {
    case .response(let response): return response
    case .payload:
      throw JSONError(
        .invalidValue,
        "this is an .apns payload, not a response; say which action was picked", at: "aps")
    }
  }
}
