@testable import ActionPlugins

extension LimitTable {
  private static func value(_ name: String, _ script: String, says sentence: String) -> LimitCase {
    LimitCase("valueBytes", name, at: 65_536, script, says: sentence)
  }

  private static func key(_ name: String, _ call: String, _ noun: String) -> LimitCase {
    let function = call.prefix { $0 != "(" }
    return LimitCase(
      "keyBytes", name, at: 256, "local k = string.rep('k', n) \(call)",
      says: "\(function): the \(noun) has 257 bytes, the limit is 256 bytes; shorten it")
  }

  /// Fills the space with keys of 3 bytes and values of 65,533, the last one with n bytes fewer or
  /// more.
  private static func space(_ name: String, _ space: String, called noun: String) -> LimitCase {
    LimitCase(
      "spaceBytes", name, at: 65_531,
      """
      local space = \(space)
      for i = 1, 15 do space.set("k" .. 10 + i, string.rep("x", 65531)) end
      space.set("k10", string.rep("x", n))
      """,
      says:
        "\(noun) would hold 1048577 bytes of keys and values, the limit is 1048576 bytes; remove"
        + " keys that are no longer needed")
  }

  static let values: [LimitCase] = [
    value(
      "a stored value", "storage.set('k', string.rep('x', n - 2))",
      says: "storage.set: value has 65537 bytes as JSON, the limit is 65536 bytes; split it over"
        + " several keys or write a file"),
    value(
      "a stored value of letters beyond ASCII",
      "storage.set('k', string.rep('\\u{E9}', 32766) .. string.rep('x', n - 65534))",
      says: "storage.set: value has 65537 bytes as JSON, the limit is 65536 bytes; split it over"
        + " several keys or write a file"),
    value(
      "a stored table", "storage.set('k', { a = string.rep('x', n - 8) })",
      says: "storage.set: value has 65537 bytes as JSON, the limit is 65536 bytes; split it over"
        + " several keys or write a file"),
    value(
      "an updated value", "storage.update('k', function() return string.rep('x', n - 2) end)",
      says: "storage.update: value has 65537 bytes as JSON, the limit is 65536 bytes; split it over"
        + " several keys or write a file"),
    value(
      "a reply's data", "reply.send { userInfo = { a = string.rep('x', n - 8) } }",
      says:
        "reply.send: reply.userInfo has 65537 bytes as JSON, the limit is 65536 bytes; send less"
    ),
    value(
      "a notification's data",
      "notifications.post { title = 'x', userInfo = { a = string.rep('x', n - 8) } }",
      says: "notifications.post: notification.userInfo has 65537 bytes as JSON, the limit is 65536"
        + " bytes; give less"),
    value(
      "a result", "return { result = string.rep('x', n - 2) }",
      says: "returned.result is larger than 65536 bytes of JSON; return less"),
    LimitCase(
      "valueDepth", "a stored value", at: 32,
      "local t = 1 for i = 1, n do t = { t } end storage.set('k', t)",
      says: "storage.set: value" + String(repeating: "[1]", count: 32)
        + " is nested deeper than 32 levels; flatten it"),
    LimitCase(
      "valueDepth", "a reply, its table included", at: 31,
      "local t = 1 for i = 2, n do t = { t } end reply.send { userInfo = { a = t } }",
      says: "reply.send: reply.userInfo.a" + String(repeating: "[1]", count: 30)
        + " is nested deeper than 32 levels; flatten it"),
    key("a key", "storage.get(k)", "key"), key("a key written", "storage.set(k, 1)", "key"),
    key("a key updated", "storage.update(k, function() return 1 end)", "key"),
    key("a key removed", "storage.remove(k)", "key"),
    key("a key incremented", "storage.increment(k)", "key"),
    key("a file's name", "files.write(k, '')", "name"),
    key("a file's name read", "files.read(k)", "name"),
    LimitCase(
      "keyBytes", "a key of letters beyond ASCII", at: 2,
      "storage.set(string.rep('\\u{E9}', 127) .. string.rep('k', n), 1)",
      says: "storage.set: the key has 257 bytes, the limit is 256 bytes; shorten it"),
    LimitCase(
      "keyBytes", "a reply's key", at: 256,
      "reply.send { text = 'x', key = string.rep('k', n) }",
      says: "reply.send: reply.key has 257 bytes, the limit is 256 bytes; shorten it"),
    space("the plugin's own space", "storage", called: "own:com.example.app"),
    space(
      "the protected space", "storage.protected",
      called: "protected:com.example.app"),
    space(
      "a shared space", "storage.shared('unread')", called: "shared:unread"),
    LimitCase(
      "fileBytes", "a file", at: 1_048_576, "files.write('f', string.rep('x', n))",
      says: "files.write: data has 1048577 bytes, the limit is 1048576 bytes; split it over several"
        + " files"),
    LimitCase(
      "pluginFileBytes", "what one invocation writes", at: 1_048_576,
      """
      local data = string.rep("x", 1048576)
      for i = 1, 9 do files.write("f" .. i, data) end
      files.write("f10", string.rep("x", n - 1)) files.write("f11", "x")
      """,
      says: "files.write: this invocation would write 10485761 bytes of files, the limit of a"
        + " plugin's files is 10485760 bytes; write less, or remove files that are no longer needed"
    ),
    LimitCase(
      "pluginFileBytes", "together with what is kept",
      says:
        "the files of com.example.app would have 101 bytes, the limit is 100 bytes; remove files"
        + " that are no longer needed"
    ) { side in
      let app = try TestApp(
        """
        return function(response)
          files.write(response.userText, string.rep("x", #response.userText))
        end
        """, limits: limits { $0.pluginFileBytes = 100 })
      await app.handle("reply", text: String(repeating: "a", count: 60))
      let size = side == .at ? 40 : 41
      return await app.handle("reply", text: String(repeating: "b", count: size)).error?.message
    },
  ]
}
