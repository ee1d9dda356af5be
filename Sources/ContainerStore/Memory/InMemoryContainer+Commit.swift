import Notifications

extension InMemoryContainer {
  package func commit(
    _ transaction: Transaction, outcome: (CommitReceipt) -> [UInt8]
  ) throws(ContainerError) -> CommitResult {
    if transaction.touchesProtected { try checkUnlocked() }
    let written = transaction.writtenTurnKeys
    let patience = environment.bootSeconds() + TurnRules.longestSeconds
    while true {
      let now = environment.bootSeconds()
      let result: CommitResult? = state.withLock { state in
        let isHeldBack = written.contains { key in
          guard let turn = state.turns[key], turn.turn != transaction.turn else { return false }
          return turn.endsAt > now
        }
        if isHeldBack, now < patience { return nil }
        return state.commit(transaction, limits: limits, outcome: outcome)
      }
      guard let result else {
        environment.sleep(TurnRules.pause(random: environment.random()))
        continue
      }
      if case .committed = result { notify(Array(transaction.writes.keys)) }
      return result
    }
  }

  package func takeTurn(
    for keys: Set<TurnKey>, claim: Claim, seconds: Double, waitingSeconds: Double
  ) throws(ContainerError) -> Turn? {
    let patience = environment.bootSeconds() + waitingSeconds
    while true {
      let now = environment.bootSeconds()
      let turn: Turn? = state.withLock { state in
        guard keys.allSatisfy({ (state.turns[$0]?.endsAt ?? now) <= now }) else { return nil }
        let turn = Turn(token: UInt64(state.nextNumber()))
        let endsAt = now + min(seconds, TurnRules.longestSeconds)
        for key in keys { state.turns[key] = MemoryTurn(turn: turn, endsAt: endsAt) }
        return turn
      }
      if let turn { return turn }
      guard now < patience else { return nil }
      environment.sleep(TurnRules.pause(random: environment.random()))
    }
  }

  package func end(_ turn: Turn) throws(ContainerError) {
    state.withLock { $0.end(turn) }
  }
}

extension MemoryState {
  mutating func end(_ turn: Turn) {
    turns = turns.filter { $0.value.turn != turn }
  }

  mutating func commit(
    _ transaction: Transaction, limits: ContainerLimits, outcome: (CommitReceipt) -> [UInt8]
  ) -> CommitResult {
    if let claim = transaction.claim, !holds(claim) { return .leaseLost }
    guard isCurrent(transaction.reads) else { return .conflict }
    // Everything that can be refused is looked at before the first change.
    let plan: MemoryPlan
    do {
      plan = try MemoryPlan(transaction, in: self, limits: limits)
    } catch {
      return .refused(error)
    }
    apply(plan, version: Version(nextNumber()))
    var receipt = CommitReceipt(increments: plan.increments, isSettled: true)
    if let claim = transaction.claim {
      commitDelivery(claim, transaction, &receipt, outcome)
    }
    if let turn = transaction.turn { end(turn) }
    return .committed(receipt)
  }

  private mutating func apply(_ plan: MemoryPlan, version: Version) {
    for (key, stored) in plan.values {
      spaces[key.space, default: SpaceContent()].values[key.key] = stored.map {
        Versioned($0.value, version)
      }
      spaces[key.space]?.sizes[key.key] = stored?.size
    }
    for (space, bytes) in plan.spaceBytes { spaces[space]?.bytes = bytes }
    for (file, content) in plan.files {
      files[file.plugin, default: FilesContent()].files[file.name] = content.map {
        Versioned($0, version)
      }
    }
    for (plugin, bytes) in plan.fileBytes { files[plugin]?.bytes = bytes }
  }

  private mutating func commitDelivery(
    _ claim: Claim, _ transaction: Transaction, _ receipt: inout CommitReceipt,
    _ outcome: (CommitReceipt) -> [UInt8]
  ) {
    for entry in transaction.entries {
      if let first = stage(entry, of: claim.key, isNow: false, now: transaction.now) {
        receipt.repeated[entry.id] = first
      }
    }
    receipt.isSettled = isSettled(claim.key)
    inbox[claim.key]?.phase = .committed(outcome: outcome(receipt))
    inbox[claim.key]?.starts = 0
    inbox[claim.key]?.steps = [:]
    eraseResponseIfDone(claim.key)
  }
}
