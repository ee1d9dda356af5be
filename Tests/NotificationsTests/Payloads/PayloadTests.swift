import Notifications
import Testing

@Suite struct PayloadTests {
  @Test func `every key of aps is mapped to its field`() throws {
    let text = #"""
      {"Simulator Target Bundle": "com.example.app",
       "aps": {"alert": {"title": "Anna", "subtitle": "Team", "body": "Tonight?",
                         "launch-image": "launch", "title-loc-key": "T"},
               "thread-id": "chat_123", "category": "message", "badge": 2, "sound": "default",
               "interruption-level": "time-sensitive", "relevance-score": 1,
               "target-content-id": "window", "filter-criteria": "work", "mutable-content": 1,
               "custom": {"a": [null]}},
       "chat": {"id": "007"}}
      """#
    let payload = try Payload.read(Array(text.utf8))
    var expected = NotificationContent()
    expected.title = "Anna"
    expected.subtitle = "Team"
    expected.body = "Tonight?"
    expected.launchImageName = "launch"
    expected.threadIdentifier = "chat_123"
    expected.categoryIdentifier = "message"
    expected.badge = 2
    expected.sound = NotificationSound(named: "default")
    expected.interruptionLevel = .timeSensitive
    expected.relevanceScore = try #require(FiniteNumber(1))
    expected.targetContentIdentifier = "window"
    expected.filterCriteria = "work"
    guard case .object(var whole) = try JSONReader().read(text) else { return }
    whole["Simulator Target Bundle"] = Optional<JSONValue>.none
    expected.userInfo = whole
    #expect(payload.content == expected)
    #expect(payload.simulatorTargetBundle == "com.example.app")
    #expect(payload.kind == .alert)
    #expect(payload.byteCount == text.utf8.count)
    #expect(payload.findings == [])
  }

  @Test func `an alert that is a string is the body`() throws {
    let payload = try Payload.read(Array(#"{"aps":{"alert":"Hello"}}"#.utf8))
    #expect(payload.content.body == "Hello")
    #expect(payload.content.title.isEmpty)
    #expect(payload.content.categoryIdentifier == "")
  }

  @Test func `a critical sound keeps its parts`() throws {
    let text = #"{"aps":{"alert":"a","sound":{"critical":1,"name":"bell.caf","volume":0.25}}}"#
    #expect(
      try Payload.read(Array(text.utf8)).content.sound
        == NotificationSound(name: "bell.caf", isCritical: true, volume: 0.25))
  }

  static let refused: [(String, String)] = [
    ("[]", #"must be an object with "aps", is an array"#),
    ("{}", #"aps: a payload needs the object "aps"; add it"#),
    (#"{"APS":{}}"#, #"APS: unknown key "APS"; did you mean "aps"?"#),
    (#"{"aps":[]}"#, "aps: must be an object, is an array"),
    (#"{"aps":null}"#, "aps: must be an object, is null"),
    (#"{"aps":{"alert":7}}"#, "aps.alert: must be a string or an object, is an integer"),
    (#"{"aps":{"alert":{"title":7}}}"#, "aps.alert.title: must be a string, is an integer"),
    (#"{"aps":{"badge":"1"}}"#, "aps.badge: must be an integer, is a string"),
    (#"{"aps":{"category":["a"]}}"#, "aps.category: must be a string, is an array"),
    (#"{"aps":{"thread-id":1}}"#, "aps.thread-id: must be a string, is an integer"),
    (#"{"aps":{"sound":{"nam":"a"}}}"#, #"aps.sound.nam: unknown key "nam"; did you mean "name"?"#),
    (
      #"{"aps":{"interruption-level":"timeSensitive"}}"#,
      #"aps.interruption-level: unknown interruption level "timeSensitive"; did you mean "#
        + #""time-sensitive"?"#
    ),
    (
      "{\"aps\":{\"alert\":\"a\",}}",
      "line 1, column 20: a comma stands before the closing bracket; remove it"
    ),
  ]

  @Test(arguments: refused)
  func `a payload is refused with path and cure`(_ text: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try Payload.read(Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test func `lenient reading accepts what many payload files have`() throws {
    let text = "\u{FEFF}{ // a push\n \"aps\": {\"alert\": \"a\", /* b */ }, }"
    #expect(try Payload.read(Array(text.utf8), lenient: true).content.body == "a")
  }

  @Test func `a response has the payload's content, a push trigger and a stable identifier`() throws
  {
    let text = #"{"aps":{"alert":"a","category":"message"},"Simulator Target Bundle":"b"}"#
    let payload = try Payload.read(Array(text.utf8))
    let response = try payload.response(action: "reply", text: "", now: noon)
    #expect(response.actionIdentifier == "reply")
    #expect(response.userText?.isEmpty == true)
    #expect(response.notification.date == noon)
    #expect(response.notification.request.trigger == .push)
    #expect(response.notification.request.content.categoryIdentifier == "message")
    #expect(
      response.notification.request.content.userInfo
        == ["aps": ["alert": "a", "category": "message"]])
    let digest = SHA256.hexDigest(of: Array(text.utf8))
    #expect(response.notification.request.identifier == Identifier("apns-" + digest.prefix(32)))
    #expect(
      try Payload.read(Array((text + " ").utf8)).requestIdentifier != payload.requestIdentifier)
    #expect(try payload.response(action: "open", now: noon).userText == nil)
  }

  static let withoutActions: [(String, Payload.Kind, String)] = [
    (
      #"{"aps":{"content-available":1},"x":1}"#, .silent,
      "a silent push (content-available without alert, badge and sound) shows nothing, so it has "
        + "no actions; give it an alert"
    ),
    (
      #"{"aps":{"timestamp":1,"event":"update","content-state":{},"alert":"a"}}"#, .liveActivity,
      "a Live Activity push has no actions; use the payload of an alert"
    ),
  ]

  @Test(arguments: withoutActions)
  func `a kind without actions gives no response`(
    _ text: String, _ kind: Payload.Kind, _ message: String
  ) throws {
    let payload = try Payload.read(Array(text.utf8))
    #expect(payload.kind == kind)
    #expect(payload.findings.map(\.code) == [.noActions])
    let error = #expect(throws: NotificationError.self) {
      try payload.response(action: "reply", now: noon)
    }
    #expect(error?.message == message)
    #expect(error?.code == .noActions)
  }

  @Test func `content-available beside an alert is an alert`() throws {
    let payload = try Payload.read(Array(#"{"aps":{"alert":"a","content-available":1}}"#.utf8))
    #expect(payload.kind == .alert)
  }

  @Test func `4096 bytes are no finding and 4097 are one, emoji counted as bytes`() throws {
    func padded(to size: Int) -> [UInt8] {
      let start = #"{"aps":{"alert":"👩‍👧"#
      let end = #""}}"#
      let fill = size - start.utf8.count - end.utf8.count
      return Array((start + String(repeating: "a", count: fill) + end).utf8)
    }
    #expect(try Payload.read(padded(to: 4096)).findings == [])
    let findings = try Payload.read(padded(to: 4097)).findings
    #expect(findings.map(\.code) == [.tooLarge])
    #expect(
      findings.first?.description
        == "the payload has 4097 bytes; the push service accepts at most 4096: shorten it")
  }

  static let odd: [(String, String)] = [
    (
      #"{"aps":{},"alert":"a"}"#,
      #"alert: "alert" has its meaning only inside "aps"; move it there"#
    ),
    (
      #"{"aps":{},"Simulator target bundle":"a"}"#,
      #"["Simulator target bundle"]: did you mean "Simulator Target Bundle"?"#
    ),
    (
      #"{"aps":{"alert":"a","interuption-level":"active"}}"#,
      #"aps.interuption-level: the system does not know this key; did you mean "#
        + #""interruption-level"?"#
    ),
  ]

  @Test(arguments: odd)
  func `what is odd is a finding`(_ text: String, _ finding: String) throws {
    #expect(try Payload.read(Array(text.utf8)).findings.map(\.description) == [finding])
  }

  @Test func `a sample file is a payload or a response by its top-level aps`() throws {
    let payload = #"{"aps":{"alert":"a"}}"#
    guard case .payload = try SampleFile.read(Array(payload.utf8), now: noon) else {
      Issue.record("a payload was read as something else")
      return
    }
    guard case .response = try SampleFile.read(Array(completeResponse.utf8), now: noon) else {
      Issue.record("a response was read as something else")
      return
    }
  }
}
