import Testing

@testable import PlugrunCommands

@Suite struct ManifestRuleTests {
  private static func manifest(
    category: String = "\"options\": []", action: String = "\"textInput\": {}",
    rest: String = "", more: String = ""
  ) -> String {
    """
    {
    "api": 1, "identifier": "com.example.a", "version": "1.0.0",
    "categories": [{ "identifier": "message",
    \(category),
    "actions": [{ "identifier": "reply", "title": "Reply",
    \(action) }\(more)] }]\(rest)
    }
    """
  }

  static let cases: [(name: String, manifest: String, places: [String])] = [
    (
      "nothing", manifest(),
      ["dismissed.lua:1:1 unrouted-file", "lib/format.lua:1:1 unrouted-file"]
    ),
    (
      "a dismissal that nobody tells of",
      manifest(category: "\"dismissHandler\": \"dismissed.lua\""),
      ["lib/format.lua:1:1 unrouted-file", "plugin.json:4:1 dismiss-without-option"]
    ),
    (
      "text into an app that opens",
      manifest(action: "\"textInput\": {}, \"options\": [\"foreground\"]"),
      [
        "dismissed.lua:1:1 unrouted-file", "lib/format.lua:1:1 unrouted-file",
        "plugin.json:6:18 text-input-foreground",
      ]
    ),
    (
      "text behind the second button",
      manifest(
        more: ",\n{ \"identifier\": \"dismissed\", \"title\": \"D\" },\n"
          + "{ \"identifier\": \"r2\", \"title\": \"R\", \"textInput\": {}, \"handler\": \"reply.lua\" }"
      ),
      ["lib/format.lua:1:1 unrouted-file", "plugin.json:8:1 hidden-action"]
    ),
    (
      "a destructive one behind one that only opens the app",
      manifest(
        action: "\"options\": [\"foreground\"]",
        more: ",\n{ \"identifier\": \"dismissed\", \"title\": \"D\" },\n"
          + "{ \"identifier\": \"r2\", \"title\": \"R\", \"options\": [\"destructive\"], "
          + "\"handler\": \"reply.lua\" }"
      ),
      ["lib/format.lua:1:1 unrouted-file", "plugin.json:8:1 hidden-action"]
    ),
    (
      "one that asks who is there behind one that only opens the app",
      manifest(
        more: ",\n{ \"identifier\": \"dismissed\", \"title\": \"D\", "
          + "\"options\": [\"foreground\"] },\n"
          + "{ \"identifier\": \"r2\", \"title\": \"R\", "
          + "\"options\": [\"authenticationRequired\"], \"handler\": \"reply.lua\" }"
      ),
      ["lib/format.lua:1:1 unrouted-file", "plugin.json:8:1 hidden-action"]
    ),
    (
      "a plain one behind one that only opens the app",
      manifest(
        action: "\"options\": [\"foreground\"]",
        more: ",\n{ \"identifier\": \"dismissed\", \"title\": \"D\" },\n"
          + "{ \"identifier\": \"r2\", \"title\": \"R\", \"handler\": \"reply.lua\" }"
      ),
      ["lib/format.lua:1:1 unrouted-file"]
    ),
    (
      "a destructive one behind those that do something",
      manifest(
        more: ",\n{ \"identifier\": \"dismissed\", \"title\": \"D\" },\n"
          + "{ \"identifier\": \"r2\", \"title\": \"R\", \"options\": [\"destructive\"], "
          + "\"handler\": \"reply.lua\" }"
      ),
      ["lib/format.lua:1:1 unrouted-file"]
    ),
    (
      "permissions that nobody uses",
      manifest(
        rest: ",\n\"permissions\": {\n\"files\": true,\n\"reply\": {},\n\"notifications\": true,\n"
          + "\"storage\": {\n\"shared\": {\n\"unread\": \"read\" },\n\"protected\": true },\n"
          + "\"functions\": [ \"b.c\",\n\"a\" ] },\n\"check\": { \"allow\": [\"unrouted-file\"] }"),
      [
        "plugin.json:8:1 unused-permission", "plugin.json:9:1 unused-permission",
        "plugin.json:10:1 unused-permission", "plugin.json:13:1 unused-permission",
        "plugin.json:14:1 unused-permission", "plugin.json:15:16 unused-permission",
        "plugin.json:16:1 unused-permission",
      ]
    ),
    (
      "a rule that does not exist",
      manifest(
        rest: ",\n\"check\": { \"allow\": [\"unrouted-file\", \"unrouted-files\"] }"),
      ["plugin.json:7:39 unknown-rule"]
    ),
  ]

  @Test func `a permission whose one use is misspelt is not called unused`() throws {
    let rules = try CheckedBundle(
      manifest: CheckedBundle.manifest,
      scripts: [
        "reply.lua": "return function(r) reply.sned { text = r.userText } end",
        "dismissed.lua": "return function() end",
      ]
    ).findings().map(\.rule)
    #expect(rules == ["unknown-api"])
  }

  @Test(arguments: cases)
  func `a manifest is found to have exactly this`(
    _ name: String, manifest: String, places: [String]
  ) throws {
    #expect(try CheckedBundle(manifest: manifest).places() == places)
  }

  @Test func `a permission that nobody uses is named`() throws {
    let manifest = Self.manifest(
      rest: ", \"permissions\": { \"files\": true, \"storage\": { \"protected\": true } },"
        + "\"check\": { \"allow\": [\"unrouted-file\"] }")
    #expect(
      try CheckedBundle(manifest: manifest).findings().map(\.message) == [
        "no script uses permissions.files; remove it",
        "no script uses permissions.storage.protected; remove it",
      ])
  }

  @Test func `a permission counts as used where the name is computed`() throws {
    let manifest = Self.manifest(
      rest: ", \"permissions\": { \"storage\": { \"shared\": { \"unread\": \"read\" } } },"
        + "\"check\": { \"allow\": [\"unrouted-file\"] }")
    let script = "return function(r) storage.shared(r.actionIdentifier).get('a') end"
    #expect(
      try CheckedBundle(manifest: manifest, scripts: ["reply.lua": script]).places() == [])
  }
}
