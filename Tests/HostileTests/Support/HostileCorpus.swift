import Foundation

/// The scripts on disk.
enum HostileCorpus {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus", isDirectory: true)

  /// Every script, sorted by name. `PLUGRUN_HOSTILE_ONLY=text` keeps those whose name contains it.
  static func scripts() throws -> [HostileScript] {
    let only = ProcessInfo.processInfo.environment["PLUGRUN_HOSTILE_ONLY"]
    return try allNames().filter { name in only.map { name.contains($0) } ?? true }
      .map { try script($0) }
  }

  static func script(_ name: String) throws -> HostileScript {
    let bytes = try Data(contentsOf: folder.appendingPathComponent("\(name).lua"))
    return try HostileScript(name: name, text: String(decoding: bytes, as: UTF8.self))
  }

  static func allNames() throws -> [String] {
    guard let files = FileManager.default.enumerator(atPath: folder.path) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".lua") }
      .map { String($0.dropLast(4)) }.sorted()
  }
}
