import Foundation
import Testing

@testable import ActionPlugins

/// A folder of bundles of its own for one test, removed afterwards.
final class PluginsFolder: Sendable {
  /// A manifest with one category of one action, handled by `reply.lua`.
  static let soundManifest = """
    {"api": 1, "identifier": "com.example.messages", "version": "1.0.0", "categories": [
      {"identifier": "message", "actions": [{"identifier": "reply", "title": "Reply"}]}]}
    """
  static let soundScript = "return function(response) end\n"

  private let root: URL

  /// Where the bundles are.
  var path: String { root.appending(path: "Plugins").path }

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "bundles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: root.appending(path: "Plugins"), withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  /// Writes a file, and the folders around it: `messages/lib/format.lua`.
  @discardableResult
  func write(_ bytes: [UInt8], to file: String) throws -> PluginsFolder {
    let url = URL(filePath: "\(path)/\(file)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return self
  }

  @discardableResult
  func write(_ text: String, to file: String) throws -> PluginsFolder {
    try write(Array(text.utf8), to: file)
  }

  /// Writes a bundle that loads.
  @discardableResult
  func writeSound(
    _ folder: String = "messages", identifier: String = "com.example.messages",
    category: String = "message", version: String = "1.0.0"
  ) throws -> PluginsFolder {
    let manifest = """
      {"api": 1, "identifier": "\(identifier)", "version": "\(version)", "categories": [
        {"identifier": "\(category)", "actions": [{"identifier": "reply", "title": "Reply"}]}]}
      """
    try write(manifest, to: "\(folder)/plugin.json")
    return try write(Self.soundScript, to: "\(folder)/reply.lua")
  }

  func makeFolder(_ folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
  }

  func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(file)")
  }

  func link(_ file: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(file)", withDestinationPath: target)
  }

  func makePipe(_ file: String) {
    #expect(unsafe mkfifo("\(path)/\(file)", 0o600) == 0)
  }

  /// Makes a folder whose name is these bytes; some file systems only have names in UTF-8.
  func makeFolder(_ folder: String, namedByBytes name: [UInt8]) -> Bool {
    let path = Array("\(path)/\(folder)/".utf8) + name + [0]
    return unsafe mkdir(path.map { CChar(bitPattern: $0) }, 0o700) == 0
  }

  /// Reads the folder and says what was refused, with the test's own path cut off.
  func refusals(limits: PluginLimits = .default) throws -> [String] {
    try BundleSet.load(folder: path, limits: limits).refusals.map { shown($0.description) }
  }

  /// The text as it would read in a project's own folder.
  func shown(_ text: String) -> String {
    text.replacingOccurrences(of: root.path + "/", with: "")
  }
}
