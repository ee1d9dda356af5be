import ActionPlugins

/// What a case expects; only what it names is compared.
struct TestExpectation: Sendable {
  /// The member `expect` as the case has it, checked.
  let object: JSONObject
  /// The way to it in the file.
  let path: JSONPath

  /// Members that are compared whole with the outcome's of the same name.
  static let plainNames = [
    "outcome", "completion", "open", "result", "userText", "expired", "reason", "nearest",
    "attempts", "handler", "plugin", "category", "action", "logDropped",
  ]
  /// Members that are lists: compared in full length and order, each element by its named members.
  static let lists: [(name: String, members: JSONNames, shown: [String])] = [
    (
      "replies", ["id", "key", "to", "text", "userInfo", "state", "reason", "now"],
      ["text", "state"]
    ),
    (
      "sentBeforeOutcome", ["id", "key", "to", "text", "userInfo", "state", "reason", "now"],
      ["text", "state"]
    ),
    (
      "notifications", ["kind", "identifier", "title", "body", "after", "badge", "state"],
      ["kind", "title", "body"]
    ),
    ("log", ["level", "message", "contains", "fields", "attempt"], ["level", "message"]),
  ]

  private static let names = JSONNames(
    plainNames + lists.map(\.name)
      + ["storage", "files", "error", "budget", "memory", "undelivered"])
  /// What can be expected of a reply's `undelivered`; what it stored is among all that is stored.
  private static let undeliveredNames: JSONNames = ["outcome", "error", "notifications", "log"]
  static let storageNames: JSONNames = ["own", "shared", "protected", "partial"]

  /// Refuses what no outcome could be compared with.
  init(_ object: JSONObject, at path: JSONPath) throws(JSONError) {
    let fields = try JSONFields(object, at: path, known: Self.names)
    self.object = object
    self.path = path
    guard !object.isEmpty else {
      throw JSONError(
        .invalidValue, "expects nothing; name at least \"outcome\"", at: path)
    }
    try Self.checkWord(fields, "outcome", Outcome.Kind.self)
    try Self.checkWord(fields, "completion", Outcome.Completion.self)
    for list in Self.lists {
      for element in try fields.list(list.name, known: list.members) ?? [] {
        _ = try element.string("contains")
        switch list.name {
        case "notifications":
          try Self.checkWord(element, "kind", Outcome.NotificationReport.Kind.self)
          try Self.checkWord(element, "state", Outcome.NotificationReport.State.self)
        case "log": try Self.checkWord(element, "level", Outcome.LogLine.Level.self)
        default: try Self.checkWord(element, "state", Outcome.ReplyReport.State.self)
        }
      }
    }
    for (index, item) in (try fields.array("undelivered") ?? []).enumerated() {
      let inner = path.member("undelivered").item(index)
      let told = try JSONFields(item, at: inner, known: Self.undeliveredNames)
      _ = try TestExpectation(told.object, at: inner)
    }
    try Self.checkStored(fields)
    if let error = try fields.fields("error", known: ["contains", "file", "line", "code"]) {
      _ = try (error.string("contains"), error.string("file"), error.integer("line"))
    }
    for name in ["budget", "memory"] {
      guard let share = try fields.fields(name, known: ["atMost"]) else { continue }
      guard let atMost = try share.number("atMost") else { throw share.missing("atMost") }
      guard (0...1).contains(atMost) else {
        throw share.invalid("atMost", "must be 0 to 1, the share of the limit")
      }
    }
  }

  private static func checkStored(_ fields: JSONFields) throws(JSONError) {
    if let storage = try fields.fields("storage", known: storageNames) {
      _ = try storage.object("own")
      _ = try storage.object("protected")
      _ = try storage.bool("partial")
      _ = try TestGiven.spaces(storage)
    }
    for file in try fields.object("files") ?? JSONObject() {
      guard case .string = file.value else {
        throw JSONFields.wrongType(
          "a string, the file's content", file.value,
          at: fields.path.member("files").member(file.name.rawValue))
      }
    }
  }

  private static func checkWord<Word: RawRepresentable<String> & CaseIterable>(
    _ fields: JSONFields, _ name: String, _: Word.Type
  ) throws(JSONError) {
    guard let word = try fields.string(name) else { return }
    let words = Word.allCases.map(\.rawValue)
    guard !words.contains(where: { Identifier($0) == Identifier(word) }) else { return }
    let near = NearestName.nearest(to: word, among: words)
    throw fields.invalid(
      name,
      "\(word.quotedForMessage) is none of \(words.inWords)"
        + (near.map { "; did you mean \($0.quotedForMessage)?" } ?? ""))
  }
}
