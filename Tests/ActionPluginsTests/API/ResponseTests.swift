import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("The response in a script")
  struct ResponseTests {
    /// An expression of the response, and what it is.
    struct Part: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let expression: String
      let value: JSONValue

      init(_ expression: String, _ value: JSONValue) {
        testDescription = expression
        self.expression = expression
        self.value = value
      }
    }

    static let parts: [Part] = [
      Part("response.actionIdentifier", "tap"), Part("response.userText == nil", true),
      Part("response.notification.date", 1.5),
      Part("math.type(response.notification.date)", "float"),
      Part("request.identifier", "one"), Part("request.trigger == nil", true),
      Part("content.title", "Ada"), Part("content.subtitle", ""), Part("content.body", ""),
      Part("content.categoryIdentifier", "message"), Part("content.threadIdentifier", "chat"),
      Part("content.badge == nil", true), Part("content.sound == nil", true),
      Part("content.filterCriteria == nil", true), Part("#content.attachments", 0),
      Part("type(content.userInfo.aps)", "table"), Part("content.userInfo.aps.category", "message"),
      Part("math.type(data.int)", "integer"), Part("math.type(data.float)", "float"),
      Part("data.bool", true), Part("data.text", "1"), Part("data.padded", "007"),
      Part("data.gone == nil", true), Part("#data.list", 3),
      Part("data.list[1] == json.null", true),
      Part("data.list[2]", [[:], []]), Part("data.list[3].gone == nil", true),
      Part("{ data.Key, data.key }", [1, 2]),
      Part("{ data['\u{E9}'], data['e\u{301}'] }", [3, 4]),
      Part("data.big == math.maxinteger", true),
      Part("getmetatable(response) == nil", true),
    ]

    @Test("is Apple's object as plain tables, kinds of values kept", arguments: parts)
    func part(_ part: Part) async throws {
      let app = try TestApp(
        """
        return function(response)
          local request = response.notification.request
          local content = request.content
          local data = content.userInfo.data
          return { result = \(part.expression) }
        end
        """)
      var response = TestApp.response("tap", date: 1500)
      let data: JSONObject = [
        "int": 1, "float": 1.0, "bool": true, "text": "1", "padded": "007", "gone": nil,
        "list": [nil, [[:], []], ["gone": nil]], "Key": 1, "key": 2, "\u{E9}": 3, "e\u{301}": 4,
        "big": .integer(.max),
      ]
      response.notification.request.content.userInfo["data"] = .object(data)
      let outcome = await app.runtime.handle(response)
      #expect(outcome.error?.message == nil)
      #expect(outcome.result?.written == part.value.written)
    }

    @Test(
      "has the typed text byte for byte, as data",
      arguments: [
        "", " ", "caf\u{E9}", "cafe\u{301}", "a\0b", "]] .. os.exit() --", "%s %n \\", "\r\n",
        "\u{202E}\u{1F468}\u{200D}\u{1F469}",
      ])
    func text(text: String) async throws {
      let app = try TestApp(
        """
        return function(response)
          return { result = { response.userText, #response.userText, type(response.userText) } }
        end
        """)
      let outcome = await app.handle("reply", text: text)
      let seen = JSONValue.array([
        .string(text), .integer(Int64(text.utf8.count)), .string("string"),
      ])
      #expect(outcome.result?.written == seen.written)
    }
  }
}
