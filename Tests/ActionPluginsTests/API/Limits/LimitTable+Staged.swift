@testable import ActionPlugins

extension LimitTable {
  private static func text(_ name: String, _ script: String, says field: String) -> LimitCase {
    LimitCase(
      "textBytes", name, at: 16_384, "local t = string.rep('x', n) \(script)",
      says: "\(field) has 16385 bytes, the limit is 16384 bytes; shorten it")
  }

  static let staged: [LimitCase] = [
    LimitCase(
      "replies", "staged replies", at: 16, "for i = 1, n do reply.send { text = 'x' } end",
      says:
        "reply.send: this invocation has 16 replies already, the limit is 16 replies; send fewer"
    ),
    LimitCase(
      "replies", "replies sent at once", at: 16,
      "for i = 1, n do reply.sendNow { text = 'x' } end",
      says: "reply.sendNow: this invocation has 16 replies already, the limit is 16 replies; send"
        + " fewer"),
    LimitCase(
      "replies", "both", at: 8,
      "for i = 1, 8 do reply.sendNow { text = 'x' } end for i = 1, n do reply.send { text = 'y' } end",
      says:
        "reply.send: this invocation has 16 replies already, the limit is 16 replies; send fewer"
    ),
    LimitCase(
      "notifications", "posted", at: 16, "for i = 1, n do notifications.post { title = 'x' } end",
      says: "notifications.post: this invocation has 16 notifications already, the limit is 16"
        + " notifications; post fewer"),
    LimitCase(
      "notifications", "posts, removals and badges", at: 6,
      """
      for i = 1, 5 do notifications.post { title = 'x' } notifications.remove('x') end
      for i = 1, n do notifications.setBadge(i) end
      """,
      says: "notifications.setBadge: this invocation has 16 notifications already, the limit is 16"
        + " notifications; post fewer"),
    text("a reply's text", "reply.send { text = t }", says: "reply.send: reply.text"),
    text(
      "the text of a reply sent at once", "reply.sendNow { text = t }",
      says: "reply.sendNow: reply.text"),
    text("a recipient", "reply.send { text = 'x', to = t }", says: "reply.send: reply.to"),
    text(
      "a title", "notifications.post { title = t }",
      says: "notifications.post: notification.title"),
    text(
      "a body", "notifications.post { body = t }", says: "notifications.post: notification.body"),
    text(
      "an identifier", "notifications.post { title = 'x', identifier = t }",
      says: "notifications.post: notification.identifier"),
    text(
      "an identifier removed", "notifications.remove(t)", says: "notifications.remove: identifier"),
    text(
      "a category", "notifications.post { title = 'x', category = t }",
      says: "notifications.post: notification.category"),
    text("a reason", "auth.require(t)", says: "auth.require: reason"),
    LimitCase("logLines", "lines", says: "200 lines kept, 1 counted") { side in
      let app = try TestApp(
        "return function() for i = 1, \(side == .at ? 200 : 201) do log.info(i) end end")
      let outcome = await app.handle()
      return outcome.logDropped == 0
        ? nil : "\(outcome.log.count) lines kept, \(outcome.logDropped) counted"
    },
    LimitCase("logLineBytes", "a line", says: "cut to 2048 bytes") { side in
      let app = try TestApp(
        "return function() log.info(string.rep('x', \(side == .at ? 2048 : 2049))) end")
      let line = await app.handle().logged.first ?? ""
      return line.hasSuffix("…") ? "cut to \(line.utf8.count) bytes" : nil
    },
  ]
}
