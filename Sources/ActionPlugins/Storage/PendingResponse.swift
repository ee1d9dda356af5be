/// A response whose handler was started and has not come to an end.
public struct PendingResponse: Sendable, Hashable {
  /// The identifier of the notification's request.
  public var request: Identifier
  /// The notification's date.
  public var date: Timestamp
  /// The plugin that handles it.
  public var plugin: Identifier
  /// The action that was picked.
  public var action: Identifier
  /// How often it was started since its last ending.
  public var attempts: Int
  /// When the right to run it ends; `nil` where it has ended, or its owner is gone, so that
  /// ``PluginRuntime/recover()`` takes it over.
  public var leaseEnds: Timestamp?
}
