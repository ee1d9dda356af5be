import Foundation

/// A folder that is there for one test.
public final class TemporaryFolder {
  private let url: URL

  /// Its absolute path.
  public var path: String { url.path }

  /// Makes it, with a name of its own.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("plugrun-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file, with the folders on its way, and tells its path.
  public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a file of text, with the folders on its way, and tells its path.
  public func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Makes a folder in it and tells its path.
  public func folder(_ name: String) throws -> String {
    let folder = url.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  /// Makes a named pipe in it and tells its path.
  public func pipe(_ name: String) throws -> String {
    let pipe = url.appendingPathComponent(name).path
    guard unsafe mkfifo(pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return pipe
  }
}
