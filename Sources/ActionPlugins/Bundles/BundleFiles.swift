import Notifications

/// The files of one bundle, read once: what is validated, digested, loaded and run is this copy.
package struct BundleFiles: Sendable {
  /// The manifest's file name.
  package static let manifestName: Identifier = "plugin.json"

  /// The bundle's folder as a person finds it: `Plugins/messages`.
  package let folder: String
  /// The folder's own name, by which bundles are sorted.
  package let folderName: Identifier
  /// The bytes of `plugin.json`, whatever they are.
  package let manifest: [UInt8]
  /// Every Lua file below the folder, sorted by the bytes of `file`.
  package let scripts: [BundleFile]

  package init(folder: String, folderName: Identifier, manifest: [UInt8], scripts: [BundleFile]) {
    self.folder = folder
    self.folderName = folderName
    self.manifest = manifest
    self.scripts = scripts.sorted { Identifier($0.file) < Identifier($1.file) }
  }

  /// The manifest as a person finds it.
  package var manifestPath: String { "\(folder)/\(Self.manifestName)" }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  ///
  /// The SHA-256 over `plugin.json` and every Lua file, sorted by the bytes of their names. Each
  /// contributes its size in bytes in decimal, a space, its name, a line feed, and its bytes.
  /// Other files of the folder (tests, payloads, a README) do not change it.
  package var digest: String {
    var hash = SHA256()
    let manifest = BundleFile(file: Self.manifestName.rawValue, bytes: manifest)
    let files = (scripts + [manifest]).sorted { Identifier($0.file) < Identifier($1.file) }
    for file in files {
      hash.update(Array("\(file.bytes.count) \(file.file)\n".utf8))
      hash.update(file.bytes)
    }
    return "sha256:" + hash.hexadecimal()
  }
}
