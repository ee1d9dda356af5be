import ContainerStore
import LuaSandbox

/// A space as the host sees it: the same keys and values as scripts that may use it.
///
/// ```swift
/// try await runtime.space("unread").update("chat_123") { count in
///   if case .integer(let count) = count { .integer(count + 1) } else { 1 }
/// }
/// ```
///
/// The calls do their work on the runtime's own threads. They throw ``RuntimeError``: `container`
/// where the container fails, `notStorable` where a key or value exceeds a limit or has no JSON
/// form.
public struct StoredSpace: Sendable {
  /// Which space it is.
  public let name: SpaceName
  let access: ContainerAccess
  let changesOfAll: SpaceChanges

  private var space: Space { Space(name) }

  /// How often an update is tried again after somebody else has changed the value meanwhile.
  private static let updates = 100

  /// The value of a key; `nil` where it is absent.
  public func get(_ key: Identifier) async throws(RuntimeError) -> JSONValue? {
    try await access.contained { [space] container throws(ContainerError) in
      try container.value(key, in: space)?.value
    }
  }

  /// The keys that start with the bytes of the prefix, sorted by bytes.
  public func keys(prefix: Identifier = "") async throws(RuntimeError) -> [Identifier] {
    try await access.contained { [space] container throws(ContainerError) in
      try container.keys(in: space, prefix: prefix)
    }
  }

  /// Stores a value under a key.
  public func set(_ key: Identifier, _ value: JSONValue) async throws(RuntimeError) {
    _ = try await commit(key, .set(value), after: ReadSet())
  }

  /// Removes a key; an absent one is no error.
  public func remove(_ key: Identifier) async throws(RuntimeError) {
    _ = try await commit(key, .remove, after: ReadSet())
  }

  /// Changes a value so that no change of anybody else is lost in between.
  ///
  /// - Parameter change: Takes the old value, `nil` where the key is absent, and gives the new one;
  ///   `nil` removes the key. Called again where somebody else was faster.
  /// - Returns: What is stored now.
  @discardableResult
  public func update(
    _ key: Identifier, _ change: @Sendable (JSONValue?) -> JSONValue?
  ) async throws(RuntimeError) -> JSONValue? {
    for _ in 0..<Self.updates {
      let old = try await access.contained { [space] container throws(ContainerError) in
        try container.value(key, in: space)
      }
      var reads = ReadSet()
      reads.values[StoredKey(key, in: space)] = .some(old?.version)
      let value = change(old?.value)
      if try await commit(key, value.map { .set($0) } ?? .remove, after: reads) { return value }
    }
    throw RuntimeError(
      .container,
      "the key \"\(key)\" of \(space) was changed by others \(Self.updates) times in a row; try"
        + " again later")
  }

  /// The keys that change from now on, by scripts and by the host, as long as the sequence is
  /// iterated. Changes by other processes are not among them.
  public var changes: AsyncStream<[Identifier]> { changesOfAll.stream(of: space) }

  /// False: what was read has changed.
  private func commit(
    _ key: Identifier, _ write: Write, after reads: ReadSet
  ) async throws(RuntimeError) -> Bool {
    let transaction = Transaction(
      claim: nil, now: access.now(), reads: reads, writes: [StoredKey(key, in: space): write])
    let result = try await access.contained { container throws(ContainerError) in
      try container.commit(transaction) { _ in [] }
    }
    switch result {
    case .committed: return true
    case .conflict, .leaseLost: return false
    case .refused(let refusal): throw RuntimeError(.notStorable, refusal.description)
    }
  }
}
