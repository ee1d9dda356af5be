/// The host's ceilings: how much time, memory and room a plugin gets.
///
/// Every limit has a default, is named with its value in the error of whoever exceeds it, and is
/// inclusive: a value exactly at the limit is accepted. Units are in the names: `Bytes` counts
/// bytes of UTF-8 or of encoded JSON, never characters; `Seconds` is monotonic wall-clock time.
///
/// ```swift
/// var limits = PluginLimits.default
/// limits.invocationSeconds = 10
/// ```
public struct PluginLimits: Sendable, Hashable {
  /// The limits of a host that sets none.
  public static let `default` = PluginLimits()

  /// The defaults; change single properties afterwards.
  public init() {}

  // MARK: An invocation

  /// Seconds an invocation may take, waiting and delivery included, the gate not. Default 30.
  ///
  /// A manifest may ask for less (`limits.seconds`), never for more.
  public var invocationSeconds: Double = 30

  /// Bytes a script's world may use at once. Default 8 MiB (8,388,608).
  ///
  /// A manifest may ask for less (`limits.memoryBytes`), never for more.
  public var memoryBytes: Int = 8 << 20

  /// How often an invocation is run again after somebody else changed what it had read. Default 8.
  public var reruns: Int = 8

  /// Seconds a person may take to authenticate while the script's clock stands. Default 60.
  public var authenticationSeconds: Double = 60

  // MARK: A bundle

  /// Bytes of one `plugin.json`. Default 256 KiB (262,144).
  public var manifestBytes: Int = 256 << 10

  /// Bytes of one Lua file. Default 64 KiB (65,536).
  public var scriptBytes: Int = 64 << 10

  /// Bytes of all Lua files of a bundle together. Default 1 MiB (1,048,576).
  public var bundleScriptBytes: Int = 1 << 20

  /// Files and folders that a bundle's folder may hold, hidden ones not counted. Default 4,096.
  public var bundleEntries: Int = 4096

  /// How many folders deep a bundle's files may lie; a file beside `plugin.json` is 0 deep.
  /// Default 16.
  public var bundleDepth: Int = 16

  /// Seconds the top level of one handler file may take. Default 1.
  public var loadSeconds: Double = 1

  // MARK: A response

  /// Bytes of a response in its JSON form. Default 256 KiB (262,144).
  public var responseBytes: Int = 256 << 10

  /// Levels of arrays and objects in a response's JSON. Default 64.
  public var responseDepth: Int = 64

  // MARK: Storage and files

  /// Bytes of one stored value, encoded. Default 64 KiB (65,536).
  public var valueBytes: Int = 64 << 10

  /// Levels of arrays and objects in a value that a script hands over. Default 32.
  public var valueDepth: Int = 32

  /// Bytes of one key. Default 256.
  public var keyBytes: Int = 256

  /// Bytes of the keys and encoded values of one space: own, protected, each shared one.
  /// Default 1 MiB (1,048,576).
  public var spaceBytes: Int = 1 << 20

  /// Bytes of one file kept by a plugin. Default 1 MiB (1,048,576).
  public var fileBytes: Int = 1 << 20

  /// Bytes of all files kept by a plugin. Default 10 MiB (10,485,760).
  public var pluginFileBytes: Int = 10 << 20

  // MARK: What an invocation stages

  /// Replies an invocation may stage or send. Default 16.
  public var replies: Int = 16

  /// Notifications an invocation may post, remove or badge. Default 16.
  public var notifications: Int = 16

  /// Bytes of each text field of a reply or a notification. Default 16 KiB (16,384).
  public var textBytes: Int = 16 << 10

  /// Log lines kept of an invocation; the rest is counted. Default 200.
  public var logLines: Int = 200

  /// Bytes of one log line; a longer one is cut on a character boundary and ends in "…".
  /// Default 2 KiB (2,048).
  public var logLineBytes: Int = 2 << 10
}

extension PluginLimits {
  /// Bytes of one value that a script hands over at all, in the sandbox's form: twice what may be
  /// kept, so that what is a little too large is still measured as JSON.
  var handedOverBytes: Int { max(valueBytes, fileBytes) * 2 }
}
