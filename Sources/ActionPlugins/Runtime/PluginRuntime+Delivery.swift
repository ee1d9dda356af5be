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
    report.waiting = try await services.access.contained { container throws(ContainerError) in
      try container.outbox().count { $0.state == .queued }
    }
    return report
  }

  /// Makes one attempt at every reply that waits and is due, of each recipient in commit order; a
  /// reply that has to wait again holds back the later ones to its recipient.
  ///
  /// What is finally refused runs its plugin's `undelivered` and reaches the host. Notifications
  /// are left to whoever shows them.
  ///
  /// - Parameter ignoringBackoff: Whether replies that wait for their next try are due as well; a
  ///   receiver's `Retry-After` holds all the same. Default: false.
  /// - Returns: The replies that were tried, as they stand now, with what they hold.
  @discardableResult
  public func deliverOnce(
    ignoringBackoff: Bool = false
  ) async throws(RuntimeError) -> [Outcome.ReplyReport] {
    let waiting = try await container.outbox().map(\.reply).filter { $0.state == .queued }
    var tried: [Outcome.ReplyReport] = []
    // Each look for what is due asks for every reply of a group.
    for start in stride(from: 0, to: waiting.count, by: Self.repliesAtATime) {
      let group = waiting[start..<min(start + Self.repliesAtATime, waiting.count)]
      let ids = Set(group.map { EntryID(Identifier($0.id)) })
      let states: [EntryState]
      do {
        states = try await services.outbox.deliver(
          ids, withinSeconds: .greatestFiniteMagnitude, ignoringBackoff: ignoringBackoff
        ).get()
      } catch {
        throw RuntimeError(.container, error.description)
      }
      let stateOf = Dictionary(states.map { ($0.id.name, $0) }) { $1 }
      for var reply in group {
        guard let state = stateOf[Identifier(reply.id)] else { continue }
        reply.state = .init(state.state)
        reply.reason = state.reason
        tried.append(reply)
      }
    }
    let refused = Set(tried.filter { $0.state == .rejected }.map { Identifier($0.id) })
    if !refused.isEmpty { _ = await handOverUndelivered { refused.contains($0) } }
    return tried
  }

  private static let repliesAtATime = 64

  /// `nil` where nothing waits.
  private func secondsUntilDue() async throws(RuntimeError) -> Double? {
    let due = try await services.access.contained { container throws(ContainerError) in
      try container.nextDue()
    }
    return due.map { $0.secondsSince1970 - services.now().secondsSince1970 }
  }
}
