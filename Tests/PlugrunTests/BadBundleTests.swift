import Foundation
import Testing

/// Bundles that do not load: one clear message each, with file, place and cure, 3, and no crash.
@Suite("A bad bundle")
struct BadBundleTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    /// What stands in the manifest's `actions`, and after its categories.
    var actions = "{\"identifier\": \"reply\", \"title\": \"T\"}"
    var more = ""
    /// The whole manifest, where the two above do not do.
    var manifest: String?
    var script = "return function() end"
    /// Standard error behind the bundle's folder.
    let message: String

    var testDescription: String { name }
  }

  static let manifests: [Case] = [
    .init(
      name: "broken JSON", manifest: "{\n  \"api\": 1,\n  x}",
      message: "plugin.json:3:3: error: unexpected character 'x' where a name in double quotes was "
        + "expected"),
    .init(
      name: "a key twice", manifest: "{\"api\": 1,\n \"api\": 1}",
      message: "plugin.json:2:2: error: \"api\" occurs twice in this object; remove one"),
    .init(
      name: "an unknown key", more: ", \"permision\": {}",
      message: "plugin.json: error: permision: unknown key \"permision\"; did you mean "
        + "\"permissions\"?"),
    .init(
      name: "an unknown key of an action",
      actions: "{\"identifier\": \"reply\", \"title\": \"T\", \"optons\": []}",
      message: "plugin.json: error: categories[0].actions[0].optons: unknown key \"optons\"; did "
        + "you mean \"options\"?"),
    .init(
      name: "no title", actions: "{\"identifier\": \"reply\"}",
      message: "plugin.json: error: categories[0].actions[0].title: \"title\" is required; add it"),
    .init(
      name: "an empty title", actions: "{\"identifier\": \"reply\", \"title\": \"\"}",
      message: "plugin.json: error: categories[0].actions[0].title: an action's title must not be "
        + "empty"),
    .init(
      name: "an unknown option",
      actions: "{\"identifier\": \"reply\", \"title\": \"T\", \"options\": [\"destructve\"]}",
      message: "plugin.json: error: categories[0].actions[0].options[0]: unknown option "
        + "\"destructve\"; did you mean \"destructive\"?"),
    .init(
      name: "an action twice",
      actions: """
        {"identifier": "reply", "title": "T"}, {"identifier": "reply", "title": "T"}
        """,
      message: "plugin.json: error: categories[0].actions[1].identifier: \"reply\" is already the "
        + "action at categories[0].actions[0]; rename one"),
    .init(
      name: "one of the system's own actions",
      actions: """
        {"identifier": "com.apple.UNNotificationDefaultActionIdentifier", "title": "T",
         "handler": "reply.lua"}
        """,
      message: "plugin.json: error: categories[0].actions[0].identifier: "
        + "\"com.apple.UNNotificationDefaultActionIdentifier\" is kept for the system; handle it "
        + "with the category's defaultHandler"),
    .init(
      name: "eleven actions",
      actions: (1...11).map {
        "{\"identifier\": \"a\($0)\", \"title\": \"T\", \"handler\": \"reply.lua\"}"
      }.joined(separator: ", "),
      message: "plugin.json: error: categories[0].actions: category \"message\" has 11 actions; at "
        + "most 10 can be shown: remove some"),
    .init(
      name: "a missing handler", actions: "{\"identifier\": \"rely\", \"title\": \"T\"}",
      message: "plugin.json: error: categories[0].actions[0]: the bundle has no file \"rely.lua\", "
        + "which handles this action by default; create it, or add \"handler\": \"reply.lua\""),
    .init(
      name: "a path that leaves the bundle",
      actions: "{\"identifier\": \"reply\", \"title\": \"T\", \"handler\": \"../other.lua\"}",
      message: "plugin.json: error: categories[0].actions[0].handler: \"../other.lua\" leaves the "
        + "bundle; name a file of the bundle, from its folder on, such as \"reply.lua\""),
    .init(
      name: "an absolute path",
      actions: "{\"identifier\": \"reply\", \"title\": \"T\", \"handler\": \"/other.lua\"}",
      message:
        "plugin.json: error: categories[0].actions[0].handler: \"/other.lua\" is an absolute "
        + "path; name a file of the bundle, from its folder on, such as \"reply.lua\""),
    .init(
      name: "a limit above the host's", more: ", \"limits\": {\"seconds\": 31}",
      message: "plugin.json: error: limits.seconds: 31 is above the host's ceiling of 30 seconds; "
        + "ask for 30 or less"),
  ]

  static let scripts: [Case] = [
    .init(
      name: "a syntax error", script: "return function()\n  x = = 1\nend",
      message: "reply.lua:2: error: unexpected symbol near '='"),
    .init(
      name: "an error at its top level", script: "\nerror(\"no\")",
      message: "reply.lua:2: error: no"),
    .init(
      name: "the clock at its top level", script: "local t = os.time()",
      message: "reply.lua:1: error: os.time: only inside a handler"),
    .init(
      name: "bytecode", script: "\u{1B}Lua",
      message: "reply.lua: error: precompiled Lua; put the source there instead"),
  ]

  @Test("is refused because of its manifest or a script", arguments: manifests + scripts)
  func refused(_ testCase: Case) throws {
    let samples = try SampleBundles()
    let manifest = """
      {
        "api": 1, "identifier": "com.example.sample", "version": "1.0.0",
        "categories": [{"identifier": "message", "actions": [\(testCase.actions)]}]\(testCase.more)
      }
      """
    try samples.addBundle(
      scripts: ["reply.lua": testCase.script], manifest: testCase.manifest ?? manifest)
    let result = try samples.run(try samples.response())
    #expect(result.code == 3)
    #expect(result.output == "")
    #expect(result.errors == "\(samples.plugins)/sample/\(testCase.message)\n")
  }

  @Test("whose top level does not end is stopped and refused")
  func endlessTopLevel() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "while true do end"])
    let result = try samples.run(try samples.response())
    #expect(result.code == 3)
    #expect(result.errors.hasPrefix("\(samples.plugins)/sample/reply.lua:1: error: "))
  }

  @Test("that returns no handler is refused", arguments: ["local x = 1", "return 7", "return {}"])
  func noHandler(_ script: String) throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": script])
    let result = try samples.run(try samples.response(), "--format", "json")
    #expect(result.code == 3)
    #expect(result.errors.hasPrefix("\(samples.plugins)/sample/reply.lua: error: "))
    let json = try result.json()
    #expect(json["outcome"] is NSNull)
    #expect((json["error"] as? [String: Any])?["code"] as? String == "script")
  }

  @Test("does not stop a good one beside it")
  func besideGood() throws {
    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function() log.info('good') end"])
    try samples.addBundle("broken", scripts: [:], manifest: "{")
    let result = try samples.run(try samples.response())
    #expect(result.code == 0)
    #expect(result.output.contains("log           info  good\n"))
    #expect(result.errors.hasPrefix("\(samples.plugins)/broken/plugin.json:1:2: error: "))
    #expect(result.errors.hasSuffix("plugrun: note: the bundle \"broken\" does not serve\n"))
  }

  @Test("is not looked for where there is no folder of bundles")
  func noBundles() throws {
    let samples = try SampleBundles()
    let response = try samples.response()
    let missing = try samples.run(response)
    #expect(missing.code == 3)
    #expect(
      missing.errors == """
        plugrun: error: \(samples.plugins) does not exist; name a folder of bundles, or one \
        bundle, with --plugins

        """)
    _ = try samples.folder.folder("Plugins")
    let empty = try samples.run(response)
    #expect(empty.code == 3)
    #expect(empty.errors.hasPrefix("plugrun: error: \(samples.plugins) holds no bundle; "))
  }
}
