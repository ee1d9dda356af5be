import ActionPlugins
import TemporaryFiles
import Testing

@testable import PlugrunCommands

@Suite struct CheckCommandTests {
  /// A folder with the bundle `a`.
  private static func folder(_ script: String, _ more: [String: String] = [:]) throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    _ = try folder.file("Plugins/a/plugin.json", CheckedBundle.manifest)
    _ = try folder.file("Plugins/a/dismissed.lua", "return function() end")
    _ = try folder.file("Plugins/a/reply.lua", script)
    for (name, text) in more { _ = try folder.file(name, text) }
    return folder
  }

  static let codes: [(name: String, script: String, options: [String], code: ExitCode)] = [
    ("nothing to say", "return function() end", [], .asExpected),
    ("a warning", "return function() x = 1 end", [], .asExpected),
    ("a warning, strictly", "return function() x = 1 end", ["--strict"], .otherOutcome),
    ("an error", "return function() storage.gett() end", [], .badInput),
    ("an error, strictly", "return function() storage.gett() end", ["--strict"], .badInput),
    ("no Lua", "return function( end", [], .badInput),
    ("a top level that fails", "error('no')", [], .badInput),
    ("no such format", "return function() end", ["--format", "xml"], .wrongCommandLine),
  ]

  @Test(arguments: codes)
  func `the exit code tells what was found`(
    _ name: String, script: String, options: [String], code: ExitCode
  ) async throws {
    let folder = try Self.folder(script)
    let result = await plugrun(["check", "\(folder.path)/Plugins"] + options)
    #expect(result.code == code)
  }

  @Test func `a finding is one line that editors read, and the last line counts`() async throws {
    let folder = try Self.folder("return function()\n  storage.gett()\nend")
    let result = await plugrun(["check", "\(folder.path)/Plugins"])
    #expect(
      result.output == """
        \(folder.path)/Plugins/a/reply.lua:2:11: error: there is no storage.gett; \
        did you mean storage.get? [unknown-api]
        1 error, 0 warnings in 1 bundle, 2 scripts

        """)
    #expect(result.errors == "")
  }

  @Test func `as JSON it is one object`() async throws {
    let folder = try Self.folder("return function()\n  storage.gett()\nend")
    let result = await plugrun(["check", "\(folder.path)/Plugins", "--format", "json"])
    let value = try JSONReader().read(Array(result.output.utf8))
    #expect(
      value == [
        "bundles": 1, "errors": 1, "warnings": 0, "scripts": 2, "tests": 0, "payloads": 0,
        "findings": [
          [
            "file": .string("\(folder.path)/Plugins/a/reply.lua"), "line": 2, "column": 11,
            "level": "error", "rule": "unknown-api",
            "message": "there is no storage.gett; did you mean storage.get?",
          ]
        ],
      ])
  }

  @Test func `a refused bundle has its problem at its place, and the others are looked at`()
    async throws
  {
    let folder = try Self.folder("return function() x = 1 end")
    let manifest =
      "{\n  \"api\": 1, \"identifier\": \"b\", \"version\": \"1\",\n  \"catgories\": []\n}"
    _ = try folder.file("Plugins/b/plugin.json", manifest)
    let result = await plugrun(["check", "\(folder.path)/Plugins"])
    #expect(result.code == .badInput)
    #expect(result.output.contains("/a/reply.lua:1:19: warning: "))
    #expect(result.output.contains("/b/plugin.json:3:3: error: catgories: "))
    #expect(result.output.contains(" [unknown-key]\n"))
    #expect(result.output.hasSuffix("in 2 bundles, 2 scripts\n"))
  }

  @Test func `two bundles with one identifier are told`() async throws {
    let folder = try Self.folder("return function() end")
    _ = try folder.file("Plugins/b/plugin.json", CheckedBundle.manifest)
    _ = try folder.file("Plugins/b/dismissed.lua", "return function() end")
    _ = try folder.file("Plugins/b/reply.lua", "return function() end")
    let result = await plugrun(["check", "\(folder.path)/Plugins"])
    #expect(result.code == .badInput)
    #expect(result.output.contains("/b/plugin.json:2:13: error: identifier: "))
    #expect(result.output.contains("[repeated-identifier]"))
  }

  @Test func `payloads are given by the option or as paths`() async throws {
    let payload = #"{ "aps": { "alert": "Hi", "category": "mesage" } }"#
    let folder = try Self.folder(
      "return function() end", ["a.apns": payload, "b.apns": payload])
    let result = await plugrun([
      "check", "\(folder.path)/Plugins", "--payload", "\(folder.path)/a.apns",
      "\(folder.path)/b.apns",
    ])
    #expect(result.code == .asExpected)
    #expect(result.output.contains("/a.apns:1:27: warning: aps.category: "))
    #expect(result.output.contains("/b.apns:1:27: warning: aps.category: "))
    #expect(result.output.hasSuffix("0 errors, 2 warnings in 1 bundle, 2 scripts, 2 payloads\n"))
  }

  static let missing: [[String]] = [
    ["check", "nowhere"], ["check", "--payload", "nowhere.apns"],
  ]

  @Test(arguments: missing)
  func `what does not exist is bad input, named`(_ arguments: [String]) async {
    let result = await plugrun(arguments)
    #expect(result.code == .badInput)
    #expect(result.errors.contains("nowhere") || result.errors.contains("Plugins"))
  }
}
