/// Something about a payload that is most likely not meant, though it can be read.
public struct PayloadFinding: Sendable, Equatable, CustomStringConvertible {
  /// The kind of finding; new ones may be added.
  public struct Code: Sendable, Hashable {
    /// The name by which reports print the code.
    public let rawValue: String

    /// The payload has more bytes than the push service accepts.
    public static let tooLarge = Code(rawValue: "payloadTooLarge")
    /// A top-level key is nearly `Simulator Target Bundle`.
    public static let misspelledTarget = Code(rawValue: "misspelledSimulatorTargetBundle")
    /// A key of `aps` stands beside it.
    public static let misplacedKey = Code(rawValue: "misplacedKey")
    /// A key of `aps` is nearly one that the system knows.
    public static let misspelledKey = Code(rawValue: "misspelledKey")
    /// A silent or Live Activity push has no actions.
    public static let noActions = Code(rawValue: "noActions")
  }

  /// The kind of finding.
  public let code: Code
  /// Where in the payload.
  public let path: JSONPath
  /// One sentence: what is odd, and the cure.
  public let message: String

  /// The place, where there is one, and the message.
  public var description: String {
    path == .root ? message : "\(path): \(message)"
  }

  /// Whether both are the same, texts compared byte by byte.
  public static func == (left: PayloadFinding, right: PayloadFinding) -> Bool {
    left.code == right.code && left.path == right.path
      && left.message.hasSameBytes(as: right.message)
  }
}

extension Payload {
  private static let apsKeys: [Identifier] = [
    "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
    "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "timestamp",
    "event", "content-state", "stale-date", "dismissal-date", "attributes-type", "attributes",
    "url-args",
  ]

  /// The keys that nobody uses for data of their own, and that mean nothing outside `aps`.
  static let plainlyMisplaced: Set<Identifier> = [
    "alert", "content-available", "mutable-content", "thread-id", "interruption-level",
    "relevance-score", "target-content-id", "filter-criteria",
  ]

  /// What is most likely not meant, in the order of the payload's keys.
  public var findings: [PayloadFinding] {
    var findings: [PayloadFinding] = []
    if byteCount > Self.maximumServiceBytes {
      findings.append(
        PayloadFinding(
          code: .tooLarge, path: .root,
          message: "the payload has \(byteCount) bytes; the push service accepts at most "
            + "\(Self.maximumServiceBytes): shorten it"))
    }
    if kind != .alert {
      findings.append(
        PayloadFinding(
          code: .noActions, path: "aps",
          message: kind == .silent
            ? "a silent push shows nothing, so it has no actions"
            : "a Live Activity push has no actions"))
    }
    for member in content.userInfo.members {
      if let finding = Self.finding(atTopLevel: member.name) { findings.append(finding) }
    }
    if case .object(let aps)? = content.userInfo["aps"] {
      findings += aps.members.compactMap { Self.finding(withinAPS: $0.name) }
    }
    return findings
  }

  private static func finding(atTopLevel name: Identifier) -> PayloadFinding? {
    let path = JSONPath.root.member(name.rawValue)
    if plainlyMisplaced.contains(name) {
      return PayloadFinding(
        code: .misplacedKey, path: path,
        message: "\"\(name)\" has its meaning only inside \"aps\"; move it there")
    }
    if NearestName.nearest(to: name, among: [simulatorTargetKey]) != nil {
      return PayloadFinding(
        code: .misspelledTarget, path: path, message: "did you mean \"\(simulatorTargetKey)\"?")
    }
    return nil
  }

  private static func finding(withinAPS name: Identifier) -> PayloadFinding? {
    guard !apsKeys.contains(name),
      let nearest = NearestName.nearest(to: name, among: apsKeys)
    else { return nil }
    return PayloadFinding(
      code: .misspelledKey, path: JSONPath.root.member("aps").member(name.rawValue),
      message: "the system does not know this key; did you mean \"\(nearest)\"?")
  }
}
