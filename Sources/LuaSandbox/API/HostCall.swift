package import Notifications

/// What a script asks of the host.
package struct HostCall: Sendable {
  /// Index into ``SandboxAPI/functions``.
  package let function: Int
  /// 0, or 1 for the second half of an update.
  package let phase: Int
  /// The space whose table the function was taken from: the last part of the space function's
  /// path, and its argument after a colon if it takes one (`protected`, `shared:unread`); nil for
  /// the plain function.
  package let space: Identifier?
  let encoded: EncodedArguments

  /// The arguments given; trailing ones that the script left out are absent. Read anew each time.
  package var arguments: [HostArgument] { encoded.values }
}
