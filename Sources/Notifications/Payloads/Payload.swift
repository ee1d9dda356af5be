/// A push as the server sends it: the content of an `.apns` file, an object with a top-level `aps`.
///
/// Mirrors Apple's "Generating a remote notification".
public struct Payload: Sendable, Equatable {
  /// What kind of push it is.
  public enum Kind: Sendable, Hashable {
    /// Something a person sees or hears; only this kind can have actions.
    case alert
    /// A background push: `content-available` without alert, badge and sound.
    case silent
    /// Starts, updates or ends a Live Activity.
    case liveActivity
  }

  /// The most bytes that the push service accepts for an alert: 4096. A longer payload is read all
  /// the same, and is a finding.
  public static let maximumServiceBytes = 4096
  /// The key by which a simulator finds the app; not part of `userInfo`.
  public static let simulatorTargetKey: Identifier = "Simulator Target Bundle"

  /// What kind of push it is.
  public let kind: Kind
  /// What the notification shows and carries; `userInfo` is the whole payload, `aps` included,
  /// without `Simulator Target Bundle`.
  public let content: NotificationContent
  /// The app that a simulator is to deliver it to.
  public let simulatorTargetBundle: Identifier?
  /// The request's identifier: `apns-` and the first 32 hexadecimal digits of the SHA-256 of the
  /// file's bytes. The same file always has the same, and two files practically never do.
  public let requestIdentifier: Identifier
  /// The size of the file in bytes.
  public let byteCount: Int

  /// Reads a payload from JSON; refuses what is not JSON (strict unless `lenient`), above a limit,
  /// has no `aps` object, or has a key of `aps` of the wrong type.
  public static func read(
    _ bytes: [UInt8], lenient: Bool = false,
    maximumBytes: Int = ResponseFile.defaultMaximumBytes,
    maximumDepth: Int = ResponseFile.defaultMaximumDepth
  ) throws(JSONError) -> Payload {
    let reader = JSONReader(
      lenient: lenient, maximumDepth: maximumDepth, maximumBytes: maximumBytes,
      subject: "the payload")
    let value = try reader.read(bytes)
    guard case .object(let object) = value else {
      throw JSONFields.wrongType("an object with \"aps\"", value, at: .root)
    }
    return try Payload(object, bytes: bytes)
  }

  init(_ object: JSONObject, bytes: [UInt8]) throws(JSONError) {
    guard let apsValue = object["aps"] else {
      guard let near = Self.misspelledAPS(in: object) else {
        throw JSONError(
          .missingKey, "a payload needs the object \"aps\"; add it", at: "aps")
      }
      throw JSONError(
        .unknownKey, "unknown key \(near.rawValue.quotedForMessage); did you mean \"aps\"?",
        at: JSONPath.root.member(near.rawValue))
    }
    guard case .object(let aps) = apsValue else {
      throw JSONFields.wrongType("an object", apsValue, at: "aps")
    }
    var userInfo = object
    userInfo[Self.simulatorTargetKey] = nil
    if case .string(let name)? = object[Self.simulatorTargetKey] {
      simulatorTargetBundle = Identifier(name)
    } else {
      simulatorTargetBundle = nil
    }
    // Custom keys inside `aps` are ignored by the service and common in samples: all are known.
    let fields = try JSONFields(aps, at: "aps", known: JSONNames(aps.members.map(\.name.rawValue)))
    kind = Self.kind(of: fields)
    var content = try NotificationContent(aps: fields)
    content.userInfo = userInfo
    self.content = content
    let digest = SHA256.hexDigest(of: bytes)
    requestIdentifier = Identifier("apns-" + digest.prefix(32))
    byteCount = bytes.count
  }

  /// The key that was most likely meant to be `aps`.
  private static func misspelledAPS(in object: JSONObject) -> Identifier? {
    NearestName.nearest(to: "aps", among: object.members.map(\.name))
  }

  /// Whether an object without `aps` was most likely meant to be a payload, and not a response.
  ///
  /// - Parameter isNamedSo: Whether its file is called as payloads are.
  static func isMeant(by object: JSONObject, isNamedSo: Bool) -> Bool {
    let ofResponse: [Identifier] = ["actionIdentifier", "notification", "userText"]
    guard !ofResponse.contains(where: { object[$0] != nil }) else { return false }
    return isNamedSo || misspelledAPS(in: object) != nil
      || object.members.contains { plainlyMisplaced.contains($0.name) }
  }

  private static func kind(of aps: JSONFields) -> Kind {
    let isLiveActivity = ["content-state", "attributes-type"].contains { aps.value($0) != nil }
    if isLiveActivity { return .liveActivity }
    let isVisible = ["alert", "badge", "sound"].contains { aps.value($0) != nil }
    let isBackground = [.integer(1), .number(1), .bool(true)].contains(
      aps.value("content-available"))
    return !isVisible && isBackground ? .silent : .alert
  }

  /// The response of a person who picks an action of this push, delivered by push at `now`.
  ///
  /// `text` is what was typed, for an action with text input. Refuses kinds that have no actions.
  public func response(
    action: Identifier, text: String? = nil, now: Timestamp
  ) throws(NotificationError) -> NotificationResponse {
    switch kind {
    case .alert: break
    case .silent:
      throw NotificationError(
        .noActions,
        "a silent push (content-available without alert, badge and sound) shows nothing, so it "
          + "has no actions; give it an alert")
    case .liveActivity:
      throw NotificationError(
        .noActions,
        "a Live Activity push has no actions; use the payload of an alert")
    }
    return NotificationResponse(
      actionIdentifier: action, userText: text,
      notification: DeliveredNotification(
        date: now,
        request: NotificationRequest(
          identifier: requestIdentifier, content: content, trigger: .push)))
  }
}
