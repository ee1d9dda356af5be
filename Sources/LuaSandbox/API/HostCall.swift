import CSandbox
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
  /// The world that waits for the answer.
  let world: World

  /// The arguments given; trailing ones that the script left out are absent. Read anew each time.
  package var arguments: [HostArgument] { encoded.values }

  /// Whether the script was told to stop meanwhile, so that nobody waits for the answer. To be asked
  /// during the call only, by answers that take long to work out.
  package var isStopped: Bool { unsafe csb_stop_reason_of(world.handle) != CSB_STOP_NONE }
}
