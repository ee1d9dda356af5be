/// Answers the calls of one invocation.
package protocol ScriptHost: AnyObject, Sendable {
  /// Answers a call. Runs on the script's thread while the script stands still; it must not run
  /// another script on that thread and should not block: what takes time answers
  /// ``HostAnswer/wait(_:)``.
  func answer(_ call: HostCall) -> HostAnswer

  /// Bytes that the host keeps for the script, read after each call. They count against the memory
  /// limit; where they exceed it the run ends as out of memory. Default: 0.
  var heldBytes: Int { get }
}

extension ScriptHost {
  package var heldBytes: Int { 0 }
}
