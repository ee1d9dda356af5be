import Foundation
import Testing

/// The objects that the page on outcomes shows have the members of real ones.
@Suite struct OutcomePageTests {
  private static func documented() throws -> [[String: Any]] {
    try Page("Sources/ActionPlugins/ActionPlugins.docc/Outcomes.md").blocks
      .filter { $0.language == "json" }
      .map { block in
        let value = try JSONSerialization.jsonObject(with: Data(block.text.utf8))
        return try #require(value as? [String: Any])
      }
  }

  private static func first(_ key: String, _ object: [String: Any]) throws -> [String: Any] {
    try #require((object[key] as? [[String: Any]])?.first, "\(key)")
  }

  @Test func `an outcome, its replies and its log have the keys that the page shows`() throws {
    let shown = try #require(try Self.documented().first)
    let run = ["run", "Examples/responses/messages/reply-greek.json", "--format", "json"]
    let real = try PlugrunProcess.run(run).json()
    #expect(Set(shown.keys) == Set(real.keys))
    for key in ["replies", "log"] {
      #expect(Set(try Self.first(key, shown).keys) == Set(try Self.first(key, real).keys))
    }
    for key in ["storage", "files", "budget", "memory"] {
      let (one, other) = (shown[key] as? [String: Any], real[key] as? [String: Any])
      #expect(Set(one.map { Array($0.keys) } ?? []) == Set(other.map { Array($0.keys) } ?? []))
    }
  }

  @Test func `a notification and an error have the keys that the page shows`() throws {
    let shown = try Self.documented()
    try #require(shown.count == 3)
    let run = ["run", "Examples/responses/reminder/later-minutes.json", "--format", "json"]
    let notification = try Self.first("notifications", try PlugrunProcess.run(run).json())
    #expect(Set(notification.keys) == Set(shown[1].keys))

    let samples = try SampleBundles()
    try samples.addBundle(scripts: ["reply.lua": "return function() error('x') end"])
    let failed = try samples.run(try samples.response(), "--format", "json").json()
    let error = try #require(failed["error"] as? [String: Any])
    #expect(Set(error.keys) == Set(shown[2].keys))
    let frames = (try Self.first("traceback", error), try Self.first("traceback", shown[2]))
    #expect(Set(frames.0.keys) == Set(frames.1.keys))
  }
}
