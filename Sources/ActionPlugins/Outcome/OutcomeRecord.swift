import ContainerStore

/// The form in which the container keeps an outcome for a second delivery.
enum OutcomeRecord {
  /// The whole outcome; without personal text once nothing of it waits any more.
  static func bytes(of outcome: Outcome, isSettled: Bool) -> [UInt8] {
    let kept = isSettled ? outcome.withoutPersonalText : outcome
    // Every value in an outcome came from JSON or was checked to have a JSON form.
    return (try? JSONWriter().bytes(kept.json)) ?? []
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
      var outcome = try? Outcome(recorded: value)
    else { return nil }
    outcome.apply(stored.entries)
    return outcome
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
    set = JSONObject(set.map { ($0.name.rawValue, JSONValue.null) })
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
