import Notifications
import Testing

@testable import ActionPlugins

/// One limit: something that is accepted exactly at it, and what is said one past it.
struct LimitCase: Sendable, CustomTestStringConvertible {
  /// Which side of the limit is tried.
  enum Side: Sendable {
    case at, past
  }

  /// The property of `PluginLimits`.
  let limit: String
  let testDescription: String
  /// What is said one past the limit.
  let sentence: String
  /// Tries one side; gives what was said, nil where it was accepted.
  let attempt: @Sendable (Side) async throws -> String?

  init(
    _ limit: String, _ name: String, says sentence: String,
    _ attempt: @escaping @Sendable (Side) async throws -> String?
  ) {
    self.limit = limit
    testDescription = "\(limit): \(name)"
    self.sentence = sentence
    self.attempt = attempt
  }

  /// A limit of what a script does, with the lines that keep to it and those that do not.
  init(
    _ limit: String, _ name: String, at: String, past: String, says sentence: String,
    limits: PluginLimits = .default
  ) {
    self.init(limit, name, says: sentence) { side in
      let app = try TestApp(
        "return function(response)\n\(side == .at ? at : past)\nend", limits: limits)
      return await app.handle().error?.message
    }
  }

  /// A limit of a number `n` in one script.
  init(
    _ limit: String, _ name: String, at count: Int, _ script: String, says sentence: String,
    limits: PluginLimits = .default
  ) {
    self.init(
      limit, name, at: "local n = \(count)\n\(script)", past: "local n = \(count + 1)\n\(script)",
      says: sentence, limits: limits)
  }

  /// A limit of a bundle's files, with what is said of the folder.
  init(
    bundle limit: String, _ name: String, says sentence: String, limits: PluginLimits = .default,
    _ write: @escaping @Sendable (PluginsFolder, Side) throws -> Void
  ) {
    self.init(limit, name, says: sentence) { side in
      let folder = try PluginsFolder()
      try TestApp.write("return function() end", to: folder)
      try write(folder, side)
      let runtime = try PluginRuntime(
        bundles: .directory(folder.path), container: .inMemory,
        device: FixedDevice(isUnlocked: true, answer: .granted), limits: limits)
      return runtime.refusals.first.map { folder.shown($0.description) }
    }
  }
}
