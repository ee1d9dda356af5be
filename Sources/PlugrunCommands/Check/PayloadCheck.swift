import ActionPlugins

/// Looks at one payload file.
struct PayloadCheck {
  let file: String
  let bytes: [UInt8]
  /// The categories of all bundles that are checked.
  let categories: [Identifier]
  private(set) var findings: [Finding] = []

  static func findings(
    of file: String, _ bytes: [UInt8], categories: [Identifier]
  ) -> [Finding] {
    var check = PayloadCheck(file: file, bytes: bytes, categories: categories)
    check.run()
    return check.findings
  }

  private init(file: String, bytes: [UInt8], categories: [Identifier]) {
    self.file = file
    self.bytes = bytes
    self.categories = categories
  }

  private mutating func run() {
    let payload: Payload
    do throws(JSONError) {
      payload = try Payload.read(bytes)
    } catch {
      let place = error.path.flatMap { JSONDocument(bytes).position(of: $0) }
      let path = error.path.map { $0 == .root ? "" : "\($0): " } ?? ""
      findings.append(
        Finding(
          .unreadablePayload, in: file, line: error.line ?? place?.line,
          column: error.column ?? place?.column, path + error.message))
      return
    }
    for finding in payload.findings {
      guard let rule = Self.rule(of: finding.code) else { continue }
      report(rule, at: finding.path, finding.message)
    }
    if payload.kind == .alert { checkCategory(payload.content.categoryIdentifier) }
    checkKeys(payload.content.userInfo)
  }

  private static func rule(of code: PayloadFinding.Code) -> CheckRule? {
    switch code {
    case .tooLarge: .payloadTooLarge
    case .misspelledTarget: .misspelledTarget
    case .misplacedKey: .misplacedKey
    case .misspelledKey: .misspelledKey
    case .noActions: .noActions
    default: nil
    }
  }

  private mutating func report(_ rule: CheckRule, at path: JSONPath, _ message: String) {
    let place = JSONDocument(bytes).position(of: path)
    let shown = path == .root ? message : "\(path): \(message)"
    findings.append(
      Finding(rule, in: file, line: place?.line, column: place?.column, shown))
  }

  private static let aps = JSONPath.root.member("aps")

  private mutating func checkCategory(_ category: Identifier) {
    guard !categories.contains(category) else { return }
    guard category != "" else {
      return report(
        .payloadCategory, at: Self.aps, "names no category, so the notification has no actions")
    }
    report(
      .payloadCategory, at: Self.aps.member("category"),
      "no bundle has the category \(category.rawValue.quotedForMessage), so the notification has no "
        + "actions" + category.didYouMean(among: categories))
  }

  /// What belongs into `aps` and stands in its alert.
  private static let ofAPS: [Identifier] = [
    "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
    "interruption-level", "relevance-score", "target-content-id", "filter-criteria",
  ]
  /// What belongs into the alert and stands beside it.
  private static let ofAlert: [Identifier] = [
    "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args",
    "subtitle-loc-key", "subtitle-loc-args", "loc-key", "loc-args",
  ]

  private mutating func checkKeys(_ payload: JSONObject) {
    guard case .object(let aps)? = payload["aps"] else { return }
    if case .object(let alert)? = aps["alert"] {
      for name in Self.ofAPS where alert[name] != nil {
        report(
          .misplacedKey, at: Self.aps.member("alert").member(name.rawValue),
          "has its meaning beside \"alert\", not inside it; move it out")
      }
    }
    for name in Self.ofAlert where aps[name] != nil {
      report(
        .misplacedKey, at: Self.aps.member(name.rawValue),
        "has its meaning only inside \"alert\"; move it there")
    }
    for name: Identifier in ["content-available", "mutable-content"] {
      switch aps[name] {
      case nil, .integer(1)?, .integer(0)?, .null?: continue
      case let value?:
        report(
          .wrongSwitch, at: Self.aps.member(name.rawValue),
          "must be the number 1, got \(value.noun); write 1")
      }
    }
    for member in payload where member.name != "aps" {
      checkQuoted(member.value, at: JSONPath.root.member(member.name.rawValue))
    }
  }

  /// JSON inside a string, as senders make it that encode twice.
  private mutating func checkQuoted(_ value: JSONValue, at path: JSONPath) {
    guard case .string(let text) = value, let first = text.utf8.first,
      first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let inner = try? JSONReader().read(Array(text.utf8))
    else { return }
    switch inner {
    case .object, .array:
      report(
        .quotedJSON, at: path,
        "is JSON inside a string, which a script would have to decode; send it as it is")
    default: return
    }
  }
}

extension JSONValue {
  fileprivate var noun: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer, .number: "another number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
