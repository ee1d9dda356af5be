import Foundation
import TemporaryFiles
import Testing

@testable import PlugrunCommands

/// `plugrun new`: a bundle that works at once.
@Suite struct NewCommandTests {
  @Test func `a new bundle passes its tests, and nothing is found in it`() async throws {
    let folder = try TemporaryFolder()
    let plugins = folder.path + "/Plugins"
    for name in ["greeting", "a-b_2"] {
      let made = await plugrun(["new", name, "--plugins", plugins])
      #expect(made.code == .asExpected)
      #expect(made.errors == "")
      #expect(made.output.contains("\(plugins)/\(name)/tests/reply.json"))
    }
    let tested = await plugrun(["test", plugins, "--orders", "2"])
    #expect(tested.code == .asExpected, "\(tested.output)")
    #expect(tested.output.contains("8 cases passed, in 2 bundles"))
    #expect(await plugrun(["check", plugins, "--strict"]).code == .asExpected)
  }

  @Test func `what exists already is left as it is`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("Plugins/greeting/notes.txt", "mine")
    let made = await plugrun(["new", "greeting", "--plugins", folder.path + "/Plugins"])
    #expect(made.code == .badInput)
    #expect(made.errors.contains("exists already and is left as it is"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path + "/Plugins/greeting")
    #expect(names == ["notes.txt"])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test func `a bundle that could not serve beside another is not made`() async throws {
    let folder = try TemporaryFolder()
    let plugins = folder.path + "/Plugins"
    let manifest = """
      { "api": 1, "identifier": "com.example.second", "version": "1.0.0",
        "categories": [{ "identifier": "first", "actions": [
          { "identifier": "open", "title": "Open" }] }] }
      """
    _ = try folder.file("Plugins/one/plugin.json", manifest)
    _ = try folder.file("Plugins/one/open.lua", "return function() end")
    for (name, told) in [
      ("first", "has the category \"first\" already"),
      ("second", "is the plugin \"com.example.second\" already"),
    ] {
      let made = await plugrun(["new", name, "--plugins", plugins])
      #expect(made.code == .badInput)
      #expect(made.errors.contains("\(plugins)/one: error: \(told), and only one bundle can"))
      #expect(!FileManager.default.fileExists(atPath: "\(plugins)/\(name)"))
    }
  }

  @Test(arguments: ["", "..", "a/b", "a b", "é", "a.b", "../x", String(repeating: "a", count: 65)])
  func `a name that is none is refused, and nothing is made`(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let made = await plugrun(["new", name, "--plugins", folder.path + "/Plugins"])
    #expect(made.code == .wrongCommandLine)
    #expect(made.errors.contains("a bundle's name is"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a folder that cannot be made is the host's fault, and leaves nothing`() async throws {
    let folder = try TemporaryFolder()
    let made = await plugrun(["new", "greeting", "--plugins", folder.path + "/no/where"])
    #expect(made.code == .hostFault)
    #expect(made.errors.contains("cannot be made"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
