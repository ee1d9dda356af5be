import TemporaryFiles

/// Bundles and responses of one test, in a folder of its own.
struct SampleBundles {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The folder to give as `--plugins`.
  var plugins: String { folder.path + "/Plugins" }

  /// Writes a bundle that handles the actions of the category `message` with the given scripts;
  /// `reply` takes text.
  func addBundle(
    _ name: String = "sample", scripts: [String: String], manifest: String? = nil
  ) throws {
    for (file, text) in scripts { _ = try folder.file("Plugins/\(name)/\(file)", text) }
    let actions = scripts.keys.filter { !$0.contains("/") }.sorted().map { file in
      let action = String(file.dropLast(4))
      let options = action == "gated" ? ", \"options\": [\"authenticationRequired\"]" : ""
      let input = action == "reply" || action == "gated" ? ", \"textInput\": {}" : ""
      return "{\"identifier\": \"\(action)\", \"title\": \"T\"\(input)\(options)}"
    }
    let text = """
      {
        "api": 1, "identifier": "com.example.\(name)", "version": "1.0.0",
        "categories": [{"identifier": "message", "actions": [\(actions.joined(separator: ", "))]}],
        "permissions": {"reply": {}, "functions": ["crm.lookup"], "files": true,
                        "storage": {"shared": {"unread": "readWrite"}, "protected": true}}
      }
      """
    _ = try folder.file("Plugins/\(name)/plugin.json", manifest ?? text)
  }

  /// Writes a response and tells its path.
  func response(
    action: String = "reply", category: String = "message", text: String? = "Hi"
  ) throws -> String {
    let typed = text.map { "\"userText\": \"\($0)\", " } ?? ""
    return try folder.file(
      "response.json",
      """
      {"actionIdentifier": "\(action)", \(typed)"notification": {"date": "2026-01-01T12:00:00Z",
       "request": {"identifier": "1", "content": {"categoryIdentifier": "\(category)",
       "threadIdentifier": "chat"}}}}
      """)
  }

  /// Runs a response through the bundles.
  func run(_ response: String, _ options: String...) throws -> PlugrunProcess.Result {
    try PlugrunProcess.run(["run", response, "--plugins", plugins] + options)
  }
}
