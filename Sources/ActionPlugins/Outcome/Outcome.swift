import LuaSandbox

/// What became of one response: where it was routed, what took effect, what it used.
///
/// A plugin's own failure is an outcome, never a thrown error. `description` holds no personal
/// text; the properties and ``json`` do.
public struct Outcome: Sendable, Hashable {
  /// How the response ended.
  public var kind: Kind
  /// Whether this is the first outcome of a delivery that arrived again.
  public var redelivered = false
  /// How many times the handler was run: 0 when it never started, more than 1 after conflicts.
  public var attempts = 0

  /// The plugin that the response was routed to, `nil` where no route was found.
  public var plugin: Identifier?
  /// The plugin's version.
  public var version: String?
  /// The digest of the bundle's files.
  public var digest: String?
  /// The category that the notification carries, `nil` where it carries none.
  public var category: Identifier?
  /// The action that was picked.
  public var action: Identifier
  /// The handler's file in the bundle.
  public var handler: String?

  /// What the system is told to do with the notification.
  public var completion: Completion
  /// A URL for the host to open.
  public var open: String?
  /// What the handler returned as `result`.
  public var result: JSONValue?
  /// Whether `expire` ran to its end and its effects were kept.
  public var expired = false
  /// The typed text, given back where nothing took effect.
  public var userText: String?

  /// Why there was no route; `nil` unless ``kind`` is `unrouted`.
  public var reason: UnroutedReason?
  /// The nearest known identifier to one that is unknown.
  public var nearest: Identifier?
  /// What went wrong; `nil` unless ``kind`` is `failed`, `timedOut`, `outOfMemory` or `hostFault`.
  public var error: Failure?

  /// The replies that the invocation staged or sent.
  public var replies: [ReplyReport] = []
  /// The notifications that it posted or removed, and the badge.
  public var notifications: [NotificationReport] = []
  /// What it wrote to storage.
  public var storage = StorageReport()
  /// What it wrote to its files.
  public var files = FilesReport()
  /// Replies that `reply.sendNow` sent before the invocation ended without effects.
  public var sentBeforeOutcome: [ReplyReport] = []
  /// What `undelivered` did for each finally refused reply.
  public var undelivered: [UndeliveredReport] = []
  /// The log's lines, in order.
  public var log: [LogLine] = []
  /// How many lines above the limit were dropped.
  public var logDropped = 0
  /// Time used of how much.
  public var budget = BudgetReport()
  /// Memory used of how much.
  public var memory = MemoryReport()

  /// An outcome without effects.
  public init(_ kind: Kind, action: Identifier, completion: Completion) {
    self.kind = kind
    self.action = action
    self.completion = completion
  }
}

extension Outcome {
  /// How a response ended.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The handler succeeded and its effects are durable.
    case completed
    /// The handler raised an error or asked for something that it may not.
    case failed
    /// The budget ran out.
    case timedOut
    /// The memory cap was reached.
    case outOfMemory
    /// Authentication was needed, and nobody authenticated.
    case authenticationRequired
    /// The host cancelled the invocation.
    case cancelled
    /// Other writers won every re-run.
    case conflict
    /// No handler is registered for the response.
    case unrouted
    /// The host's own part failed: the container, a thread, a world.
    case hostFault
  }

  /// What the system does with the notification, in the words of
  /// `UNNotificationContentExtensionResponseOption`.
  public enum Completion: String, Sendable, Hashable, CaseIterable {
    case doNotDismiss
    case dismiss
    /// The host app gets the response as well.
    case dismissAndForwardAction
  }

  /// What went wrong, and where.
  public struct Failure: Sendable, Hashable {
    /// One sentence without the position.
    public var message: String
    /// The bundle's file.
    public var file: String?
    /// The line in it, from 1.
    public var line: Int?
    /// A stable word for programs: `error`, `timedOut`, `outOfMemory`, `locked`, ...
    public var code: String
    /// The frames in the bundle's files, innermost first, at most ``mostFrames``.
    public var traceback: [Frame] = []

    /// Frames that a traceback has at most: 32.
    public static let mostFrames = ScriptError.mostFrames

    /// One frame of a traceback.
    public struct Frame: Sendable, Hashable {
      /// The bundle's file.
      public var file: String
      /// The line in it, from 1.
      public var line: Int
      /// The function's name where Lua knows one.
      public var function: String?

      /// A frame at a line of a file.
      public init(file: String, line: Int, function: String?) {
        self.file = file
        self.line = line
        self.function = function
      }
    }

    /// A failure; without a file it has no place in the bundle.
    public init(
      message: String, code: String, file: String? = nil, line: Int? = nil,
      traceback: [Frame] = []
    ) {
      self.message = message
      self.code = code
      self.file = file
      self.line = line
      self.traceback = traceback
    }
  }
}

extension Outcome: CustomStringConvertible {
  /// The kind, the route and the error's code; no personal text.
  public var description: String {
    let plugin = plugin?.rawValue ?? "no plugin"
    let code = error.map { " (\($0.code))" } ?? ""
    return "\(kind.rawValue)\(code): \(plugin), action \(action)"
  }
}
