import Foundation

/// The files of this package as they lie on disk, by their paths from its root.
enum PackageFiles {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// One text file.
  struct File: CustomStringConvertible {
    /// The path from the package's root, with slashes.
    var path: String
    var text: String

    var description: String { path }
    /// The lines; what follows the last line ending counts only if it is not empty.
    var lines: [Substring] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.last?.isEmpty == true ? lines.dropLast() : lines
    }
    /// The folder under `Sources` or `Tests`, which is the target's name.
    var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }
  }

  static func file(_ path: String) throws -> File {
    let url = root.appending(path: path)
    return File(path: path, text: try String(contentsOf: url, encoding: .utf8))
  }

  /// The files under `folder` whose names end in one of `extensions`, sorted by path.
  static func files(under folder: String, extensions: Set<String>) throws -> [File] {
    let start = root.appending(path: folder).path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: start)
      .filter { path in extensions.contains { path.hasSuffix(".\($0)") } }
      .map { try file("\(folder)/\($0)") }
      .sorted { $0.path < $1.path }
  }
}
