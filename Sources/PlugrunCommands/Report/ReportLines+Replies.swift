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
}
