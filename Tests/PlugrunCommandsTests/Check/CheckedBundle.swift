import ActionPlugins
import Testing

@testable import PlugrunCommands

/// A bundle in memory, to be checked.
struct CheckedBundle {
  static let manifest = """
    {
      "api": 1, "identifier": "com.example.a", "version": "1.0.0",
      "categories": [{
        "identifier": "message", "options": ["customDismissAction"],
        "actions": [{ "identifier": "reply", "title": "Reply", "textInput": {} }],
        "dismissHandler": "dismissed.lua"
      }],
      "permissions": {
        "storage": {
          "shared": { "unread": "readWrite", "session": "read" }, "protected": true
        },
        "reply": { "to": ["support"] }, "files": true, "notifications": true,
        "functions": ["crm.lookup"]
      },
      "check": { "allow": ["unused-permission", "unrouted-file"] }
    }
    """

  var manifest = Self.manifest
  var scripts: [String: String] = [:]

  /// The findings without those of the scripts that are only there to complete the bundle.
  func findings() throws -> [Finding] {
    var scripts = [
      "reply.lua": "return function() end", "dismissed.lua": "return function() end",
      "lib/format.lua": "return {}",
    ]
    scripts.merge(self.scripts) { $1 }
    let bytes = Array(manifest.utf8)
    let files = BundleFiles(
      folder: "a", folderName: "a", manifest: bytes,
      scripts: scripts.map { BundleFile(file: $0.key, bytes: Array($0.value.utf8)) })
    let bundle = try PluginBundle(files, limits: .default)
    return BundleCheck.findings(
      of: bundle, document: JSONDocument(bytes), categories: bundle.categories.map(\.identifier)
    ).sorted(by: Finding.comesBefore)
  }

  /// The findings as `file:line:column rule`.
  func places() throws -> [String] {
    try findings().map { "\($0.file.dropFirst(2)):\($0.line ?? 0):\($0.column ?? 0) \($0.rule)" }
  }

  /// The findings of `reply.lua` as `line:column rule`.
  static func places(of script: String) throws -> [String] {
    try CheckedBundle(scripts: ["reply.lua": script]).places().map { place in
      place.hasPrefix("reply.lua:") ? String(place.dropFirst("reply.lua:".count)) : place
    }
  }
}
