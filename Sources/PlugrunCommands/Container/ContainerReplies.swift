import ActionPlugins

/// `plugrun container outbox` and `deliver`.
enum ContainerReplies {
  @Sendable static func list(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let container = try call.setUp.container()
    let replies = try await call.asked { () throws(RuntimeError) in try await container.outbox() }
    var lines = ReportLines(style: call.console.outputStyle)
    lines.addOutbox(replies, at: call.setUp.clock())
    return call.finish(lines.text, ["outbox": .array(replies.map(\.json))])
  }

  @Sendable static func deliver(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let waiting = try await waiting(call)
    guard !waiting.isEmpty else { return finish([], waiting: [], call) }
    guard call.options.replyTo != nil || call.options.failure != nil else {
      let replies = Quantity.count(waiting.count, "reply waits", plural: "replies wait")
      throw Diagnostic(UsageError("\(replies); name where to post with --reply-to URL"))
    }
    // Before anything is tried, so that no reply loses a try by it.
    if let obstacle = call.setUp.helper?.obstacle {
      throw Diagnostic(code: "webhook", message: obstacle, exitCode: .hostFault)
    }
    let setUp = call.setUp
    let runtime = try setUp.runtime(clock: setUp.clock, createsContainer: false)
    if let ending = setUp.tellBundles(of: runtime) { return ending }
    let tried = try await call.asked { () throws(RuntimeError) in
      try await runtime.deliverOnce(ignoringBackoff: call.arguments.has("now-all"))
    }
    return finish(tried, waiting: try await Self.waiting(call), call)
  }

  private static func waiting(_ call: ContainerCall) async throws(Diagnostic) -> [OutboxReply] {
    let container = try call.setUp.container()
    return try await call.asked { () throws(RuntimeError) in
      try await container.outbox().filter { $0.reply.state == .queued }
    }
  }

  private static func finish(
    _ tried: [Outcome.ReplyReport], waiting: [OutboxReply], _ call: ContainerCall
  ) -> ExitCode {
    let refused = tried.count { $0.state == .rejected }
    let sent = tried.count { $0.state == .sent }
    var lines = ReportLines(style: call.console.outputStyle)
    // What was tried and waits again is among those that wait, which tell more.
    lines.addReplies(tried.filter { $0.state != .queued }, label: "reply")
    lines.addOutbox(waiting, at: call.setUp.clock())
    let summary = "\(sent) sent, \(refused) refused, \(waiting.count) waiting\n"
    return call.finish(
      lines.text + summary,
      [
        "sent": .integer(Int64(sent)), "rejected": .integer(Int64(refused)),
        "waiting": .integer(Int64(waiting.count)), "replies": .array(tried.map(\.json)),
        "outbox": .array(waiting.map(\.json)),
      ],
      refused > 0 ? .otherOutcome : .asExpected)
  }
}
