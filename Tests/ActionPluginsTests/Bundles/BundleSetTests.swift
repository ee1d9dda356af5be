import Foundation
import Testing

@testable import ActionPlugins

@Suite("A folder of bundles")
struct BundleSetTests {
  private func load(
    _ folder: PluginsFolder, running: [PluginBundle] = []
  ) throws -> BundleSet {
    try BundleSet.load(folder: folder.path, limits: .default, running: running)
  }

  private func names(_ set: BundleSet) -> [String] {
    set.bundles.map(\.folderName.rawValue)
  }

  // MARK: The folder itself

  @Test("loads in the order of the folders' bytes, whatever else lies there")
  func order() throws {
    let folder = try PluginsFolder()
    for name in ["b", "a", "B", "\u{E9}"] {
      try folder.writeSound(name, identifier: "com.example.\(name)", category: name)
    }
    try folder.write("# Bundles", to: "README.md")
    try folder.write("{}", to: "payloads/one.json")
    try folder.write("x", to: ".git/plugin.json")
    let set = try load(folder)
    #expect(names(set) == ["B", "a", "b", "\u{E9}"])
    #expect(set.refusals.isEmpty)
  }

  @Test("may be one bundle")
  func oneBundle() throws {
    let folder = try PluginsFolder()
    try folder.writeSound()
    for path in ["\(folder.path)/messages", "\(folder.path)/messages//"] {
      let set = try BundleSet.load(folder: path, limits: .default)
      #expect(names(set) == ["messages"])
      #expect(set.bundles.map { folder.shown($0.folder) } == ["Plugins/messages"])
    }
  }

  @Test("may itself be reached through a link: it is the host's word")
  func linkedFolder() throws {
    let folder = try PluginsFolder()
    try folder.writeSound("real/messages")
    try folder.link("linked", to: "real")
    let set = try BundleSet.load(folder: "\(folder.path)/linked", limits: .default)
    #expect(names(set) == ["messages"])
  }

  @Test("has a name, even if it is the empty one")
  func emptyPath() {
    let error = #expect(throws: BundleFolderError.self) {
      try BundleSet.load(folder: "", limits: .default)
    }
    #expect(
      error?.description == "\"\" does not exist; name a folder of bundles, or one bundle")
  }

  @Test("serves its good bundles when others are bad, and reports each of these")
  func badOnes() throws {
    let folder = try PluginsFolder()
    try folder.write("{", to: "a/plugin.json")
    try folder.writeSound("messages")
    try folder.write("return 1", to: "scripts/reply.lua")
    try folder.write(PluginsFolder.soundManifest, to: "typo/Plugin.json")
    try folder.link("z", to: "messages")
    try folder.writeSound("z\u{202E}turned")
    let set = try load(folder)
    #expect(names(set) == ["messages"])
    #expect(
      set.refusals.map { folder.shown($0.description) } == [
        "Plugins/a/plugin.json:1:2: the text ends where a name was expected",
        "Plugins/scripts/plugin.json: does not exist; every bundle has one beside its Lua files",
        "Plugins/typo/plugin.json: does not exist; rename \"Plugin.json\"",
        "Plugins/z: a symbolic link; a bundle is read from its own folder only: put what it leads "
          + "to there",
        "Plugins: the name of \"z\\u{202E}turned\" is not UTF-8, or holds an invisible character; "
          + "rename it",
      ])
    #expect(set.refusals.map(\.folderName) == ["a", "scripts", "typo", "z", "z\u{202E}turned"])
  }

  struct FolderCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let folder: String
    let code: BundleFolderError.Code
    let sentence: String
  }

  private static let tooLong = "Plugins/" + String(repeating: "x", count: 300)

  @Test(
    "that has nothing to load is an error that names it",
    arguments: [
      FolderCase(
        testDescription: "missing", folder: "Plugins/gone", code: .missing,
        sentence: "Plugins/gone does not exist; name a folder of bundles, or one bundle"),
      FolderCase(
        testDescription: "a file", folder: "Plugins/notes.txt", code: .unreadable,
        sentence: "Plugins/notes.txt is not a folder; name a folder of bundles, or one bundle"),
      FolderCase(
        testDescription: "in a file", folder: "Plugins/notes.txt/inner", code: .unreadable,
        sentence: "Plugins/notes.txt/inner is not a folder; name a folder of bundles, or one bundle"
      ),
      FolderCase(
        testDescription: "a pipe", folder: "Plugins/pipe", code: .unreadable,
        sentence: "Plugins/pipe is not a folder; name a folder of bundles, or one bundle"),
      FolderCase(
        testDescription: "a name that no folder can have", folder: tooLong, code: .unreadable,
        sentence: "\(tooLong) could not be read: File name too long"),
      FolderCase(
        testDescription: "empty", folder: "Plugins/empty/", code: .noBundles,
        sentence: "Plugins/empty holds no bundle; a bundle is a folder with plugin.json and Lua "
          + "files, and either it or the folder around it is named here"),
      FolderCase(
        testDescription: "Lua files alone", folder: "Plugins/lua", code: .noBundles,
        sentence: "Plugins/lua holds Lua files but no plugin.json; add one"),
      FolderCase(
        testDescription: "a misspelt manifest", folder: "Plugins/typo", code: .noBundles,
        sentence: "Plugins/typo has no plugin.json; rename \"plugins.json\""),
    ])
  func nothing(_ wrong: FolderCase) throws {
    let folder = try PluginsFolder()
    try folder.write("x", to: "notes.txt")
    try folder.makeFolder("empty")
    folder.makePipe("pipe")
    try folder.write("return 1", to: "lua/reply.lua")
    try folder.write("{}", to: "typo/plugins.json")
    let path = String(folder.path.dropLast("Plugins".count)) + wrong.folder
    let error = #expect(throws: BundleFolderError.self) {
      try BundleSet.load(folder: path, limits: .default)
    }
    #expect(error?.code == wrong.code)
    #expect(error.map { folder.shown($0.description) } == wrong.sentence)
  }

  // MARK: Names that two want

  @Test("refuses the later folder when two have the same plugin identifier or category")
  func conflicts() throws {
    let folder = try PluginsFolder()
    try folder.writeSound("a", identifier: "one", category: "message")
    try folder.writeSound("b", identifier: "two", category: "message")
    try folder.writeSound("c", identifier: "one", category: "other")
    try folder.writeSound("d", identifier: "one", category: "message")
    try folder.writeSound("e", identifier: "One", category: "Message")
    let set = try load(folder)
    #expect(names(set) == ["a", "e"])
    let identifier =
      "identifier: \"one\" is already the plugin in Plugins/a; rename one or remove one"
    let category =
      "categories[0].identifier: \"message\" is already a category of Plugins/a; a category "
      + "belongs to one bundle: rename one"
    #expect(
      set.refusals.map { folder.shown($0.description) } == [
        "Plugins/b/plugin.json: \(category)",
        "Plugins/c/plugin.json: \(identifier)",
        "Plugins/d/plugin.json: \(identifier)\nPlugins/d/plugin.json: \(category)",
      ])
  }

  @Test("gives no name to a bundle that was refused for another reason")
  func refusedClaimsNothing() throws {
    let folder = try PluginsFolder()
    try folder.writeSound("a")
    try folder.writeSound("b")
    var candidates = try BundleCandidates(folder: folder.path, limits: .default)
    let first = try #require(candidates.bundles.first)
    candidates.refuse(
      first, because: [BundleProblem(.script, in: "Plugins/a/reply.lua", line: 1, "no function")])
    let set = candidates.settled(keeping: [])
    #expect(names(set) == ["b"])
    #expect(set.refusals.map(\.description) == ["Plugins/a/reply.lua:1: no function"])
  }

  // MARK: Reloading

  @Test("keeps a running bundle's names on a reload, though the new folder sorts before it")
  func runningWins() throws {
    let folder = try PluginsFolder()
    try folder.writeSound("b", version: "1")
    let running = try load(folder).bundles
    try folder.writeSound("a", version: "1")
    try folder.writeSound("b", version: "2")
    let set = try load(folder, running: running)
    #expect(names(set) == ["b"])
    #expect(set.bundles.map(\.version) == ["2"])
    #expect(set.refusals.map(\.folderName) == ["a"])
    #expect(try names(load(folder)) == ["a"])
  }

  @Test("keeps the running version of a bundle that no longer loads, and says so")
  func lastGood() throws {
    let folder = try PluginsFolder()
    try folder.writeSound("a", version: "1")
    let running = try load(folder).bundles
    try folder.write("{", to: "a/plugin.json")
    let set = try load(folder, running: running)
    #expect(set.bundles.map(\.version) == ["1"])
    #expect(set.refusals.map(\.runningVersion) == ["1"])
  }

  @Test("keeps the running version when the next one wants a name that another has")
  func lastGoodInConflict() throws {
    let folder = try PluginsFolder()
    try folder.writeSound("a", identifier: "one", category: "message", version: "1")
    try folder.writeSound("b", identifier: "two", category: "other", version: "1")
    let running = try load(folder).bundles
    try folder.writeSound("a", identifier: "one", category: "other", version: "2")
    try folder.writeSound("c", identifier: "three", category: "message")
    let set = try load(folder, running: running)
    #expect(set.bundles.map { "\($0.folderName) \($0.version)" } == ["a 1", "b 1"])
    #expect(set.refusals.map(\.folderName) == ["a", "c"])
    #expect(set.refusals.map(\.runningVersion) == ["1", nil])
  }

  @Test(
    "lets a category pass from one running bundle to another in one reload",
    arguments: [
      ("a", "b"), ("b", "a"),
    ])
  func passingOn(from giver: String, to taker: String) throws {
    let folder = try PluginsFolder()
    try folder.writeSound(giver, identifier: giver, category: "message", version: "1")
    try folder.writeSound(taker, identifier: taker, category: "other", version: "1")
    let running = try load(folder).bundles
    try folder.writeSound(giver, identifier: giver, category: "third", version: "2")
    try folder.writeSound(taker, identifier: taker, category: "message", version: "2")
    let set = try load(folder, running: running)
    #expect(set.bundles.map(\.version) == ["2", "2"])
    #expect(set.refusals.isEmpty)
  }

  @Test("ends a running bundle whose folder is gone, and frees its names")
  func removed() throws {
    let folder = try PluginsFolder()
    try folder.writeSound("a")
    let running = try load(folder).bundles
    try folder.remove("a")
    try folder.writeSound("b")
    #expect(try names(load(folder, running: running)) == ["b"])
  }
}
