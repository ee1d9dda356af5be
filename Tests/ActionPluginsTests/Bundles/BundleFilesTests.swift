import Foundation
import Testing

@testable import ActionPlugins

@Suite("A bundle's files")
struct BundleFilesTests {
  /// A folder that is wrong in one way, and everything that is said about it.
  struct FileCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let prepare: @Sendable (PluginsFolder) throws -> Void
    let sentences: [String]

    init(
      _ name: String, _ sentences: String...,
      prepare: @escaping @Sendable (PluginsFolder) throws -> Void
    ) {
      testDescription = name
      self.sentences = sentences
      self.prepare = prepare
    }
  }

  static let cases: [FileCase] = [
    FileCase(
      "a script that is a link",
      #"Plugins/messages/lib.lua: a symbolic link; a bundle is read from its own folder "#
        + #"only: put what it leads to there"#
    ) { folder in
      try folder.write("return 1", to: "outside.lua")
      try folder.link("messages/lib.lua", to: "../outside.lua")
    },
    FileCase(
      "a handler that is a link within the bundle",
      #"Plugins/messages/reply.lua: a symbolic link; a bundle is read from its own "#
        + #"folder only: put what it leads to there"#
    ) { folder in
      try folder.remove("messages/reply.lua")
      try folder.write(PluginsFolder.soundScript, to: "messages/real.lua")
      try folder.link("messages/reply.lua", to: "real.lua")
    },
    FileCase(
      "a link to nothing",
      #"Plugins/messages/lib.lua: a symbolic link; a bundle is read from its own folder "#
        + #"only: put what it leads to there"#
    ) { folder in
      try folder.link("messages/lib.lua", to: "nowhere.lua")
    },
    FileCase(
      "a folder that is a link",
      #"Plugins/messages/lib: a symbolic link; a bundle is read from its own folder "#
        + #"only: put what it leads to there"#
    ) { folder in
      try folder.write("return 1", to: "outside/lib/format.lua")
      try folder.link("messages/lib", to: "../outside/lib")
      try folder.write(
        RefusalCase.head + #""categories": [{"identifier": "a", "defaultHandler": "#
          + #""lib/format.lua"}]}"#, to: "messages/plugin.json")
    },
    FileCase(
      "a manifest that is a link",
      #"Plugins/messages/plugin.json: a symbolic link; a bundle is read from its own "#
        + #"folder only: put what it leads to there"#
    ) { folder in
      try folder.remove("messages/plugin.json")
      try folder.write(PluginsFolder.soundManifest, to: "outside.json")
      try folder.link("messages/plugin.json", to: "../outside.json")
    },
    FileCase(
      "a manifest that is a folder",
      #"Plugins/messages/plugin.json: a folder, not a file"#
    ) { folder in
      try folder.remove("messages/plugin.json")
      try folder.makeFolder("messages/plugin.json")
    },
    FileCase(
      "a manifest that is a pipe",
      #"Plugins/messages/plugin.json: a pipe, a socket or a device, not a file"#
    ) { folder in
      try folder.remove("messages/plugin.json")
      folder.makePipe("messages/plugin.json")
    },
    FileCase(
      "a script that is a folder",
      #"Plugins/messages/reply.lua: a folder, not a file"#
    ) { folder in
      try folder.remove("messages/reply.lua")
      try folder.makeFolder("messages/reply.lua")
    },
    FileCase(
      "a script that is a pipe",
      #"Plugins/messages/reply.lua: a pipe, a socket or a device, not a file"#
    ) { folder in
      try folder.remove("messages/reply.lua")
      folder.makePipe("messages/reply.lua")
    },
    FileCase(
      "precompiled Lua",
      #"Plugins/messages/reply.lua: precompiled Lua; put the source there instead"#
    ) { folder in
      try folder.write([0x1B] + Array("LuaT".utf8) + [0, 0xFF], to: "messages/reply.lua")
    },
    FileCase(
      "a zero byte",
      #"Plugins/messages/reply.lua:2:4: a zero byte, which text does not have; in a Lua "#
        + #"string it is written "\0""#
    ) { folder in
      try folder.write("return function()\n  é\u{0}end", to: "messages/reply.lua")
    },
    FileCase(
      "Latin-1",
      #"Plugins/messages/lib/format.lua:1:7: the byte 0xE9 is not UTF-8; save the file "#
        + #"as UTF-8"#
    ) { folder in
      try folder.write(Array("-- caf".utf8) + [0xE9], to: "messages/lib/format.lua")
    },
    FileCase(
      "a cut letter",
      #"Plugins/messages/reply.lua:1:5: the byte 0xE6 is not UTF-8; save the file as "#
        + #"UTF-8"#
    ) { folder in
      try folder.write(Array("-- 日本".utf8.dropLast()), to: "messages/reply.lua")
    },
    FileCase(
      "a surrogate",
      #"Plugins/messages/reply.lua:1:3: the byte 0xED is not UTF-8; save the file as "#
        + #"UTF-8"#
    ) { folder in
      try folder.write([0x2D, 0x2D, 0xED, 0xA0, 0x80], to: "messages/reply.lua")
    },
    FileCase(
      "a byte-order mark",
      #"Plugins/messages/reply.lua: starts with a byte-order mark; save it as UTF-8 "#
        + #"without one"#
    ) { folder in
      try folder.write("\u{FEFF}return 1", to: "messages/reply.lua")
    },
    FileCase(
      "a name with a line feed",
      #"Plugins/messages: the name of "a\u{A}b.lua" is not UTF-8, or holds an "#
        + #"invisible character; rename it"#
    ) { folder in
      try folder.write("return 1", to: "messages/a\nb.lua")
    },
    FileCase(
      "a script past its limit",
      #"Plugins/messages/reply.lua: 65537 bytes; one Lua file may have at most 65536 "#
        + #"(scriptBytes): split it and use require"#
    ) { folder in
      try folder.write(padding(65_537), to: "messages/reply.lua")
    },
    FileCase(
      "scripts past their limit together",
      #"Plugins/messages: more than 1048576 bytes of Lua files (bundleScriptBytes), "#
        + #"counted to reply.lua; remove or shorten some"#
    ) { folder in
      for index in 10..<26 {
        try folder.write(padding(65_536), to: "messages/lib/p\(index).lua")
      }
    },
    FileCase(
      "a manifest of five megabytes",
      #"Plugins/messages/plugin.json: 5000000 bytes; a manifest may have at most 262144 "#
        + #"(manifestBytes)"#
    ) { folder in
      try folder.write(padding(5_000_000), to: "messages/plugin.json")
    },
    FileCase(
      "folders past their depth",
      #"Plugins/messages/d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12/d13/d14/d15/d16/d17: "#
        + #"more than 16 folders deep (bundleDepth); move it up"#
    ) { folder in
      let path = (1...17).map { "d\($0)" }.joined(separator: "/")
      try folder.write("return 1", to: "messages/\(path)/deep.lua")
    },
    FileCase(
      "several problems at once",
      #"Plugins/messages/a.lua: precompiled Lua; put the source there instead"#,
      #"Plugins/messages/b.lua: a symbolic link; a bundle is read from its own folder "#
        + #"only: put what it leads to there"#,
      #"Plugins/messages/plugin.json: identifier: "identifier" is required; add it"#,
      #"Plugins/messages/plugin.json: version: must not be empty; write one such as "#
        + #""1.0.0""#,
      #"Plugins/messages/plugin.json: categories: "categories" is required; add it"#
    ) { folder in
      try folder.write([0x1B], to: "messages/a.lua")
      try folder.link("messages/b.lua", to: "/etc/hostname")
      try folder.write(#"{"api": 1, "version": ""}"#, to: "messages/plugin.json")
    },
  ]

  @Test("refuse it with the place and the cure", arguments: cases)
  func refused(_ refusal: FileCase) throws {
    let folder = try PluginsFolder()
    try folder.writeSound()
    try refusal.prepare(folder)
    #expect(try folder.refusals() == [refusal.sentences.joined(separator: "\n")])
  }

  @Test("may be as large as their limits say")
  func atTheLimits() throws {
    let folder = try PluginsFolder()
    let padded = PluginsFolder.soundManifest.utf8
    try folder.write(
      Array(padded) + Self.padding(262_144 - padded.count), to: "messages/plugin.json")
    for name in ["reply"] + (1...15).map({ "lib/p\($0)" }) {
      try folder.write(Self.padding(65_536), to: "messages/\(name).lua")
    }
    let path = (1...16).map { "d\($0)" }.joined(separator: "/")
    try folder.write("", to: "messages/\(path)/deep.lua")
    #expect(try folder.refusals() == [])
  }

  @Test("are counted with their folders, hidden ones apart")
  func entries() throws {
    let folder = try PluginsFolder()
    try folder.writeSound()
    try folder.write("return 1", to: "messages/lib/format.lua")
    try folder.write("return 1", to: "messages/.git/hooks/x.lua")
    var limits = PluginLimits.default
    limits.bundleEntries = 4
    #expect(try folder.refusals(limits: limits) == [])
    try folder.write("#", to: "messages/lib/README.md")
    #expect(
      try folder.refusals(limits: limits) == [
        "Plugins/messages: more than 4 files and folders (bundleEntries); remove what does not "
          + "belong to the bundle"
      ])
  }

  @Test("are Lua files alone: others are never opened")
  func othersAreIgnored() throws {
    let folder = try PluginsFolder()
    try folder.writeSound()
    folder.makePipe("messages/pipe")
    try folder.link("messages/LICENSE", to: "/etc/hostname")
    try folder.write([0xFF, 0], to: "messages/tests/sample.json")
    try folder.write([0x1B], to: "messages/.hidden.lua")
    let set = try BundleSet.load(folder: folder.path, limits: .default)
    #expect(set.refusals.isEmpty)
    #expect(set.bundles.first?.scripts.map(\.file) == ["reply.lua"])
  }

  #if os(Linux)
    @Test("are refused where a folder's name is not UTF-8")
    func bytesForName() throws {
      let folder = try PluginsFolder()
      try folder.writeSound()
      #expect(folder.makeFolder("messages", namedByBytes: [0x7A, 0xFF]))
      #expect(
        try folder.refusals() == [
          "Plugins/messages: the name of \"z\u{FFFD}\" is not UTF-8, or holds an invisible "
            + "character; rename it"
        ])
    }
  #endif

  @Test("keep their bytes and stand in byte order")
  func order() throws {
    let folder = try PluginsFolder()
    try folder.writeSound()
    for name in ["b", "B", "lib/a", "lib-a", "caf\u{E9}", "cafe\u{301}"] {
      try folder.write("-- \(name)", to: "messages/\(name).lua")
    }
    let set = try BundleSet.load(folder: folder.path, limits: .default)
    let scripts = try #require(set.bundles.first?.scripts)
    let files = [
      "B.lua", "b.lua", "cafe\u{301}.lua", "caf\u{E9}.lua", "lib-a.lua", "lib/a.lua", "reply.lua",
    ]
    #expect(scripts.map { Array($0.file.utf8) } == files.map { Array($0.utf8) })
    #expect(scripts[1].bytes == Array("-- b".utf8))
  }

  private static func padding(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: " "), count: count)
  }
}
