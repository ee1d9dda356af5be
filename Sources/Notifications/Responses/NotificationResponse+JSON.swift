extension NotificationResponse {
  private static let names: JSONNames = ["actionIdentifier", "userText", "notification"]

  /// Reads a response from JSON in the shape of a response file; a date that is absent is `now`.
  /// Unknown names are refused with the nearest known one, except under `userInfo`.
  public init(
    _ value: JSONValue, at path: JSONPath = .root, now: Timestamp
  ) throws(JSONError) {
    let fields = try JSONFields(value, at: path, known: Self.names)
    self.init(
      actionIdentifier: try fields.required("actionIdentifier", fields.identifier),
      userText: try fields.string("userText"),
      notification: try DeliveredNotification(
        try fields.required("notification") { name throws(JSONError) in
          try fields.fields(name, known: DeliveredNotification.names)
        }, now: now))
  }

  /// Reads back what `recordedValue` gave.
  public init(recorded value: JSONValue) throws(JSONError) {
    // A recorded response has its date, so this one is never taken.
    try self.init(value, now: Timestamp(checked: 0))
  }

  /// The response in the shape of a response file: nothing is lost, nulls in `userInfo` included,
  /// and `init(recorded:)` reads an equal response back.
  public var recordedValue: JSONValue {
    var tree = JSONTree()
    return writeRecord(to: &tree)
  }

  /// The text of `recordedValue`, made at once; refuses what the writer refuses.
  package func recordedBytes(_ writer: JSONWriter) throws(JSONError) -> [UInt8] {
    var text = JSONTextOutput(writer: writer)
    writeRecord(to: &text)
    // The writer of trees knows the way to what it refuses.
    return text.hasFailed ? try writer.bytes(recordedValue) : text.bytes
  }

  /// The response as scripts see it.
  ///
  /// As `recordedValue`, but the date is in seconds since 1970 (a float), and a null that is an
  /// object's member in `userInfo` is absent; nulls inside arrays stay.
  public var scriptValue: JSONValue {
    var tree = JSONTree()
    return writeForScripts(to: &tree, userInfo: content.userInfo.withoutNullMembers)
  }

  /// `scriptValue` in the form for scripts, made at once. `userInfo` must not be nested deeper than
  /// `JSONReader.deepest`.
  package var flatScriptValue: FlatJSON {
    var flat = FlatJSONOutput(leavesOutNullMembers: true, expectedBytes: 1024)
    writeForScripts(to: &flat, userInfo: content.userInfo)
    return flat.finish()
  }

  private var content: NotificationContent { notification.request.content }

  @discardableResult
  private func writeRecord<Output: JSONObjectOutput & ~Copyable>(
    to output: inout Output
  ) -> Output.Value {
    write(
      to: &output, date: .string(notification.date.description), userInfo: content.userInfo)
  }

  @discardableResult
  private func writeForScripts<Output: JSONObjectOutput & ~Copyable>(
    to output: inout Output, userInfo: JSONObject
  ) -> Output.Value {
    write(
      to: &output, date: .number(notification.date.secondsSince1970), userInfo: userInfo)
  }

  /// The members in byte order, which a test checks.
  private func write<Output: JSONObjectOutput & ~Copyable>(
    to output: inout Output, date: JSONValue, userInfo: JSONObject
  ) -> Output.Value {
    var response = output.beginObject()
    output.add("actionIdentifier", actionIdentifier, to: &response)
    output.addName("notification", to: &response)
    var delivered = output.beginObject()
    output.add("date", date, to: &delivered)
    output.addName("request", to: &delivered)
    var request = output.beginObject()
    output.addName("content", to: &request)
    output.addMember(content.write(to: &output, userInfo: userInfo), to: &request)
    output.add("identifier", notification.request.identifier, to: &request)
    if let trigger = notification.request.trigger {
      output.add("trigger", .object(trigger.object), to: &request)
    }
    output.addMember(output.endSortedObject(request), to: &delivered)
    output.addMember(output.endSortedObject(delivered), to: &response)
    if let userText { output.add("userText", userText, to: &response) }
    return output.endSortedObject(response)
  }
}

extension DeliveredNotification {
  fileprivate static let names: JSONNames = ["date", "request"]

  fileprivate init(_ fields: JSONFields, now: Timestamp) throws(JSONError) {
    var date = now
    if let text = try fields.string("date") {
      do {
        date = try Timestamp(iso8601: text)
      } catch {
        throw fields.invalid("date", error.message)
      }
    }
    self.init(
      date: date,
      request: try NotificationRequest(
        try fields.required("request") { name throws(JSONError) in
          try fields.fields(name, known: NotificationRequest.names)
        }))
  }
}

extension NotificationRequest {
  fileprivate static let names: JSONNames = ["identifier", "content", "trigger"]

  fileprivate init(_ fields: JSONFields) throws(JSONError) {
    self.init(
      identifier: try fields.required("identifier", fields.identifier),
      content: try NotificationContent(
        try fields.required("content") { name throws(JSONError) in
          try fields.fields(name, known: NotificationContent.names)
        }),
      trigger: try fields.object("trigger").map { object throws(JSONError) in
        try NotificationTrigger(object, at: fields.path.member("trigger"))
      })
  }
}
