import ContainerStore
import LuaSandbox

/// `reply`: staged replies, and replies that are sent at once.
extension HandlerRun {
  func replySend(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let wanted = try wantedReply(arguments)
    if let key = wanted.key, let first = stagedReply(with: key) {
      if !wanted.isSame(as: first, in: self) { tellOfDropped(key, arguments) }
      return .values([.value(.string(first.id))])
    }
    if let key = wanted.key, let first = sentReply(with: key) {
      return .values([.value(.string(first))])
    }
    try checkCount(arguments)
    let id = state.withLock { state in
      let number = state.effects.replies.count + 1
      let id = "\(claim.invocationID)-\(number)"
      let reply = wanted.reply(id: id, in: self)
      state.effects.append(StagedReply(reply: reply, key: wanted.key))
      return id
    }
    return .values([.value(.string(id))])
  }

  func replySendNow(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let wanted = try wantedReply(arguments)
    if let key = wanted.key, let first = stagedReply(with: key) {
      if !wanted.isSame(as: first, in: self) { tellOfDropped(key, arguments) }
      return .values([.value(.object(["id": .string(first.id), "state": "queued"]))])
    }
    try checkCount(arguments)
    let fields = JSONValue.array([.object(wanted.fields)])
    let answer = try step(
      StepName.sendNow, key: wanted.key, arguments: fields
    ) { ordinal throws(CallFailure) in
      let id = "\(self.claim.invocationID)-now-\(ordinal + 1)-\(fields.mark)"
      return try self.sendNow(wanted.reply(id: id, in: self), key: wanted.key)
    }
    if case .values(let values) = answer {
      // Answered from the record: the reply is this run's as well.
      let sent = Outcome.ReplyReport(
        answer: values, key: wanted.key, fields: wanted.fields, of: claim, in: context)
      if let sent, !state.withLock({ $0.sentNow.contains(idOf: sent) }) { note(sent) }
    }
    return answer
  }

  /// Makes the reply durable, then tries once to deliver it.
  private func sendNow(_ reply: Reply, key: Identifier?) throws(CallFailure) -> StepCall {
    let entry = StagedReply(reply: reply, key: key).entry
    let now = context.services.now()
    let staged = try contained { () throws(ContainerError) in
      try context.container.stageNow(entry, claim: claim, now: now)
    }
    let standing: EntryState
    switch staged {
    case .leaseLost: throw .end(.leaseLost)
    case .existing(let first): standing = first
    case .staged: standing = EntryState(id: entry.id, state: .queued)
    }
    let report = report(reply, standing)
    // Known before anything is waited for: whatever becomes of the run, the reply is reported.
    note(report)
    guard standing.state == .queued else { return .answer(Self.answer(report)) }
    let services = context.services
    let seconds = min(10, context.meter.remainingSeconds - 1)
    return .wait { [self] in
      let state = await services.outbox.tryOnce(
        standing.id, withinSeconds: seconds, on: self.context.meter)
      let report: Outcome.ReplyReport
      switch state {
      case .success(let state): report = self.report(reply, state)
      case .failure(let error): return self.stepFailed(.fault(error))
      }
      self.note(report)
      return .values(Self.answer(report))
    }
  }

  private func report(_ reply: Reply, _ state: EntryState) -> Outcome.ReplyReport {
    Outcome.ReplyReport(
      id: state.id.name.rawValue, key: reply.key, to: reply.to, text: reply.text,
      userInfo: reply.userInfo,
      state: Outcome.ReplyReport.State(state.state), reason: state.reason, now: true)
  }

  private func note(_ report: Outcome.ReplyReport) {
    state.withLock { $0.sentNow.note([report]) }
  }

  private static func answer(_ report: Outcome.ReplyReport) -> [HostValue] {
    let state: Outcome.ReplyReport.State = report.state == .recorded ? .sent : report.state
    var answer: JSONObject = ["id": .string(report.id), "state": .string(state.rawValue)]
    answer["reason"] = report.reason.map { .string($0) }
    return [.value(.object(answer))]
  }

  private func stagedReply(with key: Identifier) -> Reply? {
    state.withLock { state in
      state.effects.replies.first { $0.key == key }?.reply
    }
  }

  /// That a key stands for one reply is a promise; that it hides another one is mostly a mistake.
  private func tellOfDropped(_ key: Identifier, _ arguments: APIArguments) {
    let sentence =
      "\(arguments.path): another reply has the key \"\(key)\" already, and this one is not sent;"
      + " give it a key of its own"
    state.withLock { $0.log.write(.warn, sentence, JSONObject(), attempt: attempt) }
  }

  private func sentReply(with key: Identifier) -> String? {
    let stable = claim.stableKey(key)
    return state.withLock { state in
      state.sentNow.first { $0.key.utf8.elementsEqual(stable.utf8) }?.id
    }
  }

  private func checkCount(_ arguments: APIArguments) throws(CallFailure) {
    let limit = context.limits.replies
    let count = state.withLock { $0.effects.replies.count + $0.sentNow.count }
    guard count < limit else {
      throw CallFailure(
        "\(arguments.path): this invocation has \(limit) replies already, the limit is \(limit)"
          + " replies; send fewer")
    }
  }

  private func wantedReply(_ arguments: APIArguments) throws(CallFailure) -> WantedReply {
    guard entry != .undelivered else {
      throw CallFailure(
        "\(arguments.path): undelivered may not reply; post a notification, or write to storage")
    }
    try permit(context.permissions.reply != .none, "\"reply\": {}", arguments)
    let fields = try arguments.fields(0)
    let wanted = WantedReply(
      fields: fields.object, text: try fields.string("text"), to: try fields.string("to"),
      userInfo: try fields.object("userInfo").map { .object($0) },
      key: try fields.string("key").map { Identifier($0) })
    for (name, text) in [("text", wanted.text), ("to", wanted.to), ("key", wanted.key?.rawValue)] {
      let limit = name == "key" ? context.limits.keyBytes : context.limits.textBytes
      try check(text: text, "reply.\(name)", limit: limit, arguments)
    }
    guard wanted.to?.isEmpty != true else {
      throw CallFailure(
        "\(arguments.path): reply.to is empty; name a recipient, or leave it out for the"
          + " notification's thread")
    }
    guard wanted.key?.rawValue.isEmpty != true else {
      throw CallFailure("\(arguments.path): reply.key is empty; give it at least one byte, or none")
    }
    if let userInfo = wanted.userInfo {
      try check(size: userInfo, "reply.userInfo", cure: "send less", arguments)
    }
    guard wanted.text?.isEmpty == false || wanted.userInfo != nil else {
      throw CallFailure(
        "\(arguments.path): reply.text is empty; give a text, or userInfo for a reply without one")
    }
    let to = wanted.to ?? context.thread
    let thread = context.thread.map { Identifier($0) }
    let isOwnThread = wanted.to.map { Identifier($0) == thread } ?? true
    guard context.permissions.allowsReply(to: to.map { Identifier($0) }, isOwnThread: isOwnThread)
    else {
      throw CallFailure(
        "\(arguments.path): the manifest does not permit replies to this recipient; name it, or"
          + " \"*\", under permissions.reply.to in plugin.json")
    }
    return wanted
  }

  /// Refuses a text field that is longer than its limit.
  func check(
    text: String?, _ name: String, limit: Int, _ arguments: APIArguments
  ) throws(CallFailure) {
    guard let text, text.utf8.count > limit else { return }
    throw CallFailure(
      "\(arguments.path): \(name) has \(text.utf8.count) bytes, the limit is \(limit) bytes;"
        + " shorten it")
  }
}

/// What a script asked to be sent, checked.
private struct WantedReply {
  let fields: JSONObject
  let text: String?
  let to: String?
  let userInfo: JSONValue?
  let key: Identifier?

  func isSame(as first: Reply, in run: HandlerRun) -> Bool {
    let wanted = reply(id: first.id, in: run)
    return wanted.text.map { Identifier($0) } == first.text.map { Identifier($0) }
      && wanted.to.map { Identifier($0) } == first.to.map { Identifier($0) }
      && wanted.userInfo == first.userInfo
  }

  func reply(id: String, in run: HandlerRun) -> Reply {
    let context = run.context
    return Reply(
      id: id, key: key.map { run.claim.stableKey($0) } ?? id, to: to ?? context.thread,
      text: text, userInfo: userInfo, plugin: context.plugin.identifier,
      notification: context.source, attempt: 1)
  }
}
