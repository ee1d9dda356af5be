import Notifications
import Testing

@Suite struct NotificationResponseTests {
  /// A response whose every text is `text`, deep in `userInfo` too.
  private func response(_ text: String) throws -> NotificationResponse {
    var content = NotificationContent()
    content.title = text
    content.subtitle = text
    content.body = text
    content.categoryIdentifier = Identifier(text)
    content.threadIdentifier = Identifier(text)
    content.targetContentIdentifier = Identifier(text)
    content.filterCriteria = text
    content.launchImageName = text
    content.sound = NotificationSound(named: text)
    content.userInfo = JSONObject([(text, .object(JSONObject([("k", .string(text))])))])
    content.attachments = [
      NotificationAttachment(identifier: Identifier(text), url: Identifier(text))
    ]
    return NotificationResponse(
      actionIdentifier: Identifier(text), userText: text,
      notification: DeliveredNotification(
        date: try Timestamp(milliseconds: 1_767_268_800_123),
        request: NotificationRequest(
          identifier: Identifier(text), content: content, trigger: .push)))
  }

  @Test(arguments: [
    "", "Γεια, έρχομαι", "مرحبا\u{200F} بك", "नमस्ते", "👩‍👩‍👧", "e\u{301}", "\u{E9}", "🇩🇪",
    "\"]]\\\n\r\t\u{0}", "{\"a\":1}", String(repeating: "ü", count: 5000),
  ])
  func `a recorded response reads back with the same bytes`(_ text: String) throws {
    let response = try response(text)
    let bytes = try JSONWriter().bytes(response.recordedValue)
    let back = try NotificationResponse(recorded: try JSONReader().read(bytes))
    #expect(back == response)
    #expect(back.userText.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func `equality sees the composition of accents in every text`() throws {
    #expect(try response("\u{E9}") != response("e\u{301}"))
    var composed = try response("a")
    var decomposed = composed
    composed.userText = "\u{E9}"
    decomposed.userText = "e\u{301}"
    #expect(composed != decomposed)
  }

  static let triggers: [String] = [
    #"{"type":"push"}"#,
    #"{"repeats":false,"timeInterval":0.5,"type":"timeInterval"}"#,
    #"{"repeats":true,"timeInterval":60.0,"type":"timeInterval"}"#,
    #"{"dateComponents":{"hour":9,"timeZone":"Europe/Berlin","weekday":2},"repeats":true,"#
      + #""type":"calendar"}"#,
    #"{"region":{"identifier":"home","notifyOnEntry":true,"notifyOnExit":false},"repeats":false,"#
      + #""type":"location"}"#,
    #"{"region":{"center":{"latitude":52.5,"longitude":13.25},"identifier":"home","#
      + #""notifyOnEntry":true,"notifyOnExit":true,"radius":100.0},"repeats":false,"#
      + #""type":"location"}"#,
  ]

  private func response(withTrigger trigger: String) throws -> NotificationResponse {
    let text =
      #"{"actionIdentifier":"a","notification":{"request":{"identifier":"r","content":{},"#
      + "\"trigger\":\(trigger)}}}"
    return try ResponseFile.read(Array(text.utf8), now: noon)
  }

  @Test(arguments: triggers)
  func `a trigger reads and writes the same`(_ trigger: String) throws {
    let response = try response(withTrigger: trigger)
    let recorded = response.recordedValue
    #expect(recorded["notification"]?["request"]?["trigger"] == (try JSONReader().read(trigger)))
    #expect(try NotificationResponse(recorded: recorded) == response)
    #expect(response.scriptValue["notification"]?["request"]?["trigger"] != nil)
  }

  static let refusedTriggers: [(String, String)] = [
    (
      "{}",
      #"type: "type" is required; write one of "push", "timeInterval", "calendar", "location""#
    ),
    (#"{"type":"Push"}"#, #"type: unknown trigger type "Push"; did you mean "push"?"#),
    (
      #"{"type":"never"}"#,
      #"type: unknown trigger type "never"; known are "push", "timeInterval", "calendar", "#
        + #""location""#
    ),
    (
      #"{"type":"push","repeats":true}"#,
      #"repeats: unknown key "repeats"; known here: "type""#
    ),
    (#"{"type":"timeInterval"}"#, #"timeInterval: "timeInterval" is required; add it"#),
    (
      #"{"type":"timeInterval","timeInterval":0}"#,
      "timeInterval: a time interval must be above 0 seconds"
    ),
    (
      #"{"type":"timeInterval","timeInterval":59,"repeats":true}"#,
      "timeInterval: a time interval that repeats must be at least 60 seconds"
    ),
    (
      #"{"type":"calendar","dateComponents":{"hours":9}}"#,
      #"dateComponents.hours: unknown key "hours"; did you mean "hour"?"#
    ),
    (
      #"{"type":"location","region":{"identifier":"a","radius":1}}"#,
      #"region.center: "center" is required; add it"#
    ),
    (
      #"{"type":"location","region":{"identifier":"a","radius":1,"center":{"latitude":91,"#
        + #""longitude":0}}}"#,
      "region.center: latitude must lie between -90 and 90, longitude between -180 and 180"
    ),
    (
      #"{"type":"location","region":{"identifier":"a","radius":-1,"center":{"latitude":0,"#
        + #""longitude":0}}}"#,
      "region.radius: a radius must be 0 or more metres"
    ),
  ]

  @Test(arguments: refusedTriggers)
  func `a trigger is refused with path and cure`(_ trigger: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try response(withTrigger: trigger) }
    #expect(error?.description == "notification.request.trigger." + message)
  }

  @Test func `a script sees empty strings, no absent ones, and the date in float seconds`() throws {
    let response = NotificationResponse(
      actionIdentifier: "a",
      notification: DeliveredNotification(
        date: noon, request: NotificationRequest(identifier: "r", content: NotificationContent())))
    #expect(
      response.scriptValue == [
        "actionIdentifier": "a",
        "notification": [
          "date": 1_767_268_800.0,
          "request": [
            "identifier": "r",
            "content": [
              "title": "", "subtitle": "", "body": "", "categoryIdentifier": "",
              "threadIdentifier": "", "launchImageName": "", "interruptionLevel": "active",
              "relevanceScore": 0.0, "userInfo": [:], "attachments": [],
            ],
          ],
        ],
      ])
  }

  @Test func `every object of a script's response is in byte order`() throws {
    func check(_ value: JSONValue) {
      guard case .object(let object) = value else { return }
      #expect(object.members.map(\.name) == object.members.map(\.name).sorted())
      for member in object.members { check(member.value) }
    }
    check(try ResponseFile.read(Array(completeResponse.utf8), now: noon).scriptValue)
  }

  @Test func `a script sees every field that is there`() throws {
    let response = try ResponseFile.read(Array(completeResponse.utf8), now: noon)
    let content = response.scriptValue["notification"]?["request"]?["content"]
    #expect(response.scriptValue["userText"] == "On my way")
    #expect(response.scriptValue["notification"]?["date"] == 1_767_265_200.5)
    #expect(content?["badge"] == 3)
    #expect(content?["sound"] == ["name": "bell.caf", "critical": true, "volume": 0.5])
    #expect(content?["interruptionLevel"] == "timeSensitive")
    #expect(content?["userInfo"] == ["aps": ["category": "message"], "chat": ["id": "007"]])
    #expect(
      content?["attachments"]
        == [["identifier": "photo", "url": "file:///photo.jpg", "type": "public.jpeg"]])
  }

  @Test func `nulls are absent members for scripts, and kept in records`() throws {
    let userInfo: JSONObject = [
      "gone": nil, "list": [nil, 1, ["inner": nil]], "deep": ["gone": nil, "kept": false],
    ]
    var response = try response("a")
    response.notification.request.content.userInfo = userInfo
    #expect(
      response.scriptValue["notification"]?["request"]?["content"]?["userInfo"]
        == ["list": [nil, 1, [:]], "deep": ["kept": false]])
    let back = try NotificationResponse(recorded: response.recordedValue)
    #expect(back.notification.request.content.userInfo == userInfo)
  }

  @Test func `a record's text is that of its value, and too deep a one is refused alike`() throws {
    var deep = try response("a \"quoted\" text")
    #expect(try deep.recordedBytes(JSONWriter()) == JSONWriter().bytes(deep.recordedValue))
    let complete = try ResponseFile.read(Array(completeResponse.utf8), now: noon)
    #expect(try complete.recordedBytes(JSONWriter()) == JSONWriter().bytes(complete.recordedValue))
    deep.notification.request.content.userInfo = ["a": ["b": ["c": [1]]]]
    let writer = JSONWriter(maximumDepth: 6)
    let error = try #require(throws: JSONError.self) { try writer.bytes(deep.recordedValue) }
    #expect(error.code == .tooDeep)
    #expect(throws: error) { try deep.recordedBytes(writer) }
  }

  @Test func `true, 1, 1.0, "1" and "007" in userInfo stay what they are`() throws {
    let userInfo: JSONObject = [
      "a": true, "b": 1, "c": 1.0, "d": "1", "e": "007", "f": .number(-0.0), "g": .integer(.max),
      "Key": 1, "key": 2, "empty": [], "emptyObject": [:],
      "one": ["two": ["three": ["four": ["five": [1, "x", nil]]]]],
    ]
    var response = try response("a")
    response.notification.request.content.userInfo = userInfo
    let bytes = try JSONWriter().bytes(response.recordedValue)
    let back = try NotificationResponse(recorded: try JSONReader().read(bytes))
    #expect(back.notification.request.content.userInfo == userInfo)
    #expect(
      back.scriptValue["notification"]?["request"]?["content"]?["userInfo"] == .object(userInfo))
  }

  @Test(arguments: [JSONValue.null, [], [:], "a", ["actionIdentifier": "a"]])
  func `a damaged record is refused`(_ value: JSONValue) {
    #expect(throws: JSONError.self) { try NotificationResponse(recorded: value) }
  }
}
