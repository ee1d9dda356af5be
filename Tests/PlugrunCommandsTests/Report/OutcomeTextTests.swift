import ActionPlugins
import Testing

@testable import PlugrunCommands

@Suite("The text form of an outcome")
struct OutcomeTextTests {
  private func routed(_ kind: Outcome.Kind) -> Outcome {
    var outcome = Outcome(kind, action: "reply", completion: .dismiss)
    outcome.attempts = 1
    outcome.plugin = "com.example.messages"
    outcome.version = "1.0.0"
    outcome.digest = "sha256:3f9a12c4e1b0aa00bb11"
    outcome.category = "message"
    outcome.handler = "reply.lua"
    outcome.budget.limit = 30
    outcome.budget.used = 0.0012
    outcome.budget.lua = 0.000_412
    outcome.memory.limit = 8 << 20
    outcome.memory.peak = 31232
    return outcome
  }

  @Test("tells route, effects, log and use in aligned columns")
  func completed() {
    var outcome = routed(.completed)
    outcome.result = ["ok": true]
    outcome.replies = [
      .init(
        id: "r1", key: "k1", to: "chat_123", text: "Γεια, έρχομαι 👩‍👩‍👧\nbis gleich\u{1B}[2J",
        userInfo: nil, state: .recorded),
      .init(
        id: "r2", key: "k2", to: nil, text: nil, userInfo: ["n": 1], state: .rejected,
        reason: "no such chat", now: true),
    ]
    outcome.notifications = [
      .init(kind: .post, identifier: "later", title: "Reminder", after: 600, state: .recorded),
      .init(kind: .badge, identifier: nil, badge: 3, state: .presented),
    ]
    outcome.storage.own.set = JSONObject([
      ("lastReply", "Γεια" as JSONValue), ("名前", ["a", 1.5] as JSONValue),
    ])
    outcome.storage.own.removed = ["draft"]
    outcome.storage.shared["unread"] = .init()
    outcome.storage.shared["unread"]?.set = JSONObject([("chat_123", 0)])
    outcome.files.written = ["photo.png": 31232]
    outcome.log = [
      .init(level: .info, message: "replied", fields: JSONObject([("n", 1)]), attempt: 1),
      .init(level: .warn, message: "two\nlines", fields: JSONObject(), attempt: 1),
    ]
    outcome.logDropped = 2
    #expect(
      OutcomeText.of(outcome, style: .plain) == """
        outcome       completed
        route         message › reply → reply.lua
        plugin        com.example.messages 1.0.0, digest 3f9a12c4e1b0
        completion    dismiss
        result        {"ok":true}

        reply         to chat_123  recorded
                      │ Γεια, έρχομαι 👩‍👩‍👧
                      │ bis gleich\\u{1B}[2J
        reply         to nobody: the notification has no thread, by sendNow  rejected: no such chat
                      userInfo {"n":1}
        notification  post later in 600 s  recorded
                      │ Reminder
        notification  badge 3  presented
        storage       own            lastReply  = "Γεια"
                      own            名前       = ["a",1.5]
                      own            draft      removed
                      shared unread  chat_123   = 0
        files         photo.png  30.5 KiB written

        log           info  replied  {"n":1}
                      warn  two
                            lines
                      2 more lines above the limit

        time          ░░░░░░░░░░    0.0 %  1.2 ms of 30 s  script 412 µs
        memory        ░░░░░░░░░░    0.4 %  30.5 KiB of 8 MiB

        """)
  }

  @Test("tells where an error came from, frame by frame, and gives typed text back")
  func failed() {
    var outcome = routed(.failed)
    outcome.completion = .dismissAndForwardAction
    outcome.userText = "On my way"
    outcome.error = .init(
      message: "attempt to index a nil value (local 'name')", code: "error",
      file: "lib/format.lua", line: 12,
      traceback: [
        .init(file: "lib/format.lua", line: 12, function: "shout"),
        .init(file: "reply.lua", line: 3, function: nil),
      ])
    #expect(
      OutcomeText.of(outcome, style: .plain) == """
        outcome       failed
        error         lib/format.lua:12: attempt to index a nil value (local 'name')
                        lib/format.lua:12  in shout
                        reply.lua:3        in a function without a name
        route         message › reply → reply.lua
        plugin        com.example.messages 1.0.0, digest 3f9a12c4e1b0
        completion    dismissAndForwardAction
        typed text    given back to the host, because nothing took effect
                      │ On my way

        effects       none

        time          ░░░░░░░░░░    0.0 %  1.2 ms of 30 s  script 412 µs
        memory        ░░░░░░░░░░    0.4 %  30.5 KiB of 8 MiB

        """)
  }

  @Test("marks what went over a limit")
  func overLimit() {
    var outcome = routed(.timedOut)
    outcome.budget.used = 30.02
    outcome.budget.waiting = 29
    outcome.memory.peak = 8 << 20
    let text = OutcomeText.of(outcome, style: .plain)
    #expect(text.contains("██████████  100.1 %  30.02 s of 30 s  OVER THE LIMIT by 20 ms"))
    #expect(text.contains("██████████  100.0 %  8 MiB of 8 MiB   LIMIT REACHED"))
  }

  @Test("takes the time that delivering took after the handler for no overrun")
  func deliveredToTheEnd() {
    var outcome = routed(.completed)
    outcome.budget.limit = 5
    for used in [5, 5.0012] {
      outcome.budget.used = used
      let text = OutcomeText.of(outcome, style: .plain)
      #expect(text.contains("██████████  100.0 %  5 s of 5 s  script 412 µs\n"), "\(text)")
    }
  }

  @Test("shows no value where the record of a response that came before has none any more")
  func erased() {
    var outcome = routed(.completed)
    outcome.storage.own.set = JSONObject([("count", .null)])
    outcome.storage.shared["unread"] = outcome.storage.own
    #expect(OutcomeText.of(outcome, style: .plain).contains("own            count  = null\n"))
    outcome.redelivered = true
    #expect(
      OutcomeText.of(outcome, style: .plain).contains(
        """
        redelivered   the response came before; this is what became of it then
                      (its texts and values are erased, because nothing waits)

        """))
    #expect(
      OutcomeText.of(outcome, style: .plain).contains(
        """
        storage       own            count  set (erased)
                      shared unread  count  set (erased)

        """))
    // What waits is whole: the null was stored.
    outcome.replies = [
      .init(id: "r", key: "k", to: "chat", text: "Hi", userInfo: nil, state: .queued)
    ]
    #expect(OutcomeText.of(outcome, style: .plain).contains("own            count  = null\n"))
    #expect(!OutcomeText.of(outcome, style: .plain).contains("erased"))
  }

  @Test("tells why there was no route, and the nearest name")
  func unrouted() {
    var outcome = Outcome(.unrouted, action: "reply", completion: .dismissAndForwardAction)
    outcome.category = "Message"
    outcome.reason = .unknownCategory
    outcome.nearest = "message"
    #expect(
      OutcomeText.of(outcome, style: .plain) == """
        outcome       unrouted: no bundle has the category "Message"; did you mean "message"?
        route         Message › reply
        completion    dismissAndForwardAction

        effects       none

        time          no handler ran

        """)
  }

  @Test("has a sentence for every reason", arguments: UnroutedReason.all)
  func reasons(_ reason: UnroutedReason) {
    var outcome = Outcome(.unrouted, action: ActionIdentifier.default, completion: .dismiss)
    outcome.category = "message"
    outcome.reason = reason
    let text = OutcomeText.of(outcome, style: .plain)
    #expect(text.contains("outcome       unrouted: "))
    #expect(!text.contains("no handler was found"))
    #expect(text.contains("message › default action"))
  }

  @Test("is coloured only in the style that has colours, and is the same text without them")
  func colors() {
    var outcome = routed(.failed)
    outcome.error = .init(message: "no", code: "error", file: "reply.lua", line: 1)
    let plain = OutcomeText.of(outcome, style: .plain)
    let colored = OutcomeText.of(outcome, style: TextStyle(isColored: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}[33mfailed\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[\d+m/, with: "") == plain)
  }

  @Test("never lets a script's control characters reach the terminal")
  func controls() {
    let evil = "\u{1B}]0;x\u{7}\u{9B}31m\r\u{202E}"
    var outcome = routed(.failed)
    outcome.action = Identifier(evil)
    outcome.category = Identifier(evil)
    outcome.handler = evil
    outcome.open = evil
    outcome.result = .string(evil)
    outcome.userText = evil
    outcome.error = .init(
      message: evil, code: evil, file: evil, line: 1,
      traceback: [.init(file: evil, line: 1, function: evil)])
    outcome.replies = [
      .init(
        id: evil, key: evil, to: evil, text: evil, userInfo: .string(evil), state: .rejected,
        reason: evil)
    ]
    outcome.sentBeforeOutcome = outcome.replies
    outcome.notifications = [
      .init(kind: .post, identifier: evil, title: evil, body: evil, state: .recorded)
    ]
    outcome.storage.own.set = JSONObject([(evil, .string(evil))])
    outcome.storage.own.removed = [Identifier(evil + "2")]
    outcome.storage.shared[Identifier(evil)] = outcome.storage.own
    outcome.files.written = [Identifier(evil): 1]
    outcome.files.removed = [Identifier(evil)]
    outcome.undelivered = [.init(reply: evil, outcome: ["outcome": .string(evil)])]
    outcome.log = [
      .init(level: .info, message: evil, fields: JSONObject([(evil, .string(evil))]), attempt: 1)
    ]
    let text = OutcomeText.of(outcome, style: .plain)
    let controls = text.unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0.value == 0x202E)
    }
    #expect(controls.isEmpty)
  }
}
