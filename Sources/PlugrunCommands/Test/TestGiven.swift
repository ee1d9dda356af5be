import ActionPlugins

/// What a test case starts from: the device, the clock, what is stored, what answers come.
struct TestGiven: Sendable {
  /// What one attempt at a reply leads to.
  struct ReplyAnswer: Sendable, Equatable {
    var result = SendResult.sent
    /// Virtual seconds that it takes.
    var seconds = 0.0
  }

  var isLocked = false
  var answer = Authentication.granted
  var now = Timestamp(wholeSeconds: 1_767_268_800)  // 2026-01-01T12:00:00Z
  var seed: UInt64 = 1
  var language = "en"
  var platform = "ios"
  var own = JSONObject()
  var shared: [(name: Identifier, values: JSONObject)] = []
  var protected = JSONObject()
  var files: [(name: Identifier, text: String)] = []
  /// The answers in order, of which the last one stays; `nil` where there is no sender, so that
  /// replies are recorded.
  var replies: [ReplyAnswer]?
  var functions = CannedHostFunctions.none
  var limits = PluginLimits.default
  /// As the case has it, for reports.
  var written = JSONObject()

  /// Nothing given.
  init() {}

  /// Reads the member `given` of a case.
  init(_ fields: JSONFields) throws(JSONError) {
    written = fields.object
    isLocked = try fields.bool("locked") ?? false
    if let text = try fields.string("authenticate") {
      switch Identifier(text) {
      case "yes": answer = .granted
      case "no": answer = .refused
      default: throw fields.invalid("authenticate", "must be \"yes\" or \"no\"")
      }
    }
    if let text = try fields.string("now") {
      do {
        now = try Timestamp(iso8601: text)
      } catch {
        throw fields.invalid("now", error.message)
      }
    }
    if let number = try fields.integer("seed") {
      guard let number = UInt64(exactly: number) else {
        throw fields.invalid("seed", "must be 0 or more")
      }
      seed = number
    }
    language = try fields.string("language") ?? language
    platform = try fields.string("platform") ?? platform
    try readStored(fields)
    if let value = fields.value("replies") {
      replies = try Self.answers(value, at: fields.path.member("replies"))
    }
    if let value = fields.value("host") {
      functions = try CannedHostFunctions(value, at: fields.path.member("host"))
    }
    try readLimits(fields)
  }

  /// The keys of `given`.
  static let names: JSONNames = [
    "locked", "authenticate", "now", "seed", "language", "platform", "storage", "files", "replies",
    "host", "limits",
  ]

  private mutating func readStored(_ fields: JSONFields) throws(JSONError) {
    if let storage = try fields.fields("storage", known: ["own", "shared", "protected"]) {
      own = try storage.object("own") ?? own
      protected = try storage.object("protected") ?? protected
      shared = try Self.spaces(storage)
    }
    for member in try fields.object("files") ?? JSONObject() {
      let path = fields.path.member("files").member(member.name.rawValue)
      guard case .string(let text) = member.value else {
        throw JSONFields.wrongType("a string, the file's content", member.value, at: path)
      }
      files.append((member.name, text))
    }
  }

  /// The shared spaces that the member `shared` names.
  static func spaces(
    _ storage: JSONFields
  ) throws(JSONError) -> [(name: Identifier, values: JSONObject)] {
    var spaces: [(name: Identifier, values: JSONObject)] = []
    for member in try storage.object("shared") ?? JSONObject() {
      guard case .object(let values) = member.value else {
        throw JSONFields.wrongType(
          "an object, the keys of the space", member.value,
          at: storage.path.member("shared").member(member.name.rawValue))
      }
      spaces.append((member.name, values))
    }
    return spaces
  }

  private mutating func readLimits(_ fields: JSONFields) throws(JSONError) {
    guard let given = try fields.fields("limits", known: ["seconds", "memoryBytes"]) else { return }
    if let seconds = try given.number("seconds") {
      guard (0.001...86400).contains(seconds) else {
        throw given.invalid("seconds", "must be 0.001 to 86400 seconds")
      }
      limits.invocationSeconds = seconds
    }
    if let bytes = try given.integer("memoryBytes") {
      guard (1 << 16...1 << 34).contains(bytes) else {
        throw given.invalid("memoryBytes", "must be 65536 to 17179869184 bytes")
      }
      limits.memoryBytes = Int(bytes)
    }
  }

  private static func answers(
    _ value: JSONValue, at path: JSONPath
  ) throws(JSONError) -> [ReplyAnswer] {
    guard case .array(let items) = value else { return [try answer(value, at: path)] }
    guard !items.isEmpty else {
      throw JSONError(
        .invalidValue, "must hold at least one answer, such as \"sent\" or \"offline\"", at: path)
    }
    var answers: [ReplyAnswer] = []
    for (index, item) in items.enumerated() {
      answers.append(try answer(item, at: path.item(index)))
    }
    return answers
  }

  private static func answer(
    _ value: JSONValue, at path: JSONPath
  ) throws(JSONError) -> ReplyAnswer {
    if case .string(let word) = value {
      switch Identifier(word) {
      case "sent": return ReplyAnswer()
      case "offline": return ReplyAnswer(result: .offline)
      default:
        let near = NearestName.nearest(to: word, among: ["sent", "offline", "rejected", "delay"])
        throw JSONError(
          .invalidValue,
          "must be \"sent\", \"offline\", {\"rejected\": \"reason\"} or {\"delay\": 40}"
            + (near.map { "; did you mean \($0.quotedForMessage)?" } ?? ""), at: path)
      }
    }
    let fields = try JSONFields(value, at: path, known: ["rejected", "delay"])
    var answer = ReplyAnswer()
    if let reason = try fields.string("rejected") { answer.result = .rejected(reason: reason) }
    if let seconds = try fields.number("delay") {
      guard (0...86400).contains(seconds) else {
        throw fields.invalid("delay", "must be 0 to 86400 seconds")
      }
      answer.seconds = seconds
    }
    guard !fields.object.isEmpty else { throw fields.missing("rejected") }
    return answer
  }
}
