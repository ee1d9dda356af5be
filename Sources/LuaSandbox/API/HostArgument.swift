package import Notifications

/// What a script hands over: an argument of a host call, or a value that an entry returned.
package enum HostArgument: Sendable, Equatable {
  /// `nil`, or a value that stays in Lua (parameter letter `k`).
  case none
  /// A value with a faithful form.
  case value(JSONValue)
  /// The bytes of a string where the parameter asks for bytes or rendered text; any bytes.
  case bytes([UInt8])
  /// A function, where the parameter asks for one.
  case function
  /// Something that cannot be kept faithfully.
  case invalid(InvalidValue)
}
