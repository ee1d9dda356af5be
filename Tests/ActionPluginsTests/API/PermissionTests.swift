import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("A call without its permission")
  struct PermissionTests {
    private static let ending = "the manifest does not permit it; add \"permissions\": { "

    private static func calls(
      _ lines: [String], _ permission: String
    ) -> [RaisedCall] {
      lines.map { line in
        let name = line.prefix { $0 != "(" && $0 != " " }
        return RaisedCall(line, "\(name): \(ending)\(permission) } to plugin.json")
      }
    }

    static let cases: [RaisedCall] =
      calls(
        [
          "files.read('f')", "files.write('f', 'x')", "files.remove('f')", "files.list()",
          "files.exists('f')",
        ], "\"files\": true")
      + calls(["reply.send { text = 'x' }", "reply.sendNow { text = 'x' }"], "\"reply\": {}")
      + calls(
        [
          "notifications.post { title = 'x' }", "notifications.remove('x')",
          "notifications.setBadge(1)",
        ], "\"notifications\": true")
      + calls(
        [
          "storage.protected.get('k')", "storage.protected.set('k', 1)",
          "storage.protected.remove('k')", "storage.protected.keys()",
          "storage.protected.update('k', function() return 1 end)",
          "storage.protected.increment('k')",
        ], "\"storage\": { \"protected\": true }")
      + [
        RaisedCall(
          "storage.shared('unread')",
          "storage.shared: the manifest does not permit the shared space \"unread\"; add"
            + " \"permissions\": { \"storage\": { \"shared\": { \"unread\": \"readWrite\" } } } to"
            + " plugin.json"),
        RaisedCall(
          "host.crm.lookup(1)",
          "host.crm.lookup: the manifest does not permit it; add \"crm.lookup\" to"
            + " permissions.functions in plugin.json"),
      ]

    @Test("raises at its line, with the line to add", arguments: cases)
    func raises(_ call: RaisedCall) async throws {
      try await call.expectRaised(permissions: "{}") {
        try $0.runtime.register("crm.lookup") { _ in
          Issue.record("the host was called")
          return nil
        }
      }
    }

    @Test("is a case above for every function that needs one")
    func complete() {
      let needing = APITable(hostFunctions: ["crm.lookup"]).functions.filter {
        $0.permission != nil
      }
      for function in needing where function.permission != .protected {
        #expect(
          Self.cases.contains { $0.call.hasPrefix(function.path) }, "\(function.path) has no case")
      }
    }

    @Test("does not need one otherwise")
    func others() async throws {
      let app = try TestApp(
        """
        return function()
          storage.set("k", 1) storage.increment("k") storage.keys() log.info("x") print("x")
          json.encode(budget.total() + budget.remaining()) auth.isUnlocked() auth.require("why")
          return { result = storage.get("k") }
        end
        """, permissions: "{}")
      #expect(await app.handle().result == 2)
    }
  }
}
