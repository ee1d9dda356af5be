extension Outcome {
  /// A reply that an invocation staged or sent.
  public struct ReplyReport: Sendable, Hashable {
    public var id: String
    /// The idempotency key that every delivery attempt carries.
    public var key: String
    /// The recipient; `nil` where the notification has no thread.
    public var to: String?
    public var text: String?
    public var userInfo: JSONValue?
    public var state: State
    /// Why the sender refused it.
    public var reason: String?
    /// Whether it was sent by `reply.sendNow`.
    public var now: Bool

    /// Where a reply stands.
    public enum State: String, Sendable, Hashable, CaseIterable {
      case sent
      case queued
      case rejected
      /// Kept without being sent, because the host has no sender.
      case recorded
    }

    public init(
      id: String, key: String, to: String?, text: String?, userInfo: JSONValue?, state: State,
      reason: String? = nil, now: Bool = false
    ) {
      self.id = id
      self.key = key
      self.to = to
      self.text = text
      self.userInfo = userInfo
      self.state = state
      self.reason = reason
      self.now = now
    }
  }

  /// A notification that an invocation posted or removed, or the badge it set.
  public struct NotificationReport: Sendable, Hashable {
    public var kind: Kind
    public var identifier: String?
    public var title: String?
    public var body: String?
    /// Seconds from now, 0 for at once.
    public var after: Double
    /// The number that `notifications.setBadge` asked for.
    public var badge: Int?
    public var state: State

    /// What was asked for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case post
      case remove
      case badge
    }

    /// Where the request stands.
    public enum State: String, Sendable, Hashable, CaseIterable {
      case presented
      case queued
      case rejected
      /// Kept without being shown, because the host has no presenter.
      case recorded
    }

    public init(
      kind: Kind, identifier: String?, title: String? = nil, body: String? = nil,
      after: Double = 0, badge: Int? = nil, state: State
    ) {
      self.kind = kind
      self.identifier = identifier
      self.title = title
      self.body = body
      self.after = after
      self.badge = badge
      self.state = state
    }
  }

  /// What was written to each space.
  public struct StorageReport: Sendable, Hashable {
    /// The plugin's own space.
    public var own = SpaceReport()
    /// Shared spaces by name.
    public var shared: [Identifier: SpaceReport] = [:]
    /// The space that is readable only while the device is unlocked.
    public var protected = SpaceReport()

    public init() {}
  }

  /// What was written to one space.
  public struct SpaceReport: Sendable, Hashable {
    /// The keys that were set, with their final values.
    public var set = JSONObject()
    /// The keys that were removed, sorted by bytes.
    public var removed: [Identifier] = []

    public init() {}
  }

  /// What was written to the plugin's files.
  public struct FilesReport: Sendable, Hashable {
    /// Sizes in bytes by name.
    public var written: [Identifier: Int] = [:]
    /// Names, sorted by bytes.
    public var removed: [Identifier] = []

    public init() {}
  }

  /// What `undelivered` did for one refused reply.
  public struct UndeliveredReport: Sendable, Hashable {
    /// The reply's id.
    public var reply: String
    /// The outcome of the invocation of `undelivered`, as JSON.
    public var outcome: JSONValue

    public init(reply: String, outcome: JSONValue) {
      self.reply = reply
      self.outcome = outcome
    }
  }

  /// One line of the log.
  public struct LogLine: Sendable, Hashable {
    public var level: Level
    public var message: String
    public var fields: JSONObject
    /// The run, from 1, that wrote the line.
    public var attempt: Int

    /// How important a line is.
    public enum Level: String, Sendable, Hashable, CaseIterable {
      case debug
      case info
      case warn
      case error
    }

    public init(level: Level, message: String, fields: JSONObject, attempt: Int) {
      self.level = level
      self.message = message
      self.fields = fields
      self.attempt = attempt
    }
  }

  /// Time in seconds.
  public struct BudgetReport: Sendable, Hashable {
    /// What the invocation was allowed.
    public var limit = 0.0
    /// What it used: script, waiting, delivery.
    public var used = 0.0
    /// What the script itself ran.
    public var lua = 0.0
    /// What it waited for the host's answers.
    public var waiting = 0.0
    /// What it waited for a thread before its budget began.
    public var queued = 0.0

    public init() {}
  }

  /// Memory in bytes.
  public struct MemoryReport: Sendable, Hashable {
    public var limit = 0
    /// The highest use, the runtime's own part of the world included.
    public var peak = 0

    public init() {}
  }
}
