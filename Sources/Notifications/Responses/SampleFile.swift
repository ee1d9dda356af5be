/// What a file with a sample holds: a response, or an `.apns` payload that needs an action to
/// become one.
public enum SampleFile: Sendable, Equatable {
  /// A response.
  case response(NotificationResponse)
  /// A payload: the file has a top-level `aps`, or was meant to have one.
  case payload(Payload)

  /// Reads either kind; limits and refusals as `ResponseFile.read` and `Payload.read` have them.
  ///
  /// - Parameter isNamedPayload: Whether the file is called as payloads are, `.apns`: what is neither
  ///   kind is then refused as a payload.
  public static func read(
    _ bytes: [UInt8], now: Timestamp, isNamedPayload: Bool = false, lenient: Bool = false,
    maximumBytes: Int = ResponseFile.defaultMaximumBytes,
    maximumDepth: Int = ResponseFile.defaultMaximumDepth
  ) throws(JSONError) -> SampleFile {
    let reader = JSONReader(
      lenient: lenient, maximumDepth: maximumDepth, maximumBytes: maximumBytes,
      subject: "the response")
    let value = try reader.read(bytes)
    if case .object(let object) = value,
      object["aps"] != nil || Payload.isMeant(by: object, isNamedSo: isNamedPayload)
    {
      return .payload(try Payload(object, bytes: bytes))
    }
    return .response(try NotificationResponse(value, now: now))
  }
}
