import ContainerStore

/// The form in which the container keeps an outcome for a second delivery.
enum OutcomeRecord {
  /// What the outcome has beside what every outcome has; without personal text once nothing of it
  /// waits any more.
  static func bytes(of outcome: Outcome, isSettled: Bool) -> [UInt8] {
    let kept = isSettled ? outcome.withoutPersonalText : outcome
    // Every value in an outcome came from JSON or was checked to have a JSON form.
    return (try? JSONWriter().bytes(.object(kept.record))) ?? []
  }

  /// Rewrites a kept outcome once all that it staged is sent or finally refused.
  static func settled(_ stored: StoredOutcome) -> [UInt8] {
    guard let outcome = outcome(stored) else { return stored.outcome }
    return bytes(of: outcome, isSettled: true)
  }

  /// The kept outcome with what has become of its replies since; `nil` where it cannot be read.
  static func outcome(_ stored: StoredOutcome) -> Outcome? {
    let reader = JSONReader(
      maximumDepth: JSONReader.deepest, maximumBytes: stored.outcome.count)
    guard let value = try? reader.read(stored.outcome),
      case .object(let record) = value,
      var outcome = try? Outcome(recorded: .object(record.over(empty)))
    else { return nil }
    outcome.apply(stored.entries)
    return outcome
  }

  /// What a record leaves out.
  private static let empty: JSONObject = {
    let outcome = Outcome(.completed, action: "", completion: .dismiss)
    guard case .object(let members) = outcome.json else { return JSONObject() }
    return members
  }()
}

extension JSONObject {
  /// These members, and those of `others` that are not among them.
  fileprivate func over(_ others: JSONObject) -> JSONObject {
    var all = others
    for member in self { all[member.name] = member.value }
    return all
  }
}

extension Outcome {
  /// ``json`` without what an outcome has from the start. Most of it never changes, and a record is
  /// written for each response.
  fileprivate var record: JSONObject {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(16)
    func add(_ name: Identifier, _ value: @autoclosure () -> JSONValue, if isKept: Bool = true) {
      if isKept { members.append(JSONObject.Member(name: name, value: value())) }
    }
    // In the order of their bytes, so that they need not be sorted.
    add("action", .string(action.rawValue))
    add("attempts", .integer(Int64(attempts)))
    add("budget", budget.json)
    add("category", .orNull(category), if: category != nil)
    add("completion", .string(completion.rawValue))
    add("digest", .orNull(digest), if: digest != nil)
    add("error", error?.json ?? .null, if: error != nil)
    add("expired", .bool(expired), if: expired)
    add("files", files.json, if: files != FilesReport())
    add("handler", .orNull(handler), if: handler != nil)
    add("log", .array(log.map(\.json)), if: !log.isEmpty)
    add("logDropped", .integer(Int64(logDropped)), if: logDropped > 0)
    add("memory", memory.json)
    add("nearest", .orNull(nearest), if: nearest != nil)
    add("notifications", .array(notifications.map(\.json)), if: !notifications.isEmpty)
    add("open", .orNull(open), if: open != nil)
    add("outcome", .string(kind.rawValue))
    add("plugin", .orNull(plugin), if: plugin != nil)
    add("reason", .orNull(reason?.rawValue), if: reason != nil)
    add("replies", .array(replies.map(\.json)), if: !replies.isEmpty)
    add("result", result ?? .null, if: result != nil)
    add(
      "sentBeforeOutcome", .array(sentBeforeOutcome.map(\.json)), if: !sentBeforeOutcome.isEmpty)
    add("storage", storage.json, if: storage != StorageReport())
    add("undelivered", .array(undelivered.map(\.json)), if: !undelivered.isEmpty)
    add("userText", .orNull(userText), if: userText != nil)
    add("version", .orNull(version), if: version != nil)
    return JSONObject(distinct: members) ?? JSONObject()
  }
}

extension Outcome {
  /// Brings the states of replies and notifications up to date.
  mutating func apply(_ states: [EntryState]) {
    for state in states {
      let id = state.id.name
      for index in replies.indices where Identifier(replies[index].id) == id {
        replies[index].state = ReplyReport.State(state.state)
        replies[index].reason = state.reason
      }
      if let index = StagedNotification.index(of: id), notifications.indices.contains(index) {
        notifications[index].state = NotificationReport.State(state.state)
      }
    }
  }

  /// The outcome without texts, `userInfo`, `result`, stored values and log.
  var withoutPersonalText: Outcome {
    var outcome = self
    outcome.userText = nil
    outcome.result = nil
    outcome.open = nil
    outcome.log = []
    outcome.replies = replies.map(\.withoutPersonalText)
    outcome.sentBeforeOutcome = sentBeforeOutcome.map(\.withoutPersonalText)
    for index in outcome.notifications.indices {
      outcome.notifications[index].title = nil
      outcome.notifications[index].body = nil
    }
    outcome.storage.own.forgetValues()
    outcome.storage.protected.forgetValues()
    for name in outcome.storage.shared.keys { outcome.storage.shared[name]?.forgetValues() }
    for index in outcome.undelivered.indices {
      outcome.undelivered[index].outcome = .null
    }
    return outcome
  }
}

extension Outcome.ReplyReport {
  fileprivate var withoutPersonalText: Self {
    var report = self
    report.text = nil
    report.userInfo = nil
    return report
  }
}

extension Outcome.SpaceReport {
  fileprivate mutating func forgetValues() {
    for member in set { set[member.name] = .null }
  }
}

extension Outcome.ReplyReport.State {
  init(_ state: OutboxEntry.State) {
    switch state {
    case .queued: self = .queued
    case .sent: self = .sent
    case .rejected: self = .rejected
    case .recorded: self = .recorded
    }
  }
}

extension Outcome.NotificationReport.State {
  init(_ state: OutboxEntry.State) {
    switch state {
    case .queued: self = .queued
    case .sent: self = .presented
    case .rejected: self = .rejected
    case .recorded: self = .recorded
    }
  }
}
