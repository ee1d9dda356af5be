import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("reply")
  struct ReplyTests {
    /// What is wrong with a reply, whether it is staged or sent at once.
    private struct Mistake {
      let arguments: String
      let sentence: String

      init(_ arguments: String, _ sentence: String) {
        self.arguments = arguments
        self.sentence = sentence
      }
    }

    private static let fields: [Mistake] = [
      Mistake("()", "argument 1 (reply) must be a table, got nothing"),
      Mistake("(nil)", "argument 1 (reply) must be a table, got nil"),
      Mistake(" 'hello'", "argument 1 (reply) must be a table, got a string"),
      Mistake(" { 'hello' }", "argument 1 (reply) must be a table, got an array"),
      Mistake(
        " { text = 'x', 'y' }",
        "reply has both string keys and array items; use one or the other"),
      Mistake(
        " { txt = 'hello' }",
        "reply.txt is not a known field; did you mean \"text\"? (known: text, to, userInfo, key)"),
      Mistake(
        " { text = 'hello', recipient = 'a' }",
        "reply.recipient is not a known field (known: text, to, userInfo, key)"),
      Mistake(" { text = 7 }", "reply.text must be a string, got an integer"),
      Mistake(" { text = { 'a' } }", "reply.text must be a string, got an array"),
      Mistake(" { text = true }", "reply.text must be a string, got a boolean"),
      Mistake(" { text = 'x', to = 1.5 }", "reply.to must be a string, got a float"),
      Mistake(" { text = 'x', key = 1 }", "reply.key must be a string, got an integer"),
      Mistake(
        " { text = 'x', userInfo = 'y' }",
        "reply.userInfo must be a table with string keys, got a string"),
      Mistake(
        " { text = 'x', userInfo = { 1 } }",
        "reply.userInfo must be a table with string keys, got an array"),
      Mistake(" {}", "reply.text is empty; give a text, or userInfo for a reply without one"),
      Mistake(
        " { text = '' }", "reply.text is empty; give a text, or userInfo for a reply without one"),
      Mistake(
        " { text = json.null }",
        "reply.text is empty; give a text, or userInfo for a reply without one"),
      Mistake(
        " { text = 'x', to = '' }",
        "reply.to is empty; name a recipient, or leave it out for the notification's thread"),
      Mistake(
        " { text = 'x', key = '' }", "reply.key is empty; give it at least one byte, or none"),
    ]

    private static let names: [RaisedCall] = [
      RaisedCall(
        "reply:send { text = 'x' }",
        "reply.send: called with a colon; write reply.send(…), with a dot"),
      RaisedCall(
        "reply.post { title = 'x' }",
        "attempt to call a nil value (field 'post'); did you mean notifications.post?"),
      RaisedCall(
        "reply { text = 'x' }", "attempt to call a table value (global 'reply')"),
    ]

    static let mistakes: [RaisedCall] =
      ["reply.send", "reply.sendNow"].flatMap { name in
        fields.map { RaisedCall(name + $0.arguments, "\(name): \($0.sentence)") }
      } + names

    @Test("raises a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test("send gives an id of its own to each reply, and the first id to a repeated key")
    func identifiers() async throws {
      let app = try TestApp(
        """
        return function(response)
          local ids = {
            reply.send { text = "a" }, reply.send { text = "a" },
            reply.send { text = "b", key = "k" }, reply.send { text = "other", key = "k" },
            reply.send { text = "c", key = "K" },
            reply.send { text = "d", key = "\\u{E9}" }, reply.send { text = "e", key = "e\\u{301}" },
          }
          local seen = {}
          for _, id in ipairs(ids) do assert(type(id) == "string"); seen[id] = true end
          local count = 0
          for _ in pairs(seen) do count = count + 1 end
          return { result = { count, ids[3] == ids[4] } }
        end
        """)
      let outcome = await app.handle()
      #expect(outcome.result == [6, true])
      #expect(outcome.replies.map(\.text) == ["a", "a", "b", "c", "d", "e"])
      #expect(Set(outcome.replies.map { Identifier($0.key) }).count == 6)
      // The one that was dropped is told of; a repeated one would not be.
      #expect(
        outcome.logged == [
          "reply.send: another reply has the key \"k\" already, and this one is not sent; give it a"
            + " key of its own"
        ])
    }

    @Test("send of the same reply with the same key is no mistake")
    func repeated() async throws {
      let outcome = try await TestApp(
        "return function() for _ = 1, 2 do reply.send { text = 'a', key = 'k' } end end"
      ).handle()
      #expect(outcome.replies.count == 1)
      #expect(outcome.log.isEmpty)
    }

    @Test("send hands over text byte for byte, a recipient, data, or data alone")
    func handsOver() async throws {
      let sender = TestSender()
      let app = try TestApp(
        """
        return function(response)
          reply.send { text = response.userText }
          reply.send { text = "e\\u{301}", to = "support", userInfo = { a = { json.null, 1.0 } } }
          reply.send { userInfo = {} }
          reply.send { text = "", userInfo = { b = 1 } }
        end
        """, sender: sender)
      let text = " caf\u{E9}\0 \u{202E}\r\n$(x) "
      let outcome = await app.handle("reply", text: text)
      #expect(outcome.summary == "completed dismiss")
      try await app.runtime.deliver(until: .now + .seconds(60))
      let replies = sender.replies.all
      try #require(replies.count == 4)
      #expect(replies[0].text?.utf8.elementsEqual(text.utf8) == true)
      #expect(replies[1].text?.utf8.elementsEqual("e\u{301}".utf8) == true)
      #expect(replies.map(\.to) == ["chat", "support", "chat", "chat"])
      #expect(replies.map(\.userInfo) == [nil, ["a": [nil, 1.0]], [:], ["b": 1]])
      #expect(replies.map { $0.text ?? "none" }.suffix(2) == ["none", ""])
    }

    @Test("goes to nobody named where the notification has no thread")
    func noThread() async throws {
      let app = try TestApp("return function() reply.send { text = 'x' } end")
      let outcome = await app.handle(thread: "")
      #expect(outcome.replies.map(\.to) == [nil])
    }

    @Test(
      "sendNow says what came of it", arguments: [SendResult.sent, .rejected(reason: "closed")])
    func saysWhat(result: SendResult) async throws {
      let app = try TestApp(
        """
        return function()
          local answer = reply.sendNow { text = "x" }
          return { result = { type(answer.id), answer.state, answer.reason or "none" } }
        end
        """, sender: TestSender(result))
      let isSent = result == .sent
      #expect(
        await app.handle().result == [
          "string", isSent ? "sent" : "rejected", isSent ? "none" : "closed",
        ])
    }

    /// Whom a manifest permits replies to, and whom a script asks for.
    struct Recipient: Sendable, CustomTestStringConvertible {
      let permission: String
      let to: String?
      let isPermitted: Bool

      var testDescription: String { "\(permission) to \(to ?? "the thread")" }

      init(_ permission: String, _ to: String?, _ isPermitted: Bool) {
        self.permission = permission
        self.to = to
        self.isPermitted = isPermitted
      }
    }

    @Test(
      "goes where the manifest permits",
      arguments: [
        Recipient("{}", nil, true), Recipient("{}", "chat", true), Recipient("{}", "other", false),
        Recipient("{}", "Chat", false), Recipient(#"{"to": []}"#, nil, true),
        Recipient(#"{"to": ["support"]}"#, "support", true),
        Recipient(#"{"to": ["support"]}"#, "Support", false),
        Recipient(#"{"to": ["support"]}"#, "support2", false),
        Recipient(#"{"to": ["support"]}"#, nil, true),
        Recipient(#"{"to": ["*"]}"#, "anyone", true),
        Recipient(#"{"to": ["é"]}"#, "e\u{301}", false),
        Recipient(#"{"to": ["sup*"]}"#, "support", false),
      ])
    func goes(_ recipient: Recipient) async throws {
      let to = recipient.to.map { ", to = '\($0)'" } ?? ""
      for name in ["send", "sendNow"] {
        let app = try TestApp(
          "return function() reply.\(name) { text = 'x'\(to) } end",
          permissions: "{\"reply\": \(recipient.permission)}")
        let outcome = await app.handle()
        #expect(outcome.kind == (recipient.isPermitted ? .completed : .failed))
        #expect(
          outcome.error?.message
            == (recipient.isPermitted
              ? nil
              : "reply.\(name): the manifest does not permit replies to this recipient; name it, or"
                + " \"*\", under permissions.reply.to in plugin.json"))
      }
    }
  }
}
