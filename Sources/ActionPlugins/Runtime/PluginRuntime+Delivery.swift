import ContainerStore
import LuaSandbox

/// What became of the replies and notifications that were tried.
public struct DeliveryReport: Sendable, Hashable {
  /// Delivered.
  public var sent = 0
  /// Finally refused.
  public var rejected = 0
  /// Those that wait for a later attempt, tried now or not.
  public var waiting = 0
}

extension PluginRuntime {
  /// Delivers what waits in the outbox, each entry when it is due, until nothing waits any more or
  /// the time is over.
  ///
  /// What is finally refused runs its plugin's `undelivered` and reaches the host.
  @discardableResult
  public func deliver(
    until deadline: ContinuousClock.Instant
  ) async throws(RuntimeError) -> DeliveryReport {
    var report = DeliveryReport()
    while !Task.isCancelled, ContinuousClock.now < deadline {
      let rest = (deadline - ContinuousClock.now).seconds
      let states: [EntryState]
      do {
        states = try await services.outbox.deliverDue(withinSeconds: rest).get()
      } catch {
        throw RuntimeError(.container, error.description)
      }
      report.sent += states.count { $0.state == .sent }
      let rejected = Set(states.filter { $0.state == .rejected }.map(\.id.name))
      report.rejected += rejected.count
      if !rejected.isEmpty { _ = await handOverUndelivered { rejected.contains($0) } }
      guard states.isEmpty else { continue }
      guard let pause = try await secondsUntilDue(), pause < rest else { break }
      // Another process may be trying what is due: look again soon.
      try? await Task.sleep(for: .seconds(max(pause, 0.05)))
    }
    report.waiting = try await services.contained { container throws(ContainerError) in
      try container.outbox().count { $0.state == .queued }
    }
    return report
  }

  /// `nil` where nothing waits.
  private func secondsUntilDue() async throws(RuntimeError) -> Double? {
    let due = try await services.contained { container throws(ContainerError) in
      try container.nextDue()
    }
    return due.map { $0.secondsSince1970 - services.now().secondsSince1970 }
  }
}
