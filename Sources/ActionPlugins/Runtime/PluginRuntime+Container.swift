import ContainerStore
import LuaSandbox
import Synchronization

/// The container, as the host may use it.
extension PluginRuntime {
  /// What is kept: spaces, files, replies that wait, responses that have not ended.
  public var container: PluginContainer {
    PluginContainer(services.access, changes: changes)
  }

  /// A space that scripts and the host share.
  public func space(_ name: Identifier) -> StoredSpace {
    StoredSpace(name: .shared(name), access: services.access, changesOfAll: changes)
  }

  /// The names of a plugin's files, sorted by bytes.
  public func files(of plugin: Identifier) async throws(RuntimeError) -> [Identifier] {
    try await container.files(of: plugin)
  }

  /// The bytes of a plugin's file; `nil` where there is none.
  public func file(
    _ name: Identifier, of plugin: Identifier
  ) async throws(RuntimeError) -> [UInt8]? {
    try await container.file(name, of: plugin)
  }

  /// Removes everything that is kept of a plugin: its own and its protected space, its files, its
  /// responses and replies. Shared spaces stay.
  public func erase(plugin identifier: Identifier) async throws(RuntimeError) {
    try await container.erase(plugin: identifier)
  }

  /// Closes what is open, so that nothing is locked when the system suspends the app. The next use
  /// opens it again.
  public func suspend() async throws(RuntimeError) {
    try await container.suspend()
  }

  /// Forgets old records, once in a thousand responses.
  func pruneNowAndThen() async {
    let (number, _) = handled.add(1, ordering: .relaxed)
    guard number % 1000 == 999 else { return }
    await prune()
  }

  func prune() async {
    let configuration = services.configuration
    let now = services.now()
    do {
      try await services.access.contained { container throws(ContainerError) in
        try container.prune(
          now: now,
          keep: Retention(
            seconds: configuration.recordSeconds, records: configuration.records))
      }
    } catch {
      services.configuration.report("old records could not be dropped: \(error)")
    }
  }
}
