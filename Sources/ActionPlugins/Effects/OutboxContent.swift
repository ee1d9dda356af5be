import ContainerStore

/// What an outbox entry holds, as JSON: a reply, or a change of the shown notifications.
enum OutboxContent {
  case reply(Reply)
  case change(NotificationChange)

  /// The content as it is kept.
  var bytes: [UInt8] {
    let value: JSONValue =
      switch self {
      case .reply(let reply): ["reply": reply.content]
      case .change(let change): ["change": change.content]
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
    var source: JSONObject = [
      "identifier": .string(notification.identifier.rawValue),
      "date": .integer(notification.date.milliseconds),
    ]
    source["category"] = notification.category.map { .string($0.rawValue) }
    source["thread"] = notification.thread.map { .string($0) }
    var content: JSONObject = [
      "key": .string(key), "plugin": .string(plugin.rawValue), "notification": .object(source),
    ]
    content["to"] = to.map { .string($0) }
    content["text"] = text.map { .string($0) }
    content["userInfo"] = userInfo
    return .object(content)
  }

  fileprivate init(
    _ record: RecordedObject, id: String, tries: Int
  ) throws(RecordedOutcomeError) {
    let source = try record.object("notification")
    self.init(
      id: id, key: try record.string("key"), to: try record.optionalString("to"),
      text: try record.optionalString("text"), userInfo: try record.optionalValue("userInfo"),
      plugin: Identifier(try record.string("plugin")),
      notification: Source(
        identifier: Identifier(try source.string("identifier")),
        date: try source.timestamp("date"),
        category: try source.optionalString("category").map { Identifier($0) },
        thread: try source.optionalString("thread")),
      attempt: max(1, tries))
  }
}

extension NotificationChange {
  fileprivate var content: JSONValue {
    switch self {
    case .remove(let identifier): return ["remove": .string(identifier.rawValue)]
    case .badge(let number): return ["badge": .integer(Int64(number))]
    case .post(let notification):
      var post: JSONObject = [
        "identifier": .string(notification.identifier.rawValue),
        "title": .string(notification.title), "body": .string(notification.body),
        "userInfo": .object(notification.userInfo), "after": .number(notification.after),
      ]
      post["category"] = notification.category.map { .string($0.rawValue) }
      return ["post": .object(post)]
    }
  }

  fileprivate init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    if let identifier = try record.optionalString("remove") {
      self = .remove(identifier: Identifier(identifier))
    } else if let post = try record.optionalObject("post") {
      self = .post(
        LocalNotification(
          identifier: Identifier(try post.string("identifier")), title: try post.string("title"),
          body: try post.string("body"),
          category: try post.optionalString("category").map { Identifier($0) },
          userInfo: try post.jsonObject("userInfo"), after: try post.number("after")))
    } else {
      self = .badge(Int(try record.integer("badge")))
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
