import Foundation
import Notifications
import Synchronization
import Testing

@testable import ActionPlugins

/// A host app over a folder of bundles, one for each script: who sends replies, what it registers,
/// and a second bundle that writes in between.
final class HostileHost: Sendable {
  /// A reply sender that says what the reply's text asks for, and remembers who sent.
  final class Sender: ReplySender {
    private let senders = Mutex<[Identifier: Int]>([:])

    func send(_ reply: Reply) async throws -> SendResult {
      senders.withLock { $0[reply.plugin, default: 0] += 1 }
      switch reply.text ?? "" {
      case "reject": return .rejected(reason: "nobody by that name")
      case "offline": return .offline
      case "never":
        // Ignores its cancellation, as a bad sender would.
        await Self.uninterruptedSleep(milliseconds: 400)
        return .sent
      default: return .sent
      }
    }

    /// Replies that a plugin's scripts got out.
    func count(_ plugin: Identifier) -> Int { senders.withLock { $0[plugin] ?? 0 } }

    static func uninterruptedSleep(milliseconds: Int) async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
          continuation.resume()
        }
      }
    }
  }

  let runtime: PluginRuntime
  let sender = Sender()
  private let folder: URL
  private let clock = Atomic<Int64>(1_000)

  init(
    _ plugins: [HostilePlugin], limits: PluginLimits = HostileHost.limits,
    configure: (inout RuntimeConfiguration) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("plugrun-hostile-\(UUID().uuidString)", isDirectory: true)
    for plugin in plugins { try plugin.write(to: folder) }
    var configuration = RuntimeConfiguration()
    configure(&configuration)
    runtime = try PluginRuntime(
      bundles: .directory(folder.path), container: .inMemory,
      device: FixedDevice(isUnlocked: true, answer: .granted), replySender: sender,
      limits: limits, configuration: configuration)
    try registerFunctions()
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Twice the default memory, so that scripts which need megabytes to attack get there, and little
  /// time for a top level.
  static var limits: PluginLimits {
    var limits = PluginLimits.default
    limits.memoryBytes = 16 << 20
    limits.invocationSeconds = 100
    limits.loadSeconds = 0.1
    return limits
  }

  /// The functions that every script may call.
  static let functions = ["echo", "fail", "wait", "stubborn", "disturb"]

  private func registerFunctions() throws {
    try runtime.register("echo") { call in .array(call.arguments) }
    try runtime.register("fail") { _ in throw CocoaError(.featureUnsupported) }
    try runtime.register("wait") { call in
      try await Task.sleep(for: .milliseconds(call.milliseconds))
      return .string("waited")
    }
    try runtime.register("stubborn") { call in
      await Sender.uninterruptedSleep(milliseconds: call.milliseconds)
      return .string("too late")
    }
    // Somebody else writes what the invocation has read.
    let space = runtime.space("common")
    try runtime.register("disturb") { call in
      let key: Identifier =
        if case .string(let key)? = call.arguments.first { Identifier(key) } else { "key" }
      try await space.update(key) { old in
        if case .integer(let old)? = old { .integer(old &+ 1) } else { 1 }
      }
      return true
    }
  }

  /// Handles a response to an action of a plugin, each time another delivery.
  func handle(_ plugin: HostilePlugin, _ action: String) async -> Outcome {
    var content = NotificationContent()
    content.categoryIdentifier = Identifier(plugin.category)
    content.threadIdentifier = "chat"
    content.title = "Ada"
    content.userInfo = ["aps": ["category": "message"], "list": [1, 2.5, nil, "x"]]
    let date = clock.add(1, ordering: .relaxed).newValue
    return await runtime.handle(
      NotificationResponse(
        actionIdentifier: Identifier(action), userText: "typed",
        notification: DeliveredNotification(
          date: Timestamp(clamped: date),
          request: NotificationRequest(identifier: "request", content: content))))
  }

  /// Why a plugin's bundle does not serve; nil where it does.
  func refusal(of plugin: HostilePlugin) -> String? {
    let sentences = runtime.refusals.map(\.description)
    return sentences.first {
      $0.contains("/\(plugin.folder)/") || $0.contains("/\(plugin.folder):")
    }
  }
}

extension HostFunctionCall {
  fileprivate var milliseconds: Int {
    if case .integer(let value)? = arguments.first { Int(clamping: value) } else { 20 }
  }
}
