/// Delivers replies to whoever they are meant for.
///
/// The same reply may be handed over more than once, always with the same ``Reply/key``: a
/// receiver that remembers keys sees each reply once. A thrown error counts as
/// ``SendResult/retry(afterSeconds:)``. A call is cancelled when its time is over; what it answers
/// later is dropped.
public protocol ReplySender: Sendable {
  func send(_ reply: Reply) async throws -> SendResult
}

/// A reply on its way out.
public struct Reply: Sendable, Hashable {
  /// Names the reply in outcomes and in the outbox.
  public var id: String
  /// The idempotency key, stable over every attempt.
  public var key: String
  /// The recipient; `nil` where the notification has no thread.
  public var to: String?
  /// The text as the script gave it, at most 16 KiB by default; `nil` where there is none.
  public var text: String?
  /// Data beside the text.
  public var userInfo: JSONValue?
  /// The plugin that sends it.
  public var plugin: Identifier
  /// What the reply answers.
  public var notification: Source
  /// The attempt, from 1.
  public var attempt: Int

  /// The notification that a reply answers.
  public struct Source: Sendable, Hashable {
    /// The identifier of the notification's request.
    public var identifier: Identifier
    /// When the notification was delivered.
    public var date: Timestamp
    /// Its category; `nil` where it carries none.
    public var category: Identifier?
    /// Its thread; `nil` where it has none.
    public var thread: String?

    /// Names a notification.
    public init(
      identifier: Identifier, date: Timestamp, category: Identifier?, thread: String?
    ) {
      self.identifier = identifier
      self.date = date
      self.category = category
      self.thread = thread
    }
  }

  /// A reply; the runtime makes them, and tests of senders.
  public init(
    id: String, key: String, to: String?, text: String?, userInfo: JSONValue?,
    plugin: Identifier, notification: Source, attempt: Int
  ) {
    self.id = id
    self.key = key
    self.to = to
    self.text = text
    self.userInfo = userInfo
    self.plugin = plugin
    self.notification = notification
    self.attempt = attempt
  }
}

/// What came of one attempt to send a reply.
public enum SendResult: Sendable, Hashable {
  case sent
  /// Refused for good; the reason is for people.
  case rejected(reason: String)
  /// No connection; does not count as a try.
  case offline
  /// Failed for now; `nil` leaves the wait to the runtime's backoff.
  case retry(afterSeconds: Double?)
}

/// A reply that was finally refused, handed to the host with its text.
public struct UndeliveredReply: Sendable, Hashable {
  /// The reply with its text.
  public var reply: Reply
  /// Why it was refused; for people.
  public var reason: String

  /// A refused reply.
  public init(reply: Reply, reason: String) {
    self.reply = reply
    self.reason = reason
  }
}
