import LuaSandbox

/// The functions that every script finds, and the host's.
package struct APITable: Sendable {
  /// The rows, in the order of the sandbox's function indices.
  package let functions: [APIFunction]

  /// The table of the runtime's own functions and those of the host.
  ///
  /// - Parameter hostFunctions: The registered names and those that the manifest permits.
  package init(hostFunctions: [Identifier] = []) {
    functions =
      Self.storage + Self.files + Self.reply + Self.notifications + Self.auth + Self.budget
      + Self.log + Self.json + Self.device + hostFunctions.map(Self.host)
  }

  /// The table as the sandbox needs it.
  package func sandboxAPI(constants: [(path: String, value: JSONValue)]) -> SandboxAPI {
    SandboxAPI(
      functions: functions.map { function in
        SandboxFunction(
          path: function.path, parameters: function.parameters.map(\.type.letter).joined(),
          kind: function.kind, isPure: function.isPure, mayWait: function.mayWait,
          isBound: function.isBound)
      }, constants: constants)
  }

  private static func host(_ name: Identifier) -> APIFunction {
    APIFunction(
      "host.\(name)", [APIParameter("...", .values, isOptional: true, "whatever it takes")],
      returns: ["any", "string?", "string?"], permission: .functions, mayWait: true,
      command: .host(name), summary: "A function that the host registered.")
  }
}

extension APITable {
  private static let key = APIParameter("key", .string, "1 to 256 bytes")

  static let storage: [APIFunction] = [
    APIFunction(
      "storage.get",
      [key, APIParameter("default", .any, isOptional: true, "returned where the key is absent")],
      returns: ["any", "string?", "string?"], isBound: true, command: .storageGet,
      summary: "The stored value, the default where the key is absent."),
    APIFunction(
      "storage.set",
      [key, APIParameter("value", .value, "at most 64 KiB encoded")], isBound: true,
      command: .storageSet, summary: "Stores a value under a key."),
    APIFunction(
      "storage.remove", [key], isBound: true, command: .storageRemove,
      summary: "Removes a key; an absent one is no error."),
    APIFunction(
      "storage.keys",
      [APIParameter("prefix", .string, isOptional: true, "only keys that begin with it")],
      returns: ["string[]", "string?", "string?"], isBound: true, command: .storageKeys,
      summary: "The keys of the space, sorted by bytes."),
    APIFunction(
      "storage.update",
      [key, APIParameter("change", .function, "takes the old value, returns the new one")],
      returns: ["any", "string?", "string?"], kind: .update, isBound: true,
      command: .storageUpdate,
      summary: "Gets a value, calls the function with it, stores what it returns, and returns it."),
    APIFunction(
      "storage.increment",
      [key, APIParameter("by", .number, isOptional: true, "1 where left out")],
      returns: ["number", "string?", "string?"], isBound: true, command: .storageIncrement,
      summary: "Adds to a number when the invocation's effects are kept; returns the number as it"
        + " looks now."),
    APIFunction(
      "storage.shared", [APIParameter("name", .string, "a space that the manifest names")],
      returns: ["Space"], permission: .shared, kind: .space, command: .storageShared,
      summary: "A space shared with the host app and other plugins."),
    APIFunction(
      "storage.protected", returns: ["Space"], permission: .protected, kind: .space,
      command: .storageProtected,
      summary: "A space that is readable only while the device is unlocked."),
  ]

  private static let name = APIParameter("name", .string, "1 to 256 bytes; not a path")

  static let files: [APIFunction] = [
    APIFunction(
      "files.read", [name], returns: ["string?", "string?", "string?"], permission: .files,
      command: .filesRead, summary: "The file's bytes, nil where there is none."),
    APIFunction(
      "files.write", [name, APIParameter("data", .bytes, "at most 1 MiB")], permission: .files,
      command: .filesWrite, summary: "Writes a whole file."),
    APIFunction(
      "files.remove", [name], permission: .files, command: .filesRemove,
      summary: "Removes a file; an absent one is no error."),
    APIFunction(
      "files.list",
      [APIParameter("prefix", .string, isOptional: true, "only names that begin with it")],
      returns: ["string[]"], permission: .files, command: .filesList,
      summary: "The names of the plugin's files, sorted by bytes."),
    APIFunction(
      "files.exists", [name], returns: ["boolean"], permission: .files, command: .filesExists,
      summary: "Whether there is a file of that name."),
  ]

  private static let replyFields: [APIParameter] = [
    APIParameter("text", .string, isOptional: true, "at most 16 KiB; not empty without userInfo"),
    APIParameter("to", .string, isOptional: true, "the recipient; the notification's thread"),
    APIParameter("userInfo", .object, isOptional: true, "data beside the text"),
    APIParameter("key", .string, isOptional: true, "a reply with the same key is sent once"),
  ]

  static let reply: [APIFunction] = [
    APIFunction(
      "reply.send", [APIParameter("reply", .fields(replyFields), "the reply")],
      returns: ["string"], permission: .reply, command: .replySend,
      summary: "Stages a reply; it is delivered after the handler succeeded. Returns its id."),
    APIFunction(
      "reply.sendNow", [APIParameter("reply", .fields(replyFields), "the reply")],
      returns: ["SentReply", "string?", "string?"], permission: .reply, mayWait: true,
      command: .replySendNow,
      summary: "Sends a reply at once and says what came of it; what was sent stays sent."),
  ]

  static let notifications: [APIFunction] = [
    APIFunction(
      "notifications.post",
      [
        APIParameter(
          "notification",
          .fields([
            APIParameter("title", .string, isOptional: true, "at most 16 KiB"),
            APIParameter("body", .string, isOptional: true, "at most 16 KiB"),
            APIParameter("identifier", .string, isOptional: true, "replaces one of the same name"),
            APIParameter("category", .string, isOptional: true, "a category identifier"),
            APIParameter("userInfo", .object, isOptional: true, "data for its own handlers"),
            APIParameter("after", .number, isOptional: true, "seconds from now"),
          ]), "what to show")
      ],
      returns: ["string"], permission: .notifications, command: .notificationsPost,
      summary: "Stages a local notification, now or after seconds. Returns its identifier."),
    APIFunction(
      "notifications.remove", [APIParameter("identifier", .string, "of a posted notification")],
      permission: .notifications, command: .notificationsRemove,
      summary: "Stages the removal of a posted or waiting notification."),
    APIFunction(
      "notifications.setBadge", [APIParameter("number", .integer, "0 removes the badge")],
      permission: .notifications, command: .notificationsSetBadge,
      summary: "Stages the number on the app's icon."),
  ]

  static let auth: [APIFunction] = [
    APIFunction(
      "auth.isUnlocked", returns: ["boolean"], command: .authIsUnlocked,
      summary: "Whether the device is unlocked."),
    APIFunction(
      "auth.require", [APIParameter("reason", .string, "what the person is told")],
      mayWait: true, command: .authRequire,
      summary: "Asks the person to authenticate; the invocation ends where that is refused."),
  ]

  static let budget: [APIFunction] = [
    APIFunction(
      "budget.remaining", returns: ["number"], command: .budgetRemaining,
      summary: "Seconds that the handler has left."),
    APIFunction(
      "budget.total", returns: ["number"], command: .budgetTotal,
      summary: "Seconds that the handler had at its start."),
  ]

  static let log: [APIFunction] =
    [Outcome.LogLine.Level.debug, .info, .warn, .error].map { level in
      APIFunction(
        "log.\(level.rawValue)",
        [
          APIParameter("message", .rendered, "any value"),
          APIParameter("fields", .object, isOptional: true, "data beside the message"),
        ], command: .log(level), summary: "Writes a line of level \(level.rawValue).")
    } + [
      APIFunction(
        "print", [APIParameter("...", .renderedValues, isOptional: true, "any values")],
        command: .print, summary: "Writes a line of level info.")
    ]

  static let json: [APIFunction] = [
    APIFunction(
      "json.encode", [APIParameter("value", .value, "what to write")], returns: ["string"],
      isPure: true, command: .jsonEncode, summary: "The value as JSON, keys sorted by bytes."),
    APIFunction(
      "json.decode", [APIParameter("text", .bytes, "strict JSON")],
      returns: ["any", "string?", "string?"], isPure: true, command: .jsonDecode,
      summary: "The value of a JSON text; nil, message, code where it is broken."),
  ]

  static let device: [APIFunction] = [
    APIFunction(
      "device", returns: ["Device"], kind: .fields, command: .deviceField,
      summary: "The device's language and platform.")
  ]
}
