extension Reply {
  /// The reply as webhooks post it: `id`, `key`, `to`, `text`, `userInfo`, `plugin`, and
  /// `notification` with `identifier`, `date` in ISO 8601, `category` and `thread`. What is absent
  /// is `null`.
  public var json: JSONValue {
    [
      "id": .string(id), "key": .string(key), "to": .orNull(to), "text": .orNull(text),
      "userInfo": userInfo ?? .null, "plugin": .string(plugin.rawValue),
      "notification": [
        "identifier": .string(notification.identifier.rawValue),
        "date": .string(notification.date.description),
        "category": .orNull(notification.category), "thread": .orNull(notification.thread),
      ],
    ]
  }

  /// Reads what ``json`` gives; the attempt is not in it.
  public init(json value: JSONValue, attempt: Int = 1) throws(JSONError) {
    let fields = try JSONFields(
      value, known: ["id", "key", "to", "text", "userInfo", "plugin", "notification"])
    guard
      let source = try fields.fields(
        "notification", known: ["identifier", "date", "category", "thread"])
    else { throw fields.missing("notification") }
    guard let id = try fields.string("id") else { throw fields.missing("id") }
    guard let key = try fields.string("key") else { throw fields.missing("key") }
    guard let plugin = try fields.identifier("plugin") else { throw fields.missing("plugin") }
    guard let identifier = try source.identifier("identifier") else {
      throw source.missing("identifier")
    }
    guard let text = try source.string("date"), let date = try? Timestamp(iso8601: text) else {
      throw source.invalid("date", "must be a date of ISO 8601")
    }
    self.init(
      id: id, key: key, to: try fields.string("to"), text: try fields.string("text"),
      userInfo: fields.value("userInfo"), plugin: plugin,
      notification: Source(
        identifier: identifier, date: date, category: try source.identifier("category"),
        thread: try source.string("thread")),
      attempt: attempt)
  }
}
