import Notifications

extension SQLiteContainer {
  package func commit(
    _ transaction: Transaction, outcome: (CommitReceipt) -> [UInt8]
  ) throws(ContainerError) -> CommitResult {
    let written = transaction.writtenTurnKeys
    let patience = environment.bootSeconds() + TurnRules.longestSeconds
    while true {
      let isPatient = environment.bootSeconds() < patience
      let result: CommitResult? = try write(both: transaction.writesProtected) {
        main, connections throws(ContainerError) -> Verdict<CommitResult?> in
        if isPatient, try main.isHeldBack(written, by: transaction.turn, in: environment) {
          return .drop(nil)
        }
        if transaction.writesProtected {
          let spaces = ProtectedSpaces(protected: try protected(&connections), main: main)
          if try spaces.voidUndecided() { return .keep(nil) }
        }
        let result = try commit(transaction, main, &connections, outcome)
        if case .committed = result { return .keep(result) }
        return .drop(result)
      }
      guard let result else {
        environment.sleep(TurnRules.pause(random: environment.random()))
        continue
      }
      if case .committed = result { notify(Array(transaction.writes.keys)) }
      return result
    }
  }

  private func commit(
    _ transaction: Transaction, _ main: Connection, _ connections: inout Connections,
    _ outcome: (CommitReceipt) -> [UInt8]
  ) throws(ContainerError) -> CommitResult {
    var record: InboxRecord?
    if let claim = transaction.claim {
      record = try main.held(claim)
      guard record != nil else { return .leaseLost }
    }
    let protected = try transaction.touchesProtected ? protected(&connections) : nil
    let plan: CommitPlan
    do throws(ContainerError) {
      if transaction.writesProtected, let protected {
        try ProtectedSpaces(protected: protected, main: main).begin()
      }
      let check = ReadCheck(main: main, protected: protected)
      guard try check.isCurrent(transaction.reads) else {
        protected?.rollBack()
        return .conflict
      }
      let planned = try CommitPlan.make(
        transaction, limits: limits, main: main, protected: protected)
      switch planned {
      case .success(let worked): plan = worked
      case .failure(let refusal):
        protected?.rollBack()
        return .refused(refusal)
      }
    } catch {
      protected?.rollBack()
      throw error
    }
    return .committed(try apply(plan, transaction, record, main, protected, outcome))
  }

  private func apply(
    _ plan: CommitPlan, _ transaction: Transaction, _ record: InboxRecord?, _ main: Connection,
    _ protected: Connection?, _ outcome: (CommitReceipt) -> [UInt8]
  ) throws(ContainerError) -> CommitReceipt {
    let version = Version.fresh()
    if transaction.writesProtected, let protected {
      do throws(ContainerError) {
        try ProtectedSpaces(protected: protected, main: main)
          .stage(plan.protectedChanges, version: version)
      } catch {
        protected.rollBack()
        throw error
      }
    }
    try main.apply(plan.changes, version: version)
    try main.apply(transaction.files, totals: plan.fileBytes, version: version)
    if let turn = transaction.turn { try main.end(turn) }
    var receipt = CommitReceipt(increments: plan.increments, isSettled: true)
    guard let record else { return receipt }
    for entry in transaction.entries {
      let first = try main.stage(entry, of: record, isNow: false, now: transaction.now)
      if let first { receipt.repeated[entry.id] = first }
    }
    receipt.isSettled = try !main.hasWaitingEntries(of: record.id)
    try main.commitDelivery(record.id, outcome: outcome(receipt))
    try main.eraseResponseIfDone(record.id)
    return receipt
  }
}

extension Transaction {
  var writesProtected: Bool { writes.keys.contains { $0.space.isProtected } }
}

extension Connection {
  fileprivate func apply(_ changes: [ValueChange], version: Version) throws(ContainerError) {
    var growth: [Int64: Int] = [:]
    for change in changes {
      // Another key of this transaction may have made the space meanwhile.
      let space =
        if let space = change.space { space } else { try namedSpace(change.key.space) }
      try setValue(change.value, of: change.key.key, in: space, version: version)
      growth[space, default: 0] += change.growth
    }
    for (space, bytes) in growth { try grow(space, by: bytes) }
  }

  fileprivate func apply(
    _ files: [FileKey: FileWrite], totals: [Identifier: Int], version: Version
  ) throws(ContainerError) {
    for (file, write) in files {
      switch write {
      case .write(let content): try setFile(content, file, version: version)
      case .remove: try setFile(nil, file, version: version)
      }
    }
    for (plugin, bytes) in totals { try setFileBytes(bytes, of: plugin) }
  }
}
