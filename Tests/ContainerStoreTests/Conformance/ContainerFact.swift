import ContainerStore
import Testing

/// One promise of a container, to be kept by every kind of it.
struct ContainerFact: Sendable, CustomTestStringConvertible {
  let name: String
  let limits: ContainerLimits
  let retries: RetryPolicy
  let check: @Sendable (ContainerBench) throws -> Void

  init(
    _ name: String, limits: ContainerLimits = ContainerLimits(),
    retries: RetryPolicy = RetryPolicy(),
    _ check: @escaping @Sendable (ContainerBench) throws -> Void
  ) {
    self.name = name
    self.limits = limits
    self.retries = retries
    self.check = check
  }

  var testDescription: String { name }

  func check(on factory: ContainerBench.Factory) throws {
    try check(ContainerBench(limits: limits, retries: retries, factory))
  }

  /// All of them.
  static let all: [ContainerFact] =
    inbox + recovery + retention + reads + files + commits + quotas + turns + steps + staging
    + delivering + settling + undelivered + hostSide + locked
}
