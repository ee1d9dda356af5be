import Foundation
import Testing

@testable import ActionPlugins

@Suite("A bundle's digest")
struct BundleDigestTests {
  private func digest(_ files: [(String, String)]) throws -> String {
    let folder = try PluginsFolder()
    try folder.writeSound()
    for (file, text) in files { try folder.write(text, to: "messages/\(file)") }
    let set = try BundleSet.load(folder: folder.path, limits: .default)
    return try #require(set.bundles.first).digest
  }

  @Test("is the SHA-256 over sizes, names and bytes in the order of the names' bytes")
  func known() {
    let files = BundleFiles(
      folder: "Plugins/a", folderName: "a", manifest: Array("{}\n".utf8),
      scripts: [
        BundleFile(file: "reply.lua", bytes: Array("return 1\n".utf8)),
        BundleFile(file: "lib/a.lua", bytes: []),
      ])
    // printf '0 lib/a.lua\n3 plugin.json\n{}\n9 reply.lua\nreturn 1\n' | sha256sum
    #expect(
      files.digest
        == "sha256:87a81277f3931e640a1d59c6be3c080fe458d086772b60d55078e4e584621891")
  }

  @Test("stays the same for the same files, wherever they lie and whatever lies beside them")
  func stable() throws {
    let plain = try digest([])
    #expect(try digest([]) == plain)
    #expect(try digest([("tests/one.json", "{}"), ("README.md", "x"), (".a.lua", "y")]) == plain)
    #expect(plain.utf8.count == 71)
  }

  @Test("differs for every change of a name or a byte")
  func different() throws {
    let digests = try [
      [], [("a.lua", "")], [("b.lua", "")], [("a.lua", "--")], [("lib/a.lua", "")],
      [("a.lua", ""), ("b.lua", "")], [("a.lua", "0 b.lua\n")],
      [("plugin.json", PluginsFolder.soundManifest + "\n")],
    ].map(digest)
    #expect(Set(digests).count == digests.count)
  }
}
