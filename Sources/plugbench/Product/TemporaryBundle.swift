import Foundation

/// A folder with one bundle that handles the sample response, gone with its owner.
final class TemporaryBundle: Sendable {
  let folder: URL

  /// Writes the bundle; its `reply.lua` is the script.
  init(_ script: StaticString, function: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "plugbench-\(UUID().uuidString)")
    let bundle = folder.appending(path: "bench")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try write(script.description, to: "bench/reply.lua")
    let functions = function.map { ", \"functions\": [\"\($0)\"]" } ?? ""
    try write(
      """
      { "api": 1, "identifier": "com.example.bench", "version": "1.0.0",
        "categories": [ { "identifier": "message", "actions": [
          { "identifier": "reply", "title": "Reply",
            "textInput": { "buttonTitle": "Send", "placeholder": "Message" } } ] } ],
        "permissions": { "reply": {}\(functions) } }
      """, to: "bench/plugin.json")
  }

  deinit {
    // What stays behind in the system's temporary folder harms nobody.
    try? FileManager.default.removeItem(at: folder)
  }

  var path: String { folder.path(percentEncoded: false) }

  /// Writes a file beside or into the bundle; returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }
}
