import ContainerStore
import LuaSandbox

/// What is kept of all plugins, to look into and to repair: with a runtime or, where no bundles are
/// at hand, without one.
///
/// ```swift
/// let container = try PluginContainer(.directory(path, isCreated: false), device: device)
/// for held in try await container.outbox() { print(held.reply.id, held.reply.state) }
/// ```
///
/// The calls do their work on threads of the container's own and throw ``RuntimeError`` of code
/// `container` where it cannot be read or written. Isolation: safe to use from any task, and while
/// other processes use the same container.
public final class PluginContainer: Sendable {
  private let access: ContainerAccess
  private let changes: SpaceChanges

  /// Opens a container without any bundle.
  ///
  /// - Parameters:
  ///   - location: Where it is.
  ///   - device: Tells whether the device is unlocked, so that protected spaces can be read.
  ///   - limits: How much may be stored. Default: ``PluginLimits/default``.
  ///   - configuration: Clock and callbacks.
  /// - Throws: ``RuntimeError`` where it cannot be opened.
  public init(
    _ location: ContainerLocation, device: any Device, limits: PluginLimits = .default,
    configuration: RuntimeConfiguration = RuntimeConfiguration()
  ) throws(RuntimeError) {
    let store: any Container
    do {
      store = try location.open(device: device, limits: limits, configuration: configuration)
    } catch {
      throw RuntimeError(.container, error.description)
    }
    access = ContainerAccess(
      container: store, executor: ScriptExecutor(), now: configuration.now)
    changes = SpaceChanges()
    store.observe { [changes] keys in changes.tell(keys) }
  }

  init(_ access: ContainerAccess, changes: SpaceChanges) {
    self.access = access
    self.changes = changes
  }
}

// MARK: What is stored

extension PluginContainer {
  /// Every space that holds a key, sorted by the bytes of their names. Protected spaces are among
  /// them only while the device is unlocked.
  public func spaces() async throws(RuntimeError) -> [SpaceName] {
    let spaces = try await access.contained { container throws(ContainerError) in
      try container.spaces()
    }
    return spaces.sorted { Identifier($0.description) < Identifier($1.description) }
      .map { SpaceName($0) }
  }

  /// Every plugin of which anything is kept: values, files, responses, replies; sorted by bytes.
  /// Protected values count only while the device is unlocked.
  public func plugins() async throws(RuntimeError) -> [Identifier] {
    try await access.contained { container throws(ContainerError) in try container.plugins() }
  }

  /// A space; it need not hold anything.
  public func space(_ name: SpaceName) -> StoredSpace {
    StoredSpace(name: name, access: access, changesOfAll: changes)
  }

  /// The names of a plugin's files, sorted by bytes.
  public func files(of plugin: Identifier) async throws(RuntimeError) -> [Identifier] {
    try await access.contained { container throws(ContainerError) in
      try container.fileNames(of: plugin, prefix: "")
    }
  }

  /// The bytes of a plugin's file; `nil` where there is none.
  public func file(
    _ name: Identifier, of plugin: Identifier
  ) async throws(RuntimeError) -> [UInt8]? {
    try await access.contained { container throws(ContainerError) in
      try container.file(name, of: plugin)?.value
    }
  }
}

extension PluginContainer {
  /// Stores a plugin's file, as a script's `files.write` would.
  package func setFile(
    _ name: Identifier, _ bytes: [UInt8], of plugin: Identifier
  ) async throws(RuntimeError) {
    let transaction = Transaction(
      claim: nil, now: access.now(), files: [FileKey(name, of: plugin): .write(bytes)])
    let result = try await access.contained { container throws(ContainerError) in
      try container.commit(transaction) { _ in [] }
    }
    guard case .refused(let refusal) = result else { return }
    throw RuntimeError(.notStorable, refusal.description)
  }
}

// MARK: Responses and replies

extension PluginContainer {
  /// The replies that wait or were finally refused, in commit order. What the host was given has no
  /// text any more.
  public func outbox() async throws(RuntimeError) -> [OutboxReply] {
    try await access.contained { container throws(ContainerError) in
      var replies: [OutboxReply] = []
      for entry in try container.outbox() {
        guard let reply = try Outcome.ReplyReport(entry) else { continue }
        // Being offline holds back those who try by themselves, not one who asks for a try.
        let nextTry = entry.tries == 0 ? entry.stagedAt : entry.notBefore
        replies.append(
          OutboxReply(
            reply: reply, plugin: entry.plugin, stagedAt: entry.stagedAt, tries: entry.tries,
            nextTry: entry.state == .queued ? nextTry : nil))
      }
      return replies
    }
  }

  /// The responses that were started and have not ended, oldest first.
  public func pending() async throws(RuntimeError) -> [PendingResponse] {
    let now = access.now()
    return try await access.contained { container throws(ContainerError) in
      try container.pending().map { pending in
        let delivery = pending.delivery
        let seconds = pending.leaseSeconds
        return PendingResponse(
          request: delivery.request, date: delivery.date, plugin: delivery.plugin,
          action: delivery.action, attempts: pending.starts,
          leaseEnds: seconds > 0 ? now.advanced(bySeconds: seconds) : nil)
      }
    }
  }
}

// MARK: Erasing

extension PluginContainer {
  /// Removes everything that is kept of a plugin: its own and its protected space, its files, its
  /// responses and replies. Shared spaces stay.
  public func erase(plugin identifier: Identifier) async throws(RuntimeError) {
    try await access.contained { container throws(ContainerError) in
      try container.erase(plugin: identifier)
    }
  }

  /// Removes everything.
  public func eraseAll() async throws(RuntimeError) {
    try await access.contained { container throws(ContainerError) in try container.eraseAll() }
  }

  /// Closes what is open, so that nothing is locked when the system suspends the app. The next use
  /// opens it again.
  public func suspend() async throws(RuntimeError) {
    try await access.contained { container throws(ContainerError) in try container.suspend() }
  }
}

extension Outcome.ReplyReport {
  /// `nil` for what is no reply.
  fileprivate init?(_ entry: OutboxEntry) throws(ContainerError) {
    guard entry.entry.kind == .reply else { return nil }
    // What was handed to the host is erased, and only that it was refused is left.
    guard !entry.entry.content.isEmpty else {
      self.init(
        id: entry.id.name.rawValue, key: entry.id.name.rawValue,
        to: entry.entry.recipient?.rawValue, text: nil, userInfo: nil, state: .init(entry.state),
        reason: entry.reason, now: entry.isNow)
      return
    }
    guard case .reply(let reply) = try OutboxContent(entry) else { return nil }
    self.init(
      id: reply.id, key: reply.key, to: reply.to, text: reply.text, userInfo: reply.userInfo,
      state: .init(entry.state), reason: entry.reason, now: entry.isNow)
  }
}
