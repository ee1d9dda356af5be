import ActionPlugins

/// One case of a bundle's tests: a response, what is given, what is expected.
struct TestCase: Sendable {
  /// What it is called in reports; without a name of its own, its file and number.
  let name: String
  /// The file as reports name it.
  let file: String
  /// Where the case begins in its file, from 1.
  let line: Int?
  /// The way to the case in its file.
  let path: JSONPath
  let response: TestResponse
  let given: TestGiven
  let expectation: TestExpectation
}

/// What a case hands to the runtime.
enum TestResponse: Sendable {
  case response(NotificationResponse)
  case payload(Payload, action: Identifier, text: String?, path: JSONPath)

  /// The response for these categories; refuses a text where none can be typed, and its absence
  /// where one must be.
  func response(
    now: Timestamp, among categories: (Identifier) -> NotificationCategory?
  ) throws(JSONError) -> NotificationResponse {
    switch self {
    case .response(let response): return response
    case .payload(let payload, let action, let text, let path):
      return try Self.response(payload, action, text, at: path, now: now, among: categories)
    }
  }

  private static func response(
    _ payload: Payload, _ given: Identifier, _ text: String?, at path: JSONPath, now: Timestamp,
    among categories: (Identifier) -> NotificationCategory?
  ) throws(JSONError) -> NotificationResponse {
    let category = categories(payload.content.categoryIdentifier)
    let action = SampleResponse.action(given, of: category)
    if let known = category?.action(action), (known.textInput == nil) != (text == nil) {
      throw JSONError(
        text == nil ? .missingKey : .invalidValue,
        text == nil
          ? "the action \(given.rawValue.quotedForMessage) takes typed text; add \"text\", which may "
            + "be \"\""
          : "the action \(given.rawValue.quotedForMessage) takes no typed text; leave it out",
        at: path.member("text"))
    }
    do throws(NotificationError) {
      return try payload.response(action: action, text: text, now: now)
    } catch {
      throw JSONError(.invalidValue, error.message, at: path.member("apns"))
    }
  }
}
