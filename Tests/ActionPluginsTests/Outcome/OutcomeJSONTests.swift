import ActionPlugins
import Testing

@Suite("The JSON form of an outcome")
struct OutcomeJSONTests {
  /// An outcome in which nothing is absent.
  private var full: Outcome {
    var outcome = Outcome(.failed, action: "reply", completion: .doNotDismiss)
    outcome.redelivered = true
    outcome.attempts = 3
    outcome.plugin = "com.example.messages"
    outcome.version = "1.0.0"
    outcome.digest = "3f9a"
    outcome.category = "message"
    outcome.handler = "reply.lua"
    outcome.open = "myapp://chat/7"
    outcome.result = ["list": [1, 1.0, nil, "1"], "empty": [:], "none": []]
    outcome.expired = true
    outcome.userText = "e\u{301}\u{200F}👩‍👩‍👧"
    outcome.reason = .unknownAction
    outcome.nearest = "replay"
    outcome.error = .init(
      message: "no", code: "error", file: "lib/format.lua", line: 12,
      traceback: [
        .init(file: "lib/format.lua", line: 12, function: "shout"),
        .init(file: "reply.lua", line: 3, function: nil),
      ])
    outcome.replies = [
      .init(
        id: "r1", key: "k1", to: "chat", text: "", userInfo: ["a": 1], state: .rejected,
        reason: "gone", now: true)
    ]
    outcome.notifications = [
      .init(kind: .post, identifier: "n", title: "T", body: "B", after: 0.5, state: .queued),
      .init(kind: .badge, identifier: nil, badge: 3, state: .recorded),
    ]
    outcome.storage.own.set = JSONObject([("e\u{301}", 1), ("\u{E9}", 2)])
    outcome.storage.own.removed = ["a", "b"]
    outcome.storage.shared = ["e\u{301}": .init(), "\u{E9}": outcome.storage.own]
    outcome.storage.protected.removed = ["secret"]
    outcome.files.written = ["e\u{301}": 1, "\u{E9}": 2]
    outcome.files.removed = ["old"]
    outcome.sentBeforeOutcome = [
      .init(id: "r2", key: "k2", to: nil, text: nil, userInfo: nil, state: .sent)
    ]
    outcome.undelivered = [.init(reply: "r1", outcome: ["outcome": "completed"])]
    outcome.log = [
      .init(level: .warn, message: "offline", fields: JSONObject([("n", 1)]), attempt: 2)
    ]
    outcome.logDropped = 7
    outcome.budget.limit = 30
    outcome.budget.used = 0.1
    outcome.budget.lua = 1e-9
    outcome.budget.waiting = 0.3
    outcome.budget.queued = 0.4
    outcome.memory.limit = 8 << 20
    outcome.memory.peak = 31232
    return outcome
  }

  private var empty: Outcome {
    Outcome(.unrouted, action: ActionIdentifier.dismiss, completion: .dismiss)
  }

  @Test("has every key, also where there is nothing to say")
  func emptyForm() throws {
    #expect(
      try JSONWriter().text(empty.json) == """
        {"action":"com.apple.UNNotificationDismissActionIdentifier","attempts":0,\
        "budget":{"limit":0.0,"lua":0.0,"queued":0.0,"used":0.0,"waiting":0.0},\
        "category":null,"completion":"dismiss","digest":null,"error":null,"expired":false,\
        "files":{"removed":[],"written":{}},"handler":null,"log":[],"logDropped":0,\
        "memory":{"limit":0,"peak":0},"nearest":null,"notifications":[],"open":null,\
        "outcome":"unrouted","plugin":null,"reason":null,"redelivered":false,"replies":[],\
        "result":null,"sentBeforeOutcome":[],"storage":{"own":{"removed":[],"set":{}},\
        "protected":{"removed":[],"set":{}},"shared":{}},"undelivered":[],"userText":null,\
        "version":null}
        """)
  }

  @Test("has the documented keys in each part")
  func parts() throws {
    func keys(_ value: JSONValue?) -> [String] {
      guard case .object(let object)? = value else { return [] }
      return object.members.map(\.name.rawValue)
    }
    func first(_ value: JSONValue?) -> JSONValue? {
      guard case .array(let items)? = value else { return nil }
      return items.first
    }
    guard case .object(let json) = full.json else {
      Issue.record("the form is not an object")
      return
    }
    #expect(keys(json["error"]) == ["code", "file", "line", "message", "traceback"])
    #expect(
      keys(first(json["replies"])) == [
        "id", "key", "now", "reason", "state", "text", "to", "userInfo",
      ])
    #expect(
      keys(first(json["notifications"])) == [
        "after", "badge", "body", "identifier", "kind", "state", "title",
      ])
    #expect(keys(first(json["log"])) == ["attempt", "fields", "level", "message"])
    #expect(keys(first(json["undelivered"])) == ["outcome", "reply"])
  }

  @Test("is read back without loss, also through text")
  func roundTrip() throws {
    for outcome in [full, empty] {
      #expect(try Outcome(recorded: outcome.json) == outcome)
      let text = try JSONWriter().text(outcome.json)
      #expect(try Outcome(recorded: try JSONReader().read(text)) == outcome)
    }
  }

  @Test("is read back for every kind and completion")
  func names() throws {
    for kind in Outcome.Kind.allCases {
      for completion in Outcome.Completion.allCases {
        let outcome = Outcome(kind, action: "a", completion: completion)
        #expect(try Outcome(recorded: outcome.json) == outcome)
      }
    }
  }

  @Test("that was damaged is refused with the place, and without what was found there")
  func damaged() throws {
    let cases: [(key: String, value: JSONValue?, sentence: String)] = [
      (
        "outcome", "Completed",
        "\"outcome\" of the recorded outcome must be one of completed, failed, timedOut, outOfMemory, authenticationRequired, cancelled, conflict, unrouted, hostFault"
      ),
      ("attempts", 1.5, "\"attempts\" of the recorded outcome must be an integer"),
      ("userText", ["secret"], "\"userText\" of the recorded outcome must be a string"),
      ("log", nil, "\"log\" of the recorded outcome must be present"),
      ("log", ["secret"], "\"log[0]\" of the recorded outcome must be an object"),
      ("replies", [[:]], "\"replies[0].id\" of the recorded outcome must be present"),
      ("storage", [:], "\"storage.own\" of the recorded outcome must be present"),
      ("budget", ["limit": "secret"], "\"budget.limit\" of the recorded outcome must be a number"),
    ]
    for (key, value, sentence) in cases {
      guard case .object(var record) = full.json else { continue }
      record[key] = value
      let error = #expect(throws: RecordedOutcomeError.self) {
        try Outcome(recorded: .object(record))
      }
      #expect(error?.description == sentence)
    }
    #expect(throws: RecordedOutcomeError(path: "", expected: "an object")) {
      try Outcome(recorded: "secret")
    }
  }

  @Test("of a newer version is read all the same")
  func newer() throws {
    guard case .object(var record) = full.json else { return }
    record["brandNew"] = true
    #expect(try Outcome(recorded: .object(record)) == full)
  }

  @Test("is not in the description, which holds nothing personal")
  func description() {
    var outcome = full
    outcome.error?.message = "secret"
    #expect(outcome.description == "failed (error): com.example.messages, action reply")
  }
}
