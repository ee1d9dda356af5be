import Foundation
import Testing

/// Bundles, a response, and a container of one test.
struct SampleContainer {
  let samples: SampleBundles

  init(scripts: [String: String]) throws {
    samples = try SampleBundles()
    try samples.addBundle(scripts: scripts)
  }

  /// The container's folder; it is not there yet.
  var path: String { samples.folder.path + "/container" }

  /// Runs a response of the given text.
  func run(_ text: String = "Hi", _ options: String...) throws -> PlugrunProcess.Result {
    try PlugrunProcess.run(
      [
        "run", try samples.response(text: text), "--plugins", samples.plugins, "--container", path,
        "--format", "json",
      ] + options)
  }

  /// Asks `plugrun container`.
  func ask(_ arguments: String...) throws -> PlugrunProcess.Result {
    try PlugrunProcess.run(["container"] + arguments + ["--container", path])
  }

  /// Asks `plugrun container deliver`.
  func deliver(_ options: String...) throws -> PlugrunProcess.Result {
    try PlugrunProcess.run(
      ["container", "deliver", "--container", path, "--plugins", samples.plugins] + options)
  }

  /// The state of each reply in the outbox.
  func waiting() throws -> [String] {
    let outbox = try ask("outbox", "--format", "json").json()["outbox"] as? [[String: Any]]
    return outbox?.compactMap { $0["state"] as? String } ?? []
  }
}
