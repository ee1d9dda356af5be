// The parts of an outcome in their JSON form, each beside its way back.

extension Outcome.ReplyReport {
  /// The reply as outcomes print it.
  public var json: JSONValue {
    [
      "id": .string(id), "key": .string(key), "now": .bool(now), "reason": .orNull(reason),
      "state": .string(state.rawValue), "text": .orNull(text), "to": .orNull(to),
      "userInfo": userInfo ?? .null,
    ]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init(
      id: try record.string("id"), key: try record.string("key"),
      to: try record.optionalString("to"), text: try record.optionalString("text"),
      userInfo: try record.optionalValue("userInfo"), state: try record.choice("state"),
      reason: try record.optionalString("reason"), now: try record.bool("now"))
  }
}

extension Outcome.NotificationReport {
  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "identifier": .orNull(identifier),
      "title": .orNull(title), "body": .orNull(body), "after": .number(after),
      "badge": badge.map { .integer(Int64($0)) } ?? .null, "state": .string(state.rawValue),
    ]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init(
      kind: try record.choice("kind"), identifier: try record.optionalString("identifier"),
      title: try record.optionalString("title"), body: try record.optionalString("body"),
      after: try record.number("after"), badge: try record.optionalInteger("badge"),
      state: try record.choice("state"))
  }
}

extension Outcome.StorageReport {
  var json: JSONValue {
    let shared = shared.map { ($0.key.rawValue, $0.value.json) }
    return [
      "own": own.json, "protected": protected.json, "shared": .object(JSONObject(shared)),
    ]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init()
    own = try Outcome.SpaceReport(try record.object("own"))
    let spaces = try record.object("shared")
    for space in spaces.members {
      let name = space.name.rawValue
      shared[space.name] = try Outcome.SpaceReport(try spaces.object(name))
    }
    protected = try Outcome.SpaceReport(try record.object("protected"))
  }
}

extension Outcome.SpaceReport {
  var json: JSONValue {
    ["removed": .array(removed.map { .string($0.rawValue) }), "set": .object(set)]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init()
    set = try record.object("set").members
    removed = try record.identifiers("removed")
  }
}

extension Outcome.FilesReport {
  var json: JSONValue {
    let written = written.map { ($0.key.rawValue, JSONValue.integer(Int64($0.value))) }
    return [
      "written": .object(JSONObject(written)),
      "removed": .array(removed.map { .string($0.rawValue) }),
    ]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init()
    let sizes = try record.object("written")
    for size in sizes.members {
      written[size.name] = try sizes.integer(size.name.rawValue)
    }
    removed = try record.identifiers("removed")
  }
}

extension Outcome.UndeliveredReport {
  var json: JSONValue { ["reply": .string(reply), "outcome": outcome] }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init(reply: try record.string("reply"), outcome: try record.value("outcome"))
  }
}

extension Outcome.LogLine {
  var json: JSONValue {
    [
      "level": .string(level.rawValue), "message": .string(message), "fields": .object(fields),
      "attempt": .integer(Int64(attempt)),
    ]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init(
      level: try record.choice("level"), message: try record.string("message"),
      fields: try record.object("fields").members, attempt: try record.integer("attempt"))
  }
}

extension Outcome.BudgetReport {
  var json: JSONValue {
    [
      "limit": .number(limit), "lua": .number(lua), "queued": .number(queued),
      "used": .number(used), "waiting": .number(waiting),
    ]
  }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init()
    limit = try record.number("limit")
    used = try record.number("used")
    lua = try record.number("lua")
    waiting = try record.number("waiting")
    queued = try record.number("queued")
  }
}

extension Outcome.MemoryReport {
  var json: JSONValue { ["limit": .integer(Int64(limit)), "peak": .integer(Int64(peak))] }

  init(_ record: RecordedObject) throws(RecordedOutcomeError) {
    self.init()
    limit = try record.integer("limit")
    peak = try record.integer("peak")
  }
}
