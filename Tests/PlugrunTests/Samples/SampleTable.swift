import Foundation
import Testing

/// The table in `Examples/README.md` that says what comes out of each sample.
struct SampleTable {
  struct Row: CustomTestStringConvertible, Sendable {
    /// The sample's path from `Examples`, and flags; `--host` names a path from there too.
    var run: String
    var outcome: String
    var completion: String
    /// What took effect, in the order of the outcome's members, or `–`.
    var effects: String

    var testDescription: String { run }

    /// The arguments of `plugrun` that run it.
    var arguments: [String] {
      let words = CommandWords.words(of: run).map { word in
        ["responses/", "payloads/", "host/"].contains(where: word.hasPrefix)
          ? "Examples/\(word)" : word
      }
      return ["run"] + words + ["--format", "json"]
    }
  }

  let rows: [Row]

  init() throws {
    rows = try Page("Examples/README.md").lines.compactMap { line in
      let cells = line.split(separator: "|")
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
      guard cells.count == 4, cells[0].contains("/") else { return nil }
      return Row(run: cells[0], outcome: cells[1], completion: cells[2], effects: cells[3])
    }
  }
}

extension SampleTable {
  /// What an outcome's JSON says took effect, in the words of the table.
  static func effects(of outcome: [String: Any]) -> String {
    var parts: [String] = []
    func objects(_ key: String) -> [[String: Any]] { outcome[key] as? [[String: Any]] ?? [] }
    for reply in objects("replies") { parts.append("reply \(reply["state"] as? String ?? "?")") }
    for notification in objects("notifications") {
      parts.append(notification["kind"] as? String ?? "?")
    }
    let storage = outcome["storage"] as? [String: Any] ?? [:]
    func add(_ name: String, _ space: Any?) {
      let space = space as? [String: Any] ?? [:]
      for key in (space["set"] as? [String: Any] ?? [:]).keys.sorted() {
        parts.append("set \(name) \(key)")
      }
      for key in space["removed"] as? [String] ?? [] { parts.append("remove \(name) \(key)") }
    }
    add("own", storage["own"])
    let shared = storage["shared"] as? [String: Any] ?? [:]
    for (name, space) in shared.sorted(by: { $0.key < $1.key }) { add("shared \(name)", space) }
    add("protected", storage["protected"])
    let files = outcome["files"] as? [String: Any] ?? [:]
    for file in (files["written"] as? [String: Any] ?? [:]).keys.sorted() {
      parts.append("file \(file)")
    }
    for _ in objects("sentBeforeOutcome") { parts.append("sent before") }
    for undelivered in objects("undelivered") {
      let outcome = undelivered["outcome"] as? [String: Any]
      parts.append("undelivered \(outcome?["outcome"] as? String ?? "?")")
    }
    if let url = outcome["open"] as? String { parts.append("open \(url)") }
    if outcome["userText"] is String { parts.append("text given back") }
    return parts.isEmpty ? "–" : parts.joined(separator: " · ")
  }
}
