import Testing

/// A response that no handler takes: what is unknown, and what was probably meant.
@Suite("A response without a route")
struct RoutingTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let action: String
    let category: String
    let reason: String
    let nearest: String?
    let sentence: String
    var code: Int32 = 3
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    .init(
      name: "unknown category", action: "reply", category: "Message", reason: "unknownCategory",
      nearest: "message",
      sentence: "no bundle has the category \"Message\"; did you mean \"message\"?"),
    .init(
      name: "unknown action", action: "Reply", category: "message", reason: "unknownAction",
      nearest: "reply",
      sentence: "category \"message\" has no action \"Reply\"; did you mean \"reply\"?"),
    .init(
      name: "no category", action: "reply", category: "", reason: "noCategory", nearest: nil,
      sentence: "the notification carries no category, so it has no actions"),
    .init(
      name: "nothing opens it", action: "com.apple.UNNotificationDefaultActionIdentifier",
      category: "message", reason: "noDefaultHandler", nearest: nil,
      sentence: "category \"message\" names no \"defaultHandler\" for opening the notification"),
    .init(
      name: "nothing minds its dismissal",
      action: "com.apple.UNNotificationDismissActionIdentifier", category: "message",
      reason: "noDismissHandler", nearest: nil,
      sentence: "category \"message\" names no \"dismissHandler\", so nothing runs", code: 0),
  ]

  @Test("says why, and the nearest name", arguments: cases)
  func unrouted(_ testCase: Case) throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function() end"])
    let response = try samples.response(action: testCase.action, category: testCase.category)
    let text = try samples.run(response)
    #expect(text.code == testCase.code)
    #expect(text.output.hasPrefix("outcome       unrouted: \(testCase.sentence)\n"))
    #expect(text.errors == "")

    let result = try samples.run(response, "--format", "json")
    #expect(result.code == testCase.code)
    let json = try result.json()
    #expect(json["outcome"] as? String == "unrouted")
    #expect(json["reason"] as? String == testCase.reason)
    #expect(json["nearest"] as? String == testCase.nearest)
    #expect(json["userText"] as? String == "Hi")
    let told = "\(response): error: unrouted: \(testCase.sentence)\n"
    #expect(result.errors == (testCase.code == 0 ? "" : told))
  }
}
