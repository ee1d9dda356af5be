/// A function of the host that scripts call as `host.<name>`.
///
/// It runs off the script's thread and is cancelled with the invocation. After a crash it may be
/// called again with the same ``HostFunctionCall/invocation`` and ``HostFunctionCall/ordinal``.
/// What it throws reaches the script as `nil, message, "hostFunction"`.
public typealias HostFunction = @Sendable (HostFunctionCall) async throws -> JSONValue

/// One call of a host function.
public struct HostFunctionCall: Sendable {
  /// The name it was registered under.
  public var name: String
  /// What the script passed; a nil among them is null.
  public var arguments: [JSONValue]
  /// The plugin that calls.
  public var plugin: Identifier
  /// Identifies the invocation over re-runs and recovery.
  public var invocation: String
  /// Counts the invocation's recorded steps, from 1.
  public var ordinal: Int
}
