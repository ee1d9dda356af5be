/// An answer that takes time.
package struct HostWait: Sendable {
  /// Whether the invocation's clock stands still meanwhile, because a person decides.
  package var stopsClock: Bool
  /// How long the wait lasts in virtual time, in seconds; nobody waits for it.
  ///
  /// Looked at only where the meter counts virtual time. Where it takes the run past its deadline,
  /// the run is stopped and the operation is not called.
  package var simulatedSeconds: Double?
  /// Brings the answer. It is cancelled when the run stops; an answer that comes later is dropped.
  package var operation: @Sendable () async -> HostAnswer

  package init(
    stopsClock: Bool = false, simulatedSeconds: Double? = nil,
    operation: @escaping @Sendable () async -> HostAnswer
  ) {
    self.stopsClock = stopsClock
    self.simulatedSeconds = simulatedSeconds
    self.operation = operation
  }
}
