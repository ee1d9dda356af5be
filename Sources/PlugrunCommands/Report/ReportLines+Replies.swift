import ActionPlugins

extension ReportLines {
  /// Replies with what they say and where they stand.
  mutating func addReplies(_ replies: [Outcome.ReplyReport], label: String) {
    for reply in replies {
      let to = reply.to.map { "to \($0.visible)" } ?? "to nobody: the notification has no thread"
      let now = reply.now ? ", by sendNow" : ""
      let reason = reply.reason.map { ": " + $0.visible } ?? ""
      let color: TextStyle.Color =
        switch reply.state {
        case .sent, .recorded: .green
        case .queued: .yellow
        case .rejected: .red
        }
      add(label, .init(to + now), .init(reply.state.rawValue + reason, color))
      if let text = reply.text { addQuote(text) }
      if let userInfo = reply.userInfo { add("", .init("userInfo " + userInfo.visible)) }
    }
  }

  /// Replies of the outbox: what they say, whose they are, and when they are tried next.
  mutating func addOutbox(_ replies: [OutboxReply], at now: Timestamp) {
    for held in replies {
      addReplies([held.reply], label: "reply")
      add("", .init("id \(held.reply.id.visible), of \(held.plugin.rawValue.visible)"))
      let tries =
        held.tries == 0 ? "not tried yet" : Quantity.count(held.tries, "try", plural: "tries")
      guard let next = held.nextTry else {
        add("", .init("staged at \(held.stagedAt), refused; \(tries)"))
        continue
      }
      let when = next > now ? "next one not before \(next)" : "due"
      add("", .init("waits since \(held.stagedAt); \(tries), \(when)"))
    }
  }
}
