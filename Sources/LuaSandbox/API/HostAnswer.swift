package import Notifications

/// One value that the host hands to a script.
package enum HostValue: Sendable, Equatable {
  /// Lua's `nil`.
  case none
  case value(JSONValue)
  /// A value that is in the form for scripts already.
  case flat(FlatJSON)
  /// A string of any bytes.
  case bytes([UInt8])
  /// The call's argument with this index (from 0), as the script gave it.
  case argument(Int)
}

/// What the host answers to a call.
package enum HostAnswer: Sendable {
  /// The call returns these values.
  case values([HostValue])
  /// The call raises this message at the script's file and line.
  case raise(String)
  /// The script is suspended, without a thread, until the wait's operation has answered.
  case wait(HostWait)
  /// The invocation ends here; the script cannot catch it.
  case end
}
