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
    value(date: .string(notification.date.description), userInfo: content.userInfo)
  }

  /// The response as scripts see it.
  ///
  /// As `recordedValue`, but the date is in seconds since 1970 (a float), and a null that is an
  /// object's member in `userInfo` is absent; nulls inside arrays stay.
  public var scriptValue: JSONValue {
    value(
      date: .number(notification.date.secondsSince1970),
      userInfo: content.userInfo.withoutNullMembers)
  }

  private var content: NotificationContent { notification.request.content }

  private func value(date: JSONValue, userInfo: JSONObject) -> JSONValue {
    let request = notification.request
    var requestObject: JSONObject = [
      "identifier": .string(request.identifier.rawValue),
      "content": .object(content.object(userInfo: userInfo)),
    ]
    requestObject["trigger"] = request.trigger.map { .object($0.object) }
    var response: JSONObject = [
      "actionIdentifier": .string(actionIdentifier.rawValue),
      "notification": ["date": date, "request": .object(requestObject)],
    ]
    response["userText"] = userText.map { .string($0) }
    return .object(response)
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
