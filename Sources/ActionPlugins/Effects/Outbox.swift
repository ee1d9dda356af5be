import ContainerStore
import LuaSandbox

/// Hands to the sender and the presenter what the container's outbox holds.
struct Outbox: Sendable {
  let container: any Container
  let executor: ScriptExecutor
  let sender: (any ReplySender)?
  let presenter: (any NotificationPresenter)?
  let now: @Sendable () -> Timestamp

  /// Seconds that one attempt may take.
  static let attemptSeconds: Double = 10
  /// Entries that are tried at once.
  private static let atOnce = 8

  /// One attempt at an entry that was made durable just now, and where the entry stands then.
  ///
  /// - Parameter meter: The invocation's; in virtual time it goes on by what the attempt takes.
  func tryOnce(
    _ id: EntryID, withinSeconds seconds: Double, on meter: BudgetMeter
  ) async -> Result<EntryState, ContainerError> {
    guard seconds > 0 else { return .success(EntryState(id: id, state: .queued)) }
    return await attempt(only: [id], withinSeconds: seconds).map { attempts in
      meter.advance(bySeconds: attempts.simulatedSeconds)
      return attempts.states.first { $0.id == id } ?? EntryState(id: id, state: .queued)
    }
  }

  /// Tries each of these once, as far as it is due and the time reaches; gives the states of those
  /// that were tried.
  ///
  /// Earlier entries for the same recipients go first: those that are due are tried as well, and
  /// one that somebody else tries at the moment is waited for. Otherwise a single reply that had to
  /// wait would hold back all later ones.
  ///
  /// - Parameter meter: An invocation's; in virtual time it goes on by what the attempts take.
  func deliver(
    _ ids: Set<EntryID>, withinSeconds seconds: Double, ignoringBackoff: Bool = false,
    on meter: BudgetMeter? = nil
  ) async -> Result<[EntryState], ContainerError> {
    let start = ContinuousClock.now
    var simulatedSeconds = 0.0
    var untried = ids
    var ahead: Set<EntryID> = []
    var tried: Set<EntryID> = []
    var states: [EntryState] = []
    do throws(ContainerError) {
      while !Task.isCancelled, !untried.isEmpty {
        let elapsed =
          simulatedSender == nil ? (ContinuousClock.now - start).seconds : simulatedSeconds
        let rest = seconds - elapsed
        guard rest > 0 else { break }
        let attempts = try await attempt(
          only: untried.union(ahead), withinSeconds: min(rest, Self.attemptSeconds),
          ignoringBackoff: ignoringBackoff
        ).get()
        simulatedSeconds += attempts.simulatedSeconds
        meter?.advance(bySeconds: attempts.simulatedSeconds)
        let results = attempts.states
        if results.isEmpty {
          let heads = try await dueHeads(before: untried)
          guard !heads.isSubset(of: tried) else { break }
          // What is not ahead of these for the first time is being tried by somebody else.
          if heads.isSubset(of: ahead.union(untried)) {
            try? await Task.sleep(for: .milliseconds(5))
            simulatedSeconds += 0.005
          }
          ahead = heads.subtracting(tried)
        }
        states += results
        tried.formUnion(results.map(\.id))
        untried.subtract(tried)
        ahead.subtract(tried)
      }
    } catch {
      return .failure(error)
    }
    return .success(states)
  }

  /// The oldest entries for the recipients of these, as far as they are due.
  private func dueHeads(before ids: Set<EntryID>) async throws(ContainerError) -> Set<EntryID> {
    let container = container
    let time = now()
    return try await executor.perform {
      Result { () throws(ContainerError) in
        let waiting = try container.outbox().filter { $0.state == .queued }
        let wanted = Set(waiting.filter { ids.contains($0.id) }.map(Queue.init))
        var seen: Set<Queue> = []
        let heads = waiting.filter { seen.insert(Queue($0)).inserted && wanted.contains(Queue($0)) }
        return Set(heads.filter { $0.notBefore <= time }.map(\.id))
      }
    }.get()
  }

  /// Entries that go out one after another.
  private struct Queue: Hashable {
    let kind: StagedEntry.Kind
    let recipient: Identifier?
    let plugin: Identifier?

    init(_ entry: OutboxEntry) {
      kind = entry.entry.kind
      recipient = kind == .reply ? entry.entry.recipient : nil
      plugin = recipient == nil ? entry.plugin : nil
    }
  }

  /// One attempt at all that is due now, of each recipient the oldest.
  func deliverDue(withinSeconds seconds: Double) async -> Result<[EntryState], ContainerError> {
    await attempt(only: nil, withinSeconds: min(seconds, Self.attemptSeconds)).map(\.states)
  }

  /// Takes what is due and tries each entry once, at the same time.
  private func attempt(
    only: Set<EntryID>?, withinSeconds seconds: Double, ignoringBackoff: Bool = false
  ) async -> Result<Attempts, ContainerError> {
    let lease = Lease(owner: .current, seconds: seconds + 5)
    let container = container
    let time = now()
    let taken = await executor.perform {
      Result { () throws(ContainerError) in
        try container.takeDue(
          now: time, only: only, limit: Self.atOnce, lease: lease,
          ignoringBackoff: ignoringBackoff)
      }
    }
    guard case .success(let entries) = taken else { return taken.map { _ in Attempts() } }
    var attempts = Attempts()
    do throws(ContainerError) {
      attempts.simulatedSeconds = try simulatedSeconds(of: entries, withinSeconds: seconds)
    } catch {
      return .failure(error)
    }
    let results = await withTaskGroup(
      of: Result<EntryState, ContainerError>.self,
      returning: Result<[EntryState], ContainerError>.self
    ) { group in
      for entry in entries {
        group.addTask { await attempt(entry, withinSeconds: seconds) }
      }
      var states: [EntryState] = []
      var failure: ContainerError?
      for await result in group {
        switch result {
        case .success(let state): states.append(state)
        case .failure(let error): failure = failure ?? error
        }
      }
      return failure.map { .failure($0) } ?? .success(states)
    }
    return results.map { states in
      attempts.states = states
      return attempts
    }
  }

  private func attempt(
    _ entry: OutboxEntry, withinSeconds seconds: Double
  ) async -> Result<EntryState, ContainerError> {
    let attempt: DeliveryAttempt
    do {
      switch try OutboxContent(entry) {
      case .reply(let reply): attempt = await send(reply, withinSeconds: seconds)
      case .change(let change): attempt = await apply(change, withinSeconds: seconds)
      }
    } catch {
      return .failure(error)
    }
    let container = container
    let time = now()
    return await executor.perform {
      Result { () throws(ContainerError) in
        try container.record(attempt, of: entry, now: time, settle: OutcomeRecord.settled)
      }
    }
  }

  private func send(_ reply: Reply, withinSeconds seconds: Double) async -> DeliveryAttempt {
    guard let sender else { return .recorded }
    let now = now
    let late = DeliveryAttempt.retry(
      reason: "no answer within \(seconds.rounded()) s", notBefore: nil)
    if let simulatedSender, simulatedSender.seconds(for: reply) >= seconds {
      // What it would answer later is dropped.
      _ = try? await simulatedSender.send(reply)
      return late
    }
    let attempt = await Deadline.race(seconds: seconds, otherwise: late) {
      () async -> DeliveryAttempt in
      do {
        switch try await sender.send(reply) {
        case .sent: return .sent
        case .rejected(let reason): return .rejected(reason: reason)
        case .offline: return .offline
        case .retry(let seconds):
          return .retry(
            reason: "the receiver asked to try again",
            notBefore: seconds.map { now().advanced(bySeconds: $0) })
        }
      } catch {
        return .retry(reason: "\(error)", notBefore: nil)
      }
    }
    // Whoever waited has stopped waiting, long before the time was over.
    if Task.isCancelled, case .retry(_, nil) = attempt {
      return .retry(reason: "no answer before the attempt was given up", notBefore: nil)
    }
    return attempt
  }

  private func apply(
    _ change: NotificationChange, withinSeconds seconds: Double
  ) async -> DeliveryAttempt {
    guard let presenter else { return .recorded }
    return await Deadline.race(
      seconds: seconds,
      otherwise: .retry(reason: "no answer within \(seconds.rounded()) s", notBefore: nil)
    ) {
      do {
        try await presenter.apply(change)
        return .sent
      } catch {
        return .retry(reason: "\(error)", notBefore: nil)
      }
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
