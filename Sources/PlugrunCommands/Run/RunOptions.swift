import ActionPlugins

/// The options of `plugrun run`, read as their types; other commands take some of them.
struct RunOptions: Sendable {
  /// How an outcome is printed.
  enum Format: String, CaseIterable, Sendable {
    case text
    case json
  }

  /// What a person answers when asked to authenticate.
  enum Answer: String, CaseIterable, Sendable {
    case yes
    case no
  }

  var response: String
  var plugins: String
  var action: Identifier?
  var text: String?
  var isLenient: Bool
  var now: Timestamp?
  var seed: UInt64?
  var budgetSeconds: Double?
  var memoryBytes: Int?
  var format: Format
  var isLocked: Bool
  var answer: Answer
  var timeZone: String?
  var expected: Outcome.Kind?
  var hostFile: String?
  var failure: CannedReplySender.Failure?
  var container: String?
  var repeats: Bool
  var replyTo: String?

  /// Reads the options; refuses a value that is not of its type, and a time zone that is not known.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    response = arguments.operands.first ?? ""
    plugins = arguments.text("plugins") ?? "Plugins"
    action = arguments.text("action").map { Identifier($0) }
    text = arguments.text("text")
    isLenient = arguments.has("lenient")
    now = try arguments.value("now", as: .date)
    seed = try arguments.value("seed", as: .seed)
    budgetSeconds = try arguments.value("budget", as: .seconds)
    memoryBytes = try arguments.value("memory", as: .bytes)
    format = try arguments.value("format", as: .choice) ?? .text
    isLocked = arguments.has("locked")
    answer = try arguments.value("authenticate", as: .choice) ?? .yes
    timeZone = try arguments.value("tz", as: .timeZone)
    expected = try arguments.value("expect", as: .choice)
    hostFile = arguments.text("host")
    failure = try arguments.value("fail-replies", as: .choice)
    container = try arguments.value("container", as: .folder)
    repeats = arguments.has("again")
    replyTo = try arguments.value("reply-to", as: .address)
    if let replyTo, let error = UsageError.unreachable(replyTo) { throw error }
    if failure != nil, replyTo != nil {
      throw UsageError("--reply-to sends replies and --fail-replies does not; give one of them")
    }
    if let action, action.rawValue.isEmpty {
      throw UsageError("--action takes an action's identifier, and an identifier is never empty")
    }
  }

  /// The table of the options, in the order of the help.
  static let table: [Option] = [
    .value("plugins", "DIR", "a folder of bundles, or one bundle (default: Plugins)"),
    .value(
      "container", "DIR",
      "where values, files, responses and replies are kept, for later runs too; the last part of "
        + "the path is created (default: nothing is kept)"),
    .flag("again", "run a response that was handled before as a new delivery"),
    .value(
      "action", "ID",
      "the action that was picked; 'default' and 'dismiss' stand for the system's own two, unless "
        + "the category has actions of these names; needed for an .apns payload"),
    .value("text", "TEXT", "what was typed; needed for an .apns payload and a text input action"),
    .flag("lenient", "accept trailing commas, comments and a byte-order mark in JSON"),
    .value("now", "DATE", "where the clock starts, ISO 8601 (default: now)"),
    .value(
      "seed", "N",
      "the seed of math.random and of the order of 'pairs', so that runs are alike (default: another "
        + "one each time)"),
    .value("budget", "SECONDS", "the host's ceiling for a handler's time (default: 30)"),
    .value("memory", "BYTES", "the host's ceiling for a handler's memory (default: 8MiB)"),
    .value(
      "tz", "NAME", "the time zone that scripts see, such as Europe/Berlin (default: the system's)"),
    .flag("locked", "the device is locked"),
    .value("authenticate", "yes|no", "what the person answers when asked to unlock (default: yes)"),
    .value("host", "FILE", "canned answers of host functions, as JSON"),
    .value(
      "reply-to", "URL",
      "where replies are posted as JSON, with an Idempotency-Key (default: replies are recorded "
        + "and shown)"),
    .value(
      "fail-replies", "offline|rejected",
      "deliver no reply, for this reason (default: replies are recorded and shown)"),
    .value(
      "expect", "OUTCOME", "the outcome that ends with 0, such as timedOut (default: completed)"),
    .value("format", "text|json", "how the outcome is printed (default: text)"),
  ]

  /// Some of the options, for another command that takes them.
  static func table(_ names: Identifier...) -> [Option] {
    table.filter { names.contains(Identifier($0.name)) }
  }
}

extension ValueKind where Value == String {
  /// A folder, which may have to be created.
  static let folder = ValueKind(accepts: "a folder's path, which is never empty") { path in
    path.isEmpty ? nil : path
  }

  /// A time zone of the system's database; the C library takes an unknown one for UTC silently.
  static let timeZone = ValueKind(
    accepts: "a time zone that this system knows, such as UTC or Europe/Berlin"
  ) { name in
    System.hasTimeZone(name) ? name : nil
  }
}
