import Foundation
import Testing

/// `plugrun check` and `plugrun api` as processes.
@Suite struct CheckTests {
  @Test func `nothing is found in the shipped bundles and payloads`() throws {
    let payloads = try FileManager.default
      .subpathsOfDirectory(atPath: "\(PlugrunProcess.packageFolder)/Examples/payloads")
      .filter { $0.hasSuffix(".apns") }.map { "Examples/payloads/\($0)" }.sorted()
    #expect(!payloads.isEmpty)
    let result = try PlugrunProcess.run(["check", "Plugins", "--strict", "--payload"] + payloads)
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("nothing found in "))
    #expect(result.errors == "")
  }

  static let codes: [(name: String, script: String, options: [String], code: Int32)] = [
    ("nothing", "return function() end", [], 0),
    ("a warning", "return function() x = 1 end", [], 0),
    ("a warning, strictly", "return function() x = 1 end", ["--strict"], 1),
    ("an error", "return function() storage.gett() end", [], 3),
    ("no Lua", "return function( end", [], 3),
    ("a wrong option", "return function() end", ["--stric"], 2),
    ("deep nesting", "return " + String(repeating: "(", count: 60000), [], 3),
  ]

  @Test(arguments: codes)
  func `the exit code tells what was found`(
    _ name: String, script: String, options: [String], code: Int32
  ) throws {
    let bundles = try SampleBundles()
    try bundles.addBundle(
      scripts: ["reply.lua": script],
      manifest: """
        {"api": 1, "identifier": "com.example.a", "version": "1.0.0",
         "categories": [{"identifier": "message",
          "actions": [{"identifier": "reply", "title": "T", "textInput": {}}]}]}
        """)
    let result = try PlugrunProcess.run(["check", bundles.plugins] + options)
    #expect(result.code == code)
  }

  @Test func `definitions for editors and the reference are printed`() throws {
    let definitions = try PlugrunProcess.run(["api"])
    #expect(definitions.code == 0)
    #expect(definitions.output.hasPrefix("---@meta plugrun\n"))
    let reference = try PlugrunProcess.run(["api", "--format", "markdown"])
    #expect(reference.code == 0)
    #expect(reference.output.hasPrefix("# The script API\n"))
    #expect(try PlugrunProcess.run(["api", "--format", "html"]).code == 2)
  }
}
