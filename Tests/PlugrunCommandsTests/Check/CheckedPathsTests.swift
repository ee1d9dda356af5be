import TemporaryFiles
import Testing

@testable import PlugrunCommands

/// What `plugrun check` looks at for each path.
@Suite struct CheckedPathsTests {
  /// The bundle `a` with a mistake in each of its files, and payloads in it and beside it.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let manifest = CheckedBundle.manifest.replacing("\"unread\": \"readWrite\", ", with: "")
      .replacing("[\"unused-permission\", \"unrouted-file\"]", with: "[\"unrouted-file\", \"no\"]")
    _ = try folder.file("Plugins/a/plugin.json", manifest)
    _ = try folder.file("Plugins/a/dismissed.lua", "return function() x = 1 end")
    _ = try folder.file("Plugins/a/reply.lua", "return function() storage.gett() end")
    _ = try folder.file("Plugins/a/lib/format.lua", "return y")
    _ = try folder.file("Plugins/a/tests/cases.json", "{ \"respnse\": 1 }")
    _ = try folder.file("Plugins/a/tests/other/push.json", payload)
    _ = try folder.file("Plugins/a/data.json", payload)
    _ = try folder.file("push.apns", payload)
    _ = try folder.file("alone.lua", "return 1")
    return folder
  }

  private static let payload = #"{ "aps": { "alert": "Hi", "category": "mesage" } }"#

  static let files: [(path: String, rules: Set<String>, looked: String)] = [
    ("a/plugin.json", ["unknown-rule", "unused-permission"], "1 bundle"),
    ("a/reply.lua", ["unknown-api"], "1 script"),
    ("a/dismissed.lua", ["global-assignment"], "1 script"),
    ("a/lib/format.lua", ["unsure-global"], "1 script"),
    ("a/tests/cases.json", ["unusable-test"], "1 file of tests"),
    ("a/lib/../reply.lua", ["unknown-api"], "1 script"),
  ]

  @Test(arguments: files)
  func `of a file of a bundle only its own findings are told, under its name`(
    path: String, rules: Set<String>, looked: String
  ) async throws {
    let folder = try Self.folder()
    let file = "\(folder.path)/Plugins/\(path)"
    let result = await plugrun(["check", file])
    let lines = result.output.split(separator: "\n").dropLast()
    #expect(lines.allSatisfy { $0.hasPrefix(file + ":") }, "\(result.output)")
    let told = lines.compactMap { $0.split(separator: "[").last?.dropLast() }.map(String.init)
    #expect(Set(told) == rules)
    #expect(result.output.hasSuffix(" in \(looked)\n"))
  }

  @Test func `a file of a refused bundle is told why the bundle is refused`() async throws {
    let folder = try Self.folder()
    _ = try folder.file("Plugins/a/plugin.json", "{")
    let result = await plugrun(["check", "\(folder.path)/Plugins/a/reply.lua"])
    #expect(result.code == .badInput)
    #expect(result.output.contains("/a/plugin.json:1:2: error: "))
  }

  @Test(arguments: ["push.apns", "Plugins/a/data.json", "Plugins/a/tests/other/push.json"])
  func `a JSON file that is no part of a bundle is a payload alone`(path: String) async throws {
    let folder = try Self.folder()
    let result = await plugrun([
      "check", "\(folder.path)/\(path)", "--plugins", "\(folder.path)/Plugins",
    ])
    #expect(
      result.output == """
        \(folder.path)/\(path):1:27: warning: aps.category: no bundle has the category "mesage", so \
        the notification has no actions; did you mean message? [payload-category]
        0 errors, 1 warning in 1 payload

        """)
    let among = await plugrun([
      "check", "--payload", "\(folder.path)/\(path)", "--plugins", "\(folder.path)/Plugins",
    ])
    #expect(among.output.hasSuffix(" in 1 bundle, 3 scripts, 1 file of tests, 1 payload\n"))
  }

  @Test func `a bundle that is named in several ways is looked at once`() async throws {
    let folder = try Self.folder()
    let plugins = "\(folder.path)/Plugins"
    let once = await plugrun(["check", plugins])
    let ways = [
      [plugins, plugins + "/a"], [plugins + "/", plugins + "/../Plugins"],
      [plugins, plugins + "/a/reply.lua"],
    ]
    for paths in ways {
      let result = await plugrun(["check"] + paths)
      #expect(result.output.filter { $0 == "\n" }.count == once.output.filter { $0 == "\n" }.count)
      #expect(result.output.hasSuffix(" in 1 bundle, 3 scripts, 1 file of tests\n"))
    }
    _ = try folder.file("Plugins/a/plugin.json", "{")
    let refused = await plugrun(["check", plugins, plugins + "/a"])
    #expect(refused.output.hasSuffix("1 error, 0 warnings in 1 bundle\n"))
  }

  @Test func `a category of another bundle is known beside --plugins`() async throws {
    let folder = try Self.folder()
    _ = try folder.file(
      "Plugins/b/plugin.json",
      CheckedBundle.manifest.replacing("com.example.a", with: "com.example.b")
        .replacing("\"message\"", with: "\"parcel\""))
    for name in ["reply", "dismissed"] {
      _ = try folder.file("Plugins/b/\(name).lua", "return function() end")
    }
    let script = try folder.file(
      "Plugins/a/reply.lua",
      "return function() notifications.post { title = 'x', category = 'parcel' } end")
    let alone = await plugrun(["check", script])
    #expect(alone.output.contains("[unknown-category]"))
    let among = await plugrun(["check", script, "--plugins", "\(folder.path)/Plugins"])
    #expect(among.output == "nothing found in 1 script\n")
  }

  @Test func `a path that cannot be looked at is the subject of what is told`() async throws {
    let folder = try Self.folder()
    let nowhere = "\(folder.path)/nowhere"
    let payload = await plugrun(["check", "\(folder.path)/push.apns", "--plugins", nowhere])
    #expect(payload.code == .badInput)
    #expect(
      payload.errors == """
        \(folder.path)/push.apns: error: a payload is checked against the categories of bundles, and \
        \(nowhere) does not exist; name a folder of bundles, or one bundle, with --plugins

        """)
    let script = await plugrun(["check", "\(folder.path)/alone.lua"])
    #expect(script.code == .badInput)
    #expect(script.errors.hasPrefix("\(folder.path)/alone.lua: error: a Lua file of no bundle: "))
    let hidden = try folder.file("Plugins/a/.old/reply.lua", "x.y()")
    let dotted = await plugrun(["check", hidden])
    #expect(dotted.code == .badInput)
    #expect(dotted.errors.hasPrefix("\(hidden): error: no part of its bundle, because its name, "))
    let both = await plugrun(["check", "\(folder.path)/Plugins", "--plugins", nowhere])
    #expect(both.code == .wrongCommandLine)
  }

  @Test func `a test file outside of a bundle is the subject of what test tells`() async throws {
    let folder = try Self.folder()
    let file = try folder.file("t.json", "{}")
    let result = await plugrun(["test", file])
    #expect(result.code == .badInput)
    #expect(result.output == "")
    #expect(
      result.errors == """
        \(file): error: no file of a bundle's tests: the folder above its own has no plugin.json; \
        put it into the folder "tests" of a bundle

        """)
  }
}
