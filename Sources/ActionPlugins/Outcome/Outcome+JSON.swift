extension Outcome {
  /// The outcome as one JSON object, the form that reports print and containers keep.
  ///
  /// Every key is always present: what is absent is `null`, `[]` or `{}`. Holds personal text,
  /// unlike ``description``. ``init(recorded:)`` is the way back, without loss.
  public var json: JSONValue {
    // In the order of their bytes, so that they need not be sorted for each response.
    let members: [(String, JSONValue)] = [
      ("action", .string(action.rawValue)),
      ("attempts", .integer(Int64(attempts))),
      ("budget", budget.json),
      ("category", .orNull(category)),
      ("completion", .string(completion.rawValue)),
      ("digest", .orNull(digest)),
      ("error", error?.json ?? .null),
      ("expired", .bool(expired)),
      ("files", files.json),
      ("handler", .orNull(handler)),
      ("log", .array(log.map(\.json))),
      ("logDropped", .integer(Int64(logDropped))),
      ("memory", memory.json),
      ("nearest", .orNull(nearest)),
      ("notifications", .array(notifications.map(\.json))),
      ("open", .orNull(open)),
      ("outcome", .string(kind.rawValue)),
      ("plugin", .orNull(plugin)),
      ("reason", .orNull(reason?.rawValue)),
      ("redelivered", .bool(redelivered)),
      ("replies", .array(replies.map(\.json))),
      ("result", result ?? .null),
      ("sentBeforeOutcome", .array(sentBeforeOutcome.map(\.json))),
      ("storage", storage.json),
      ("undelivered", .array(undelivered.map(\.json))),
      ("userText", .orNull(userText)),
      ("version", .orNull(version)),
    ]
    return .object(JSONObject(members))
  }

  /// Reads back what ``json`` wrote; keys that it does not know are passed over, so that a record
  /// of a newer version can be read.
  ///
  /// `result` that was `null` and `result` that was absent are one: both come back as `nil`.
  public init(recorded: JSONValue) throws(RecordedOutcomeError) {
    let record = try RecordedObject(recorded)
    self.init(
      try record.choice("outcome"), action: Identifier(try record.string("action")),
      completion: try record.choice("completion"))
    redelivered = try record.bool("redelivered")
    attempts = try record.integer("attempts")
    plugin = try record.optionalIdentifier("plugin")
    version = try record.optionalString("version")
    digest = try record.optionalString("digest")
    category = try record.optionalIdentifier("category")
    handler = try record.optionalString("handler")
    open = try record.optionalString("open")
    result = try record.optionalValue("result")
    expired = try record.bool("expired")
    userText = try record.optionalString("userText")
    reason = try record.optionalString("reason").map { UnroutedReason(rawValue: $0) }
    nearest = try record.optionalIdentifier("nearest")
    if let record = try record.optionalObject("error") { error = try Failure(record) }
    for record in try record.objects("replies") { replies.append(try ReplyReport(record)) }
    for record in try record.objects("notifications") {
      notifications.append(try NotificationReport(record))
    }
    storage = try StorageReport(try record.object("storage"))
    files = try FilesReport(try record.object("files"))
    for record in try record.objects("sentBeforeOutcome") {
      sentBeforeOutcome.append(try ReplyReport(record))
    }
    for record in try record.objects("undelivered") {
      undelivered.append(try UndeliveredReport(record))
    }
    for record in try record.objects("log") { log.append(try LogLine(record)) }
    logDropped = try record.integer("logDropped")
    budget = try BudgetReport(try record.object("budget"))
    memory = try MemoryReport(try record.object("memory"))
  }
}

extension Outcome.Failure {
  /// The failure with every key present.
  public var json: JSONValue {
    [
      "message": .string(message),
      "file": .orNull(file),
      "line": line.map { .integer(Int64($0)) } ?? .null,
      "code": .string(code),
      "traceback": .array(
        traceback.map { frame in
          [
            "file": .string(frame.file), "line": .integer(Int64(frame.line)),
            "function": .orNull(frame.function),
          ]
        }),
    ]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init(
      message: try record.string("message"), code: try record.string("code"),
      file: try record.optionalString("file"), line: try record.optionalInteger("line"))
    for frame in try record.objects("traceback") {
      traceback.append(
        Frame(
          file: try frame.string("file"), line: try frame.integer("line"),
          function: try frame.optionalString("function")))
    }
  }
}

extension JSONValue {
  static func orNull(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  static func orNull(_ identifier: Identifier?) -> JSONValue {
    orNull(identifier?.rawValue)
  }
}
