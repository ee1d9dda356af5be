/// Why a run was stopped from outside.
package enum StopReason: Sendable, Hashable {
  /// The budget (less the reserve) was used up.
  case deadline
  /// The awaiting task was cancelled, or the executor shut down.
  case cancelled
  /// The host answered ``HostAnswer/end``.
  case host
}
