import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("notifications")
  struct NotificationCallTests {
    static let mistakes: [RaisedCall] = [
      RaisedCall(
        "notifications.post()",
        "notifications.post: argument 1 (notification) must be a table, got nothing"),
      RaisedCall(
        "notifications.post 'hello'",
        "notifications.post: argument 1 (notification) must be a table, got a string"),
      RaisedCall(
        "notifications.post { 'hello' }",
        "notifications.post: argument 1 (notification) must be a table, got an array"),
      RaisedCall(
        "notifications.post { titel = 'x' }",
        "notifications.post: notification.titel is not a known field; did you mean \"title\"?"
          + " (known: title, body, identifier, category, userInfo, after)"),
      RaisedCall(
        "notifications.post { title = 1 }",
        "notifications.post: notification.title must be a string, got an integer"),
      RaisedCall(
        "notifications.post { title = 'x', body = {} }",
        "notifications.post: notification.body must be a string, got a table"),
      RaisedCall(
        "notifications.post { title = 'x', identifier = 1 }",
        "notifications.post: notification.identifier must be a string, got an integer"),
      RaisedCall(
        "notifications.post { title = 'x', category = false }",
        "notifications.post: notification.category must be a string, got a boolean"),
      RaisedCall(
        "notifications.post { title = 'x', userInfo = { 1 } }",
        "notifications.post: notification.userInfo must be a table with string keys, got an array"),
      RaisedCall(
        "notifications.post { title = 'x', after = '5' }",
        "notifications.post: notification.after must be a number, got a string"),
      RaisedCall(
        "notifications.post { title = 'x', after = -1 }",
        "notifications.post: notification.after must be from 0 to 31622400 seconds (one year)"),
      RaisedCall(
        "notifications.post { title = 'x', after = 31622400.5 }",
        "notifications.post: notification.after must be from 0 to 31622400 seconds (one year)"),
      RaisedCall(
        "notifications.post { title = 'x', after = 0/0 }",
        "notifications.post: notification.after is NaN, which has no JSON form; leave it out or"
          + " store a string"),
      RaisedCall(
        "notifications.post {}",
        "notifications.post: a notification needs a title or a body; give one"),
      RaisedCall(
        "notifications.post { title = '', body = '' }",
        "notifications.post: a notification needs a title or a body; give one"),
      RaisedCall(
        "notifications.post { title = 'x', identifier = '' }",
        "notifications.post: notification.identifier is empty; give it at least one byte, or none"),
      RaisedCall(
        "notifications.remove()",
        "notifications.remove: argument 1 (identifier) must be a string, got nothing"),
      RaisedCall(
        "notifications.remove('')",
        "notifications.remove: the identifier is empty; give it at least one byte"),
      RaisedCall(
        "notifications.setBadge()",
        "notifications.setBadge: argument 1 (number) must be an integer, got nothing"),
      RaisedCall(
        "notifications.setBadge('3')",
        "notifications.setBadge: argument 1 (number) must be an integer, got a string"),
      RaisedCall(
        "notifications.setBadge(1.5)",
        "notifications.setBadge: argument 1 (number) must be an integer, got a float"),
      RaisedCall(
        "notifications.setBadge(1/0)",
        "notifications.setBadge: number is infinite, which has no JSON form; leave it out or store"
          + " a string"),
      RaisedCall(
        "notifications.setBadge(-1)",
        "notifications.setBadge: the badge must be from 0 to 2147483647"),
      RaisedCall(
        "notifications.setBadge(2147483648)",
        "notifications.setBadge: the badge must be from 0 to 2147483647"),
      RaisedCall(
        "notifications:setBadge(1)",
        "notifications.setBadge: called with a colon; write notifications.setBadge(…), with a dot"),
      RaisedCall(
        "notifications.setbadge(1)",
        "attempt to call a nil value (field 'setbadge'); did you mean notifications.setBadge?"),
    ]

    @Test("raises a mistake at its line, with the cure", arguments: mistakes)
    func raised(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test("stages changes, which reach the presenter in their order, and gives identifiers")
    func changes() async throws {
      let presenter = TestPresenter()
      let app = try TestApp(
        """
        return function()
          local first = notifications.post { title = "a" }
          local second = notifications.post { body = "b" }
          local third = notifications.post {
            title = "t", body = "b", identifier = "e\\u{301}", category = "message",
            userInfo = { list = json.array {}, n = 1.0 }, after = 0.5,
          }
          assert(select("#", notifications.remove("old")) == 0)
          assert(select("#", notifications.setBadge(3.0)) == 0)
          notifications.setBadge(0)
          return { result = { first, second, third } }
        end
        """, presenter: presenter)
      let outcome = await app.handle()
      #expect(outcome.error?.message == nil)
      try await app.runtime.deliver(until: .now + .seconds(60))
      guard case .array(let names)? = outcome.result else {
        Issue.record("no identifiers")
        return
      }
      let identifiers = names.map { name in
        if case .string(let name) = name { Identifier(name) } else { Identifier("") }
      }
      #expect(Set(identifiers).count == 3)
      #expect(identifiers[2] == "e\u{301}")
      #expect(
        presenter.changes.all == [
          .post(
            LocalNotification(
              identifier: identifiers[0], title: "a", body: "", category: nil,
              userInfo: JSONObject(), after: 0)),
          .post(
            LocalNotification(
              identifier: identifiers[1], title: "", body: "b", category: nil,
              userInfo: JSONObject(), after: 0)),
          .post(
            LocalNotification(
              identifier: "e\u{301}", title: "t", body: "b", category: "message",
              userInfo: ["list": [], "n": 1.0], after: 0.5)),
          .remove(identifier: "old"), .badge(3), .badge(0),
        ])
    }

    @Test("waits for up to a year", arguments: ["0", "0.0", "31622400", "1e-9"])
    func after(seconds: String) async throws {
      let app = try TestApp(
        "return function() notifications.post { title = 'x', after = \(seconds) } end")
      #expect(await app.handle().notifications.map(\.after) == [Double(seconds)])
    }

    @Test("removes what it could post, however long its identifier")
    func longIdentifier() async throws {
      let presenter = TestPresenter()
      let app = try TestApp(
        """
        return function()
          local name = string.rep("n", 16384)
          notifications.post { title = "x", identifier = name }
          notifications.remove(name)
        end
        """, presenter: presenter)
      #expect(await app.handle().error?.message == nil)
      try await app.runtime.deliver(until: .now + .seconds(60))
      #expect(presenter.changes.count == 2)
    }
  }
}
