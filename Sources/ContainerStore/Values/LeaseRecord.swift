/// A lease as a container keeps it: on the boot clock of whoever took it.
struct LeaseRecord: Sendable {
  var owner: ProcessIdentity
  /// Boot-clock seconds at which it was taken.
  var takenAt: Double
  /// Boot-clock seconds at which it ends.
  var endsAt: Double

  init(owner: ProcessIdentity, takenAt: Double, endsAt: Double) {
    self.owner = owner
    self.takenAt = takenAt
    self.endsAt = endsAt
  }

  init(_ lease: Lease, in environment: ContainerEnvironment) {
    let now = environment.bootSeconds()
    self.init(owner: lease.owner, takenAt: now, endsAt: now + lease.seconds)
  }

  /// Seconds until it ends; 0 where it has, or where its owner is known to be gone.
  func secondsLeft(in environment: ContainerEnvironment) -> Double {
    let now = environment.bootSeconds()
    // A clock that stands before the lease was taken is the clock of a later boot.
    guard now >= takenAt, now < endsAt else { return 0 }
    return environment.liveness(owner) == .gone ? 0 : endsAt - now
  }
}
