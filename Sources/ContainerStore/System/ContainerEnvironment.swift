/// What a container takes from the system around it, so that tests can drive all of it.
package struct ContainerEnvironment: Sendable {
  /// Whether a process still runs.
  package enum Liveness: Sendable {
    case running
    /// The same boot, and no such process; or another boot.
    case gone
    /// The system does not say. Only the end of its lease tells.
    case unknown
  }

  /// Seconds since the system started, sleep included.
  package var bootSeconds: @Sendable () -> Double
  /// The boot, and on Linux the process namespace, that this process belongs to.
  package var bootID: String
  /// Whether a process still runs.
  package var liveness: @Sendable (ProcessIdentity) -> Liveness
  /// Whether protected data may be read, as the host knows it. A container finds out by itself as
  /// well where the system refuses.
  package var isProtectedDataAvailable: @Sendable () -> Bool
  /// A number from 0 up to, not including, 1: jitter of retries and of sleeps.
  package var random: @Sendable () -> Double
  /// Blocks the thread for so many seconds.
  package var sleep: @Sendable (Double) -> Void

  package init(
    bootSeconds: @escaping @Sendable () -> Double,
    bootID: String,
    liveness: @escaping @Sendable (ProcessIdentity) -> Liveness,
    isProtectedDataAvailable: @escaping @Sendable () -> Bool = { true },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    sleep: @escaping @Sendable (Double) -> Void
  ) {
    self.bootSeconds = bootSeconds
    self.bootID = bootID
    self.liveness = liveness
    self.isProtectedDataAvailable = isProtectedDataAvailable
    self.random = random
    self.sleep = sleep
  }

  /// The running system.
  package static var system: ContainerEnvironment {
    ContainerEnvironment(
      bootSeconds: SystemClock.bootSeconds,
      bootID: ProcessTable.bootID,
      liveness: ProcessTable.liveness,
      sleep: SystemClock.sleep)
  }
}

extension ProcessIdentity {
  /// This process.
  package static let current = ProcessTable.current
}
