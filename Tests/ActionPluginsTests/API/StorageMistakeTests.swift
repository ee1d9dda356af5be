import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("A mistake with storage is raised at its line, with the cure")
  struct StorageMistakeTests {
    static let keys: [RaisedCall] = [
      RaisedCall("storage.get()", "storage.get: argument 1 (key) must be a string, got nothing"),
      RaisedCall("storage.get(nil)", "storage.get: argument 1 (key) must be a string, got nil"),
      RaisedCall(
        "storage.get(7)", "storage.get: argument 1 (key) must be a string, got an integer"),
      RaisedCall("storage.get(7.5)", "storage.get: argument 1 (key) must be a string, got a float"),
      RaisedCall("storage.get({})", "storage.get: argument 1 (key) must be a string, got a table"),
      RaisedCall(
        "storage.get({1})", "storage.get: argument 1 (key) must be a string, got an array"),
      RaisedCall(
        "storage.get(print)", "storage.get: argument 1 (key) must be a string, got a function"),
      RaisedCall(
        "storage.get(json.null)", "storage.get: argument 1 (key) must be a string, got json.null"),
      RaisedCall("storage.get('')", "storage.get: the key is empty; give it at least one byte"),
      RaisedCall(
        "storage.get('\\xff')",
        "storage.get: key is not UTF-8 text; keep binary data with files.write"),
      RaisedCall("storage.set()", "storage.set: argument 1 (key) must be a string, got nothing"),
      RaisedCall(
        "storage.remove()", "storage.remove: argument 1 (key) must be a string, got nothing"),
      RaisedCall(
        "storage.remove(true)", "storage.remove: argument 1 (key) must be a string, got a boolean"),
      RaisedCall(
        "storage.remove('')", "storage.remove: the key is empty; give it at least one byte"),
      RaisedCall(
        "storage.keys(7)", "storage.keys: argument 1 (prefix) must be a string, got an integer"),
      RaisedCall(
        "storage.update()", "storage.update: argument 1 (key) must be a string, got nothing"),
      RaisedCall(
        "storage.increment()", "storage.increment: argument 1 (key) must be a string, got nothing"),
      RaisedCall(
        "storage.shared()", "storage.shared: argument 1 (name) must be a string, got nothing"),
    ]

    static let values: [RaisedCall] = [
      RaisedCall(
        "storage.set('k')",
        "storage.set: value is nil; remove a key with storage.remove, or store json.null"),
      RaisedCall(
        "storage.set('k', nil)",
        "storage.set: value is nil; remove a key with storage.remove, or store json.null"),
      RaisedCall(
        "storage.protected.set('k', nil)",
        "storage.protected.set: value is nil; remove a key with storage.protected.remove, or store"
          + " json.null"),
      RaisedCall(
        "storage.shared('unread').set('k', nil)",
        "storage.shared(\"unread\").set: value is nil; remove a key with"
          + " storage.shared(\"unread\").remove, or store json.null"),
      RaisedCall(
        "storage.update('k')",
        "storage.update: argument 2 (change) must be a function, got nothing"),
      RaisedCall(
        "storage.update('k', 5)",
        "storage.update: argument 2 (change) must be a function, got an integer"),
      RaisedCall(
        "storage.update('k', setmetatable({}, { __call = function() return 1 end }))",
        "storage.update: argument 2 (change) must be a function, got a table"),
      RaisedCall(
        "storage.update('k', function() end)",
        "storage.update: the function returned nil; return the value to store, or remove the key"
          + " with storage.remove"),
      RaisedCall(
        "storage.shared('unread').update('k', function() end)",
        "storage.shared(\"unread\").update: the function returned nil; return the value to store, or"
          + " remove the key with storage.shared(\"unread\").remove"),
      RaisedCall(
        "storage.update('k', function() return { a = print } end)",
        "storage.update: value.a is a function, which cannot be kept; keep what it stands for"
          + " instead"),
      RaisedCall(
        "storage.increment('k', '2')",
        "storage.increment: argument 2 (by) must be a number, got a string"),
      RaisedCall(
        "storage.increment('k', {})",
        "storage.increment: argument 2 (by) must be a number, got a table"),
      RaisedCall(
        "storage.increment('k', 0/0)",
        "storage.increment: by is NaN, which has no JSON form; leave it out or store a string"),
      RaisedCall(
        "storage.increment('k', -1/0)",
        "storage.increment: by is infinite, which has no JSON form; leave it out or store a string"),
      RaisedCall(
        "storage.set('k', 'text') storage.increment('k')",
        "storage.increment: the stored value is a string, not a number; set it to a number first"),
      RaisedCall(
        "storage.set('k', math.maxinteger) storage.increment('k')",
        "storage.increment: the sum leaves the range of 64-bit integers or of finite floats; add"
          + " less, or store a float"),
      RaisedCall(
        "storage.increment('k', math.mininteger) storage.increment('k', -1)",
        "storage.increment: the sum leaves the range of 64-bit integers or of finite floats; add"
          + " less, or store a float"),
      RaisedCall(
        "storage.set('k', 1e308) storage.increment('k', 1e308)",
        "storage.increment: the sum leaves the range of 64-bit integers or of finite floats; add"
          + " less, or store a float"),
    ]

    static let spaces: [RaisedCall] = [
      RaisedCall(
        "storage:set('a', 1)", "storage.set: called with a colon; write storage.set(…), with a dot"),
      RaisedCall(
        "storage.protected:get('a')",
        "storage.protected.get: called with a colon; write storage.protected.get(…), with a dot"),
      RaisedCall(
        "storage.shared('unread'):get('a')",
        "storage.shared(\"unread\").get: called with a colon; write storage.shared(\"unread\").get(…),"
          + " with a dot"),
      RaisedCall(
        "storage.shared('unred')",
        "storage.shared: the manifest does not permit the shared space \"unred\"; did you mean"
          + " \"unread\"?; add \"permissions\": { \"storage\": { \"shared\": { \"unred\":"
          + " \"readWrite\" } } } to plugin.json"),
      RaisedCall(
        "storage.shared('session').set('k', 1)",
        "storage.shared(\"session\").set: the manifest permits reading only; write \"readWrite\" for"
          + " \"session\" under permissions.storage.shared in plugin.json"),
      RaisedCall(
        "storage.sett('a', 1)",
        "attempt to call a nil value (field 'sett'); did you mean storage.set?"),
      RaisedCall(
        "storrage.set('a', 1)",
        "attempt to index a nil value (global 'storrage'); did you mean storage?"),
      RaisedCall(
        "storage.shared.get('a')",
        "attempt to index a function value (field 'shared'); storage.shared is called with the name"
          + " of the space"),
    ]

    @Test("a key", arguments: keys)
    func key(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test("a value", arguments: values)
    func value(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test("a space", arguments: spaces)
    func space(_ call: RaisedCall) async throws {
      try await call.expectRaised()
    }

    @Test(
      "writing a read-only shared space, whichever way",
      arguments: ["set('k', 1)", "remove('k')", "increment('k')", "update('k', function() end)"])
    func readOnly(call: String) async throws {
      let name = call.prefix { $0 != "(" }
      try await RaisedCall(
        "storage.shared('session').\(call)",
        "storage.shared(\"session\").\(name): the manifest permits reading only; write \"readWrite\""
          + " for \"session\" under permissions.storage.shared in plugin.json"
      ).expectRaised()
    }

    @Test(
      "writing the protected space while the device is locked, whichever way",
      arguments: ["set('k', 1)", "remove('k')", "increment('k')", "update('k', function() end)"])
    func locked(call: String) async throws {
      let name = call.prefix { $0 != "(" }
      try await RaisedCall(
        "storage.protected.\(call)",
        "storage.protected.\(name): the device is locked, so nothing can be written there; check"
          + " auth.isUnlocked() first, or give the action the option authenticationRequired"
      ).expectRaised(device: FixedDevice(isUnlocked: false, answer: .refused))
    }

    @Test(
      "an increment of what another wrote",
      arguments: [
        (JSONValue.string("7"), "a string"), (.null, "json.null"), (.bool(true), "a boolean"),
        (.array([1]), "an array"), (.object(["n": 1]), "a table"),
      ])
    func increment(value: JSONValue, noun: String) async throws {
      try await RaisedCall(
        "storage.shared('unread').increment('n')",
        "storage.shared(\"unread\").increment: the stored value is \(noun), not a number; set it to"
          + " a number first"
      ).expectRaised { try await $0.runtime.space("unread").set("n", value) }
    }

    @Test("may be caught, and the invocation goes on")
    func caught() async throws {
      try await AnsweredCall(
        "caught",
        """
        local ok, message = pcall(storage.set, "k", print)
          storage.set("k", 1)
          return { ok, message, storage.get("k") }
        """,
        gives: [
          false,
          "storage.set: value is a function, which cannot be kept; keep what it stands for instead",
          1,
        ]
      ).expectAnswered()
    }
  }
}
