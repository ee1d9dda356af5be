import ContainerStore
import LuaSandbox

/// The one transaction at the end of a run that succeeded.
extension Invocation {
  func commit(
    _ values: [HostArgument], of run: HandlerRun, _ claim: Claim
  ) throws(ContainerError) -> RunRequest? {
    let wanted: HandlerReturn
    do {
      wanted = try HandlerReturn(
        run.entry == .handle ? values : [], file: context.handler.file,
        mayOpen: context.handler.opensApp, limits: context.limits)
    } catch {
      return try failOrRunAgain(run, failed(error.sentence, code: "invalidReturn"))
    }
    let (effects, asked) = run.state.withLock { ($0.effects, $0.sentNow) }
    guard !effects.touchesProtected || context.device.isUnlocked else {
      return try failOrRunAgain(run, locked())
    }
    let sentNow = state.withLock { $0.sentNow }
    var outcome: Outcome
    if run.entry == .expire {
      outcome = timedOut()
      outcome.expired = true
      outcome.userText = nil
      outcome.sentBeforeOutcome = sentNow
    } else {
      guard sentNow.allSatisfy({ $0.state == .rejected || asked.contains(idOf: $0) }) else {
        return try finish(diverged(at: nil))
      }
      outcome = context.outcome(.completed)
      outcome.completion = wanted.completion
      outcome.open = wanted.open
      outcome.result = wanted.result
      outcome.replies = asked
      outcome.sentBeforeOutcome = sentNow.filter { !asked.contains(idOf: $0) }
    }
    outcome.attempts = run.attempt
    outcome.take(effects, for: context.services.outbox)
    state.withLock { outcome.take($0, context) }
    return try commit(effects, outcome, run, claim)
  }

  private func commit(
    _ effects: StagedEffects, _ outcome: Outcome, _ run: HandlerRun, _ claim: Claim
  ) throws(ContainerError) -> RunRequest? {
    // What nobody is there to be handed is recorded in the outcome and takes no place in the outbox.
    let outbox = context.services.outbox
    let entries =
      (outbox.sender == nil ? [] : effects.replies.map(\.entry))
      + (outbox.presenter == nil ? [] : effects.notifications.map(\.entry))
    let transaction = Transaction(
      claim: claim, now: context.services.now(), reads: effects.reads, writes: effects.writes,
      files: effects.files, entries: entries, turn: state.withLock { $0.turn })
    var outcome = outcome
    let result: CommitResult
    let delivering = context.services.delivering
    delivering.begin(claim.key)
    var isCommitted = false
    defer { if !isCommitted { delivering.end(claim.key, with: nil) } }
    do {
      result = try context.container.commit(transaction) { receipt in
        outcome.take(receipt)
        return OutcomeRecord.bytes(of: outcome, isSettled: receipt.isSettled)
      }
    } catch {
      guard error.code == .locked else { throw error }
      return try finish(locked())
    }
    switch result {
    case .committed(let receipt):
      isCommitted = true
      let (final, staged) = (outcome, Set(entries.map(\.id)).subtracting(receipt.repeated.keys))
      state.withLock { state in
        state.isCommitted = true
        state.outcome = final
        state.staged = staged
      }
      return nil
    case .conflict: return try runAgain(run)
    case .leaseLost: return waitForTakeover()
    case .refused(let refusal):
      return try failOrRunAgain(run, failed(refusal.description, code: refusal.code))
    }
  }

  /// The effects are durable and stay in the outbox; only their first attempt is put off.
  func deliveryWasPutOff(_ error: ContainerError) {
    state.withLock { state in
      state.log.write(
        .error, "delivery was put off: \(error)", JSONObject(), attempt: state.attempts)
    }
  }

  private func failed(_ sentence: String, code: String) -> Outcome {
    var outcome = context.outcome(.failed)
    outcome.error = Outcome.Failure(message: sentence, code: code)
    outcome.error?.file = context.handler.file
    return outcome
  }

  private func locked() -> Outcome {
    failed(
      "the device was locked before the protected space could be written, so nothing was written;"
        + " give the action the option authenticationRequired",
      code: "locked")
  }
}

extension Outcome {
  /// What was staged, as it looks before anything is delivered.
  fileprivate mutating func take(_ effects: StagedEffects, for outbox: Outbox) {
    replies += effects.replies.map { staged in
      ReplyReport(
        id: staged.reply.id, key: staged.reply.key, to: staged.reply.to, text: staged.reply.text,
        userInfo: staged.reply.userInfo, state: outbox.sender == nil ? .recorded : .queued)
    }
    notifications = effects.notifications.map { staged in
      staged.change.report(outbox.presenter == nil ? .recorded : .queued)
    }
    for (key, write) in effects.writes {
      switch write {
      case .set(let value): storage.set(value, at: key)
      case .remove: storage.remove(key)
      case .increment: break
      }
    }
    storage.sort()
    for (file, write) in effects.files {
      switch write {
      case .write(let content): files.written[file.name] = content.count
      case .remove: files.removed.append(file.name)
      }
    }
    files.removed.sort()
  }

  /// What only the commit knew: the final values of increments, replies sent before.
  fileprivate mutating func take(_ receipt: CommitReceipt) {
    for (key, value) in receipt.increments { storage.set(value, at: key) }
    for (id, first) in receipt.repeated {
      for index in replies.indices where Identifier(replies[index].id) == id.name {
        replies[index].id = first.id.name.rawValue
        replies[index].state = ReplyReport.State(first.state)
        replies[index].reason = first.reason
      }
    }
  }
}

extension Outcome.StorageReport {
  fileprivate mutating func set(_ value: JSONValue, at key: StoredKey) {
    change(key.space) { $0.set[key.key] = value }
  }

  fileprivate mutating func remove(_ key: StoredKey) {
    change(key.space) { $0.removed.append(key.key) }
  }

  fileprivate mutating func sort() {
    own.removed.sort()
    protected.removed.sort()
    for name in shared.keys { shared[name]?.removed.sort() }
  }

  private mutating func change(_ space: Space, _ body: (inout Outcome.SpaceReport) -> Void) {
    switch space {
    case .own: body(&own)
    case .protected: body(&protected)
    case .shared(let name): body(&shared[name, default: Outcome.SpaceReport()])
    }
  }
}

extension CommitRefusal {
  /// A stable word for programs.
  var code: String {
    switch self {
    case .notANumber: "notANumber"
    case .overflow: "overflow"
    case .emptyKey, .keyTooLong, .fileNameTooLong: "invalidName"
    case .valueNotStorable: "notStorable"
    case .valueTooLarge, .fileTooLarge: "tooLarge"
    case .spaceFull, .filesFull, .tooManyFiles: "full"
    }
  }
}
