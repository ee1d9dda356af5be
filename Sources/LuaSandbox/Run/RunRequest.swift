package import Notifications

/// One call of an entry of a handler file.
package struct RunRequest: Sendable {
  /// The function to call. Default: ``ScriptEntry/handle``.
  package var entry: ScriptEntry
  /// What it is called with.
  package var arguments: [HostValue]
  /// Whether null members of objects in `arguments` are left out, so that the script reads `nil`.
  ///
  /// Nulls inside arrays are `json.null` either way; a flat value has it decided already. Default:
  /// true, as a response is shown to scripts.
  package var leavesOutNullMembers: Bool
  /// Answers the script's calls.
  package var host: any ScriptHost
  /// The budget; shared by the re-runs of one invocation.
  package var meter: BudgetMeter
  /// Seconds of the budget kept back: the run is stopped when no more than these remain. Default: 0.
  package var reserveSeconds: Double
  /// Seed of `math.random`.
  package var seed: (UInt64, UInt64)
  /// Seconds since 1970, for `os.time` and `os.date`.
  package var now: @Sendable () -> Double

  package init(
    entry: ScriptEntry = .handle, values: [HostValue], leavesOutNullMembers: Bool = true,
    host: any ScriptHost, meter: BudgetMeter, reserveSeconds: Double = 0,
    seed: (UInt64, UInt64), now: @escaping @Sendable () -> Double
  ) {
    self.entry = entry
    arguments = values
    self.leavesOutNullMembers = leavesOutNullMembers
    self.host = host
    self.meter = meter
    self.reserveSeconds = reserveSeconds
    self.seed = seed
    self.now = now
  }

  /// A request with values as arguments.
  package init(
    entry: ScriptEntry = .handle, arguments: [JSONValue], leavesOutNullMembers: Bool = true,
    host: any ScriptHost, meter: BudgetMeter, reserveSeconds: Double = 0,
    seed: (UInt64, UInt64), now: @escaping @Sendable () -> Double
  ) {
    self.init(
      entry: entry, values: arguments.map { .value($0) },
      leavesOutNullMembers: leavesOutNullMembers, host: host, meter: meter,
      reserveSeconds: reserveSeconds, seed: seed, now: now)
  }
}
