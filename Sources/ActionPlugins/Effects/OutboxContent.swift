import ContainerStore

/// What an outbox entry holds, as JSON: a reply, or a change of the shown notifications.
enum OutboxContent {
  case reply(Reply)
  case change(NotificationChange)

  /// The content as it is kept.
  var bytes: [UInt8] {
    let value: JSONValue =
      switch self {
      case .reply(let reply): ["reply": reply.content, "change": .null]
      case .change(let change): ["reply": .null, "change": change.content]
      }
    // Every part was checked when the script staged it, so it has a JSON form.
    return (try? JSONWriter().bytes(value)) ?? []
  }

  /// Reads what was kept.
  init(_ entry: OutboxEntry) throws(ContainerError) {
    do {
      let reader = JSONReader(
        maximumDepth: JSONReader.deepest, maximumBytes: entry.entry.content.count)
      let record = try RecordedObject(reader.read(entry.entry.content))
      if let reply = try record.optionalObject("reply") {
        self = .reply(try Reply(reply, id: entry.id.name.rawValue, tries: entry.tries))
      } else {
        self = .change(try NotificationChange(try record.object("change")))
      }
    } catch {
      throw ContainerError(
        .corrupt, "the outbox entry \(entry.id.name) cannot be read (\(error)); erase it")
    }
  }
}

extension StagedReply {
  /// The reply as the outbox takes it.
  var entry: StagedEntry {
    StagedEntry(
      id: EntryID(Identifier(reply.id)), kind: .reply, key: key,
      recipient: reply.to.map { Identifier($0) }, content: OutboxContent.reply(reply).bytes)
  }
}

extension StagedNotification {
  /// The change as the outbox takes it.
  var entry: StagedEntry {
    StagedEntry(
      id: EntryID(Identifier(id)), kind: .notification,
      content: OutboxContent.change(change).bytes)
  }
}

extension Reply {
  fileprivate var content: JSONValue {
    [
      "key": .string(key), "plugin": .string(plugin.rawValue),
      "to": .orNull(to), "text": .orNull(text), "userInfo": userInfo ?? .null,
      "notification": [
        "identifier": .string(notification.identifier.rawValue),
        "date": .integer(notification.date.milliseconds),
        "category": .orNull(notification.category), "thread": .orNull(notification.thread),
      ],
    ]
  }

  fileprivate init(
    _ record: RecordedObject, id: String, tries: Int
  ) throws {
    let source = try record.object("notification")
    self.init(
      id: id, key: try record.string("key"), to: try record.optionalString("to"),
      text: try record.optionalString("text"), userInfo: try record.optionalValue("userInfo"),
      plugin: Identifier(try record.string("plugin")),
      notification: Source(
        identifier: Identifier(try source.string("identifier")),
        date: try Timestamp(milliseconds: Int64(try source.integer("date"))),
        category: try source.optionalIdentifier("category"),
        thread: try source.optionalString("thread")),
      attempt: max(1, tries))
  }
}

extension NotificationChange {
  fileprivate var content: JSONValue {
    switch self {
    case .remove(let identifier):
      ["kind": "remove", "identifier": .string(identifier.rawValue)]
    case .badge(let number):
      ["kind": "badge", "badge": .integer(Int64(number))]
    case .post(let notification):
      [
        "kind": "post", "identifier": .string(notification.identifier.rawValue),
        "title": .string(notification.title), "body": .string(notification.body),
        "category": .orNull(notification.category),
        "userInfo": .object(notification.userInfo), "after": .number(notification.after),
      ]
    }
  }

  fileprivate init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    let kind: Outcome.NotificationReport.Kind = try record.choice("kind")
    switch kind {
    case .remove: self = .remove(identifier: Identifier(try record.string("identifier")))
    case .badge: self = .badge(try record.integer("badge"))
    case .post:
      self = .post(
        LocalNotification(
          identifier: Identifier(try record.string("identifier")),
          title: try record.string("title"), body: try record.string("body"),
          category: try record.optionalIdentifier("category"),
          userInfo: try record.object("userInfo").members, after: try record.number("after")))
    }
  }

  /// The change as reports show it.
  func report(_ state: Outcome.NotificationReport.State) -> Outcome.NotificationReport {
    switch self {
    case .post(let notification):
      Outcome.NotificationReport(
        kind: .post, identifier: notification.identifier.rawValue, title: notification.title,
        body: notification.body, after: notification.after, state: state)
    case .remove(let identifier):
      Outcome.NotificationReport(kind: .remove, identifier: identifier.rawValue, state: state)
    case .badge(let number):
      Outcome.NotificationReport(kind: .badge, identifier: nil, badge: number, state: state)
    }
  }
}
