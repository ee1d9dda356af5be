import Foundation

/// An empty folder, gone with its owner.
final class TemporaryFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "plugbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // What stays behind in the system's temporary folder harms nobody.
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path(percentEncoded: false) }
}
