/// Answers the calls of one invocation.
package protocol ScriptHost: AnyObject, Sendable {
  /// Answers a call. Runs on the script's thread while the script stands still; it must not run
  /// another script on that thread and should not block: what takes time answers
  /// ``HostAnswer/wait(_:)``.
  func answer(_ call: HostCall) -> HostAnswer
}
