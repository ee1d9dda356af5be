import Notifications
import Testing

@Suite struct ResponseFileTests {
  static let now = noon

  @Test func `every field is read`() throws {
    let response = try ResponseFile.read(Array(completeResponse.utf8), now: Self.now)
    #expect(response.actionIdentifier == "reply")
    #expect(response.userText == "On my way")
    #expect(response.notification.date.description == "2026-01-01T11:00:00.500Z")
    let request = response.notification.request
    #expect(request.identifier == "6E0C1F2A")
    #expect(request.trigger == .push)
    let content = request.content
    #expect(content.title == "Anna")
    #expect(content.subtitle == "Team")
    #expect(content.body == "Tonight?")
    #expect(content.badge == 3)
    #expect(
      content.sound == (try NotificationSound(name: "bell.caf", isCritical: true, volume: 0.5)))
    #expect(content.categoryIdentifier == "message")
    #expect(content.threadIdentifier == "chat_123")
    #expect(content.targetContentIdentifier == "window-1")
    #expect(content.interruptionLevel == .timeSensitive)
    #expect(content.relevanceScore.value == 0.75)
    #expect(content.filterCriteria == "work")
    #expect(content.launchImageName == "launch")
    #expect(content.userInfo == ["aps": ["category": "message"], "chat": ["id": "007"]])
    #expect(
      content.attachments == [
        NotificationAttachment(identifier: "photo", url: "file:///photo.jpg", type: "public.jpeg")
      ])
  }

  @Test func `what may be left out is empty, absent or now`() throws {
    let response = try ResponseFile.read(
      Array(
        #"{"actionIdentifier":"a","notification":{"request":{"identifier":"r","content":{}}}}"#.utf8
      ), now: Self.now)
    let expected = NotificationResponse(
      actionIdentifier: "a",
      notification: DeliveredNotification(
        date: Self.now,
        request: NotificationRequest(identifier: "r", content: NotificationContent())))
    #expect(response == expected)
    #expect(response.userText == nil)
  }

  @Test func `an empty text is a reply`() throws {
    let response = try ResponseFile.read(
      Array(
        #"""
        {"actionIdentifier":"a","userText":"",
         "notification":{"request":{"identifier":"r","content":{}}}}
        """#.utf8), now: Self.now)
    #expect(response.userText?.isEmpty == true)
  }

  /// Each case replaces the content of a small response, or the whole of it.
  static let refused: [(String, String)] = [
    ("[]", "must be an object, is an array"),
    ("{}", #"actionIdentifier: "actionIdentifier" is required; add it"#),
    (
      #"{"actionIdentifier":"a"}"#, #"notification: "notification" is required; add it"#
    ),
    (
      #"{"actionIdentifier":"a","notification":{}}"#,
      #"notification.request: "request" is required; add it"#
    ),
    (
      #"{"actionIdentifier":"a","notification":{"request":{"content":{}}}}"#,
      #"notification.request.identifier: "identifier" is required; add it"#
    ),
    (
      #"{"actionIdentifier":"a","notification":{"request":{"identifier":"r"}}}"#,
      #"notification.request.content: "content" is required; add it"#
    ),
    (
      #"{"actionIdentifer":"a"}"#,
      #"actionIdentifer: unknown key "actionIdentifer"; did you mean "actionIdentifier"?"#
    ),
    (
      #"{"actionIdentifier":"a","usertext":"secret"}"#,
      #"usertext: unknown key "usertext"; did you mean "userText"?"#
    ),
    (
      #"{"actionIdentifier":"a","notification":{"date":"tomorrow"}}"#,
      "notification.date: a date must be a real one in ISO 8601 with time and zone, such as "
        + #""2026-01-01T12:00:00Z" or "2026-01-01T12:00:00.250+02:00""#
    ),
    (
      #"{"actionIdentifier":"a","notification":{"date":0}}"#,
      "notification.date: must be a string, is an integer"
    ),
    (
      #"{"aps":{"alert":"a"}}"#,
      "aps: this is an .apns payload, not a response; say which action was picked"
    ),
  ]

  @Test(arguments: refused)
  func `a response is refused with path and cure`(_ text: String, _ message: String) {
    let error = #expect(throws: JSONError.self) {
      try ResponseFile.read(Array(text.utf8), now: Self.now)
    }
    #expect(error?.description == message)
  }

  static let refusedContent: [(String, String)] = [
    (#""titel":"a""#, #"titel: unknown key "titel"; did you mean "title"?"#),
    (#""badge":1.5"#, "badge: must be an integer, is a float"),
    (#""sound":7"#, "sound: must be a string or an object, is an integer"),
    (#""sound":{"volume":2}"#, "sound.volume: a sound's volume must lie between 0 and 1"),
    (#""sound":{"critical":2}"#, "sound.critical: must be 0, 1, true or false, is an integer"),
    (
      #""interruptionLevel":"time-sensitive""#,
      #"interruptionLevel: unknown interruption level "time-sensitive"; did you mean "#
        + #""timeSensitive"?"#
    ),
    (
      #""interruptionLevel":"loud""#,
      #"interruptionLevel: unknown interruption level "loud"; known are "passive", "active", "#
        + #""timeSensitive", "critical""#
    ),
    (#""userInfo":[]"#, "userInfo: must be an object, is an array"),
    (#""attachments":[{}]"#, #"attachments[0].identifier: "identifier" is required; add it"#),
    (#""attachments":[{"identifier":"a"}]"#, #"attachments[0].url: "url" is required; add it"#),
  ]

  @Test(arguments: refusedContent)
  func `a content is refused with path and cure`(_ member: String, _ message: String) {
    let text =
      #"{"actionIdentifier":"a","notification":{"request":{"identifier":"r","content":{"# + member
      + "}}}}"
    let error = #expect(throws: JSONError.self) {
      try ResponseFile.read(Array(text.utf8), now: Self.now)
    }
    #expect(error?.description == "notification.request.content." + message)
  }

  @Test func `the size limit is 262144 bytes`() throws {
    func padded(to size: Int) -> [UInt8] {
      let text = completeResponse
      return Array((text + String(repeating: " ", count: size - text.utf8.count)).utf8)
    }
    _ = try ResponseFile.read(padded(to: 262_144), now: Self.now)
    let error = #expect(throws: JSONError.self) {
      try ResponseFile.read(padded(to: 262_145), now: Self.now)
    }
    #expect(error?.description == "the response has 262145 bytes; at most 262144 are read")
  }

  @Test func `the depth limit is 64 levels`() throws {
    // The response itself has four levels above what lies in userInfo.
    func nested(_ depth: Int) -> [UInt8] {
      let levels = depth - 5
      let value = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      return Array(
        (#"{"actionIdentifier":"a","notification":{"request":{"identifier":"r","content":"#
          + #"{"userInfo":{"deep":"# + value + "}}}}}").utf8)
    }
    _ = try ResponseFile.read(nested(64), now: Self.now)
    let error = #expect(throws: JSONError.self) {
      try ResponseFile.read(nested(65), now: Self.now)
    }
    #expect(error?.code == .tooDeep)
  }

  @Test func `errors hold no text that a person wrote`() {
    let texts = [
      #"{"actionIdentifier":"a","userText":"Geheimnis","notification":7}"#,
      #"{"actionIdentifier":"a","userText":["Geheimnis"]}"#,
      #"{"actionIdentifier":"a","userText":"Geheimnis" "x"}"#,
      #"{"actionIdentifier":"a","userText":"Geheimnis\q"}"#,
    ]
    for text in texts {
      let error = #expect(throws: JSONError.self) {
        try ResponseFile.read(Array(text.utf8), now: Self.now)
      }
      #expect(error?.description.contains("Geheim") == false)
    }
  }

  static let meant: [(name: String, text: String, isNamedPayload: Bool, told: String)] = [
    (
      "aps misspelt", #"{"asp": {"alert": "Hi"}}"#, false,
      #"asp: unknown key "asp"; did you mean "aps"?"#
    ),
    (
      "a key of aps outside", #"{"alert": "Hi"}"#, false,
      #"aps: a payload needs the object "aps"; add it"#
    ),
    (
      "a file that is called so", #"{"id": 1}"#, true,
      #"aps: a payload needs the object "aps"; add it"#
    ),
    (
      "a response in a file that is called so", #"{"actionIdentifier": "a"}"#, true,
      #"notification: "notification" is required; add it"#
    ),
    (
      "anything else", #"{"id": 1}"#, false,
      #"id: unknown key "id"; known here: "actionIdentifier", "notification", "userText""#
    ),
  ]

  @Test(arguments: meant)
  func `what was meant to be a payload is refused as one`(
    _ name: String, text: String, isNamedPayload: Bool, told: String
  ) {
    let error = #expect(throws: JSONError.self) {
      try SampleFile.read(Array(text.utf8), now: .epoch, isNamedPayload: isNamedPayload)
    }
    #expect(error?.description == told)
  }
}
