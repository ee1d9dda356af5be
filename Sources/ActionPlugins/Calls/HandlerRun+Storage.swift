import ContainerStore
import LuaSandbox

/// `storage`: the plugin's own space, shared spaces, the protected space.
extension HandlerRun {
  func storageGet(_ arguments: APIArguments, _ call: HostCall) throws(CallFailure) -> HostAnswer {
    let space = try space(of: call, arguments)
    let key = try key(arguments, in: space)
    guard isReadable(space) else { return Self.locked }
    do {
      guard let value = try current(key) else {
        return .values([arguments.count < 2 ? .none : .argument(1)])
      }
      return .values([.value(value)])
    } catch {
      return try Self.answerLocked(error)
    }
  }

  func storageSet(_ arguments: APIArguments, _ call: HostCall) throws(CallFailure) -> HostAnswer {
    let space = try space(of: call, arguments, forWriting: true)
    let key = try key(arguments, in: space)
    try set(try storable(arguments, 1), at: key, arguments)
    return .values([])
  }

  func storageRemove(
    _ arguments: APIArguments, _ call: HostCall
  ) throws(CallFailure) -> HostAnswer {
    let space = try space(of: call, arguments, forWriting: true)
    let key = try key(arguments, in: space)
    state.withLock { $0.effects.write(.remove, at: key) }
    return .values([])
  }

  func storageKeys(_ arguments: APIArguments, _ call: HostCall) throws(CallFailure) -> HostAnswer {
    let space = try space(of: call, arguments)
    let prefix = Identifier(try arguments.optionalString(0) ?? "")
    guard isReadable(space) else { return Self.locked }
    do {
      let stored = try contained { () throws(ContainerError) in
        try context.container.keys(in: space, prefix: prefix)
      }
      let seen = state.withLock { state in
        state.effects.read(stored, for: ReadSet.KeyQuery(prefix, in: space))
        var seen = SeenNames(stored: stored)
        for (key, write) in state.effects.writes
        where key.space == space && key.key.hasPrefix(prefix) {
          if case .remove = write { seen.remove(key.key) } else { seen.add(key.key) }
        }
        return seen
      }
      return Self.answer(seen, to: call)
    } catch {
      return try Self.answerLocked(error)
    }
  }

  /// The names as an array, or nothing where nobody waits for them any more.
  static func answer(_ seen: SeenNames, to call: HostCall) -> HostAnswer {
    do {
      let names = try seen.sorted { call.isStopped }
      return .values([.value(.array(names.map { .string($0.rawValue) }))])
    } catch { return .end }
  }

  /// Phase 0 hands out the old value, phase 1 stores the new one.
  func storageUpdate(
    _ arguments: APIArguments, _ call: HostCall
  ) throws(CallFailure) -> HostAnswer {
    let space = try space(of: call, arguments, forWriting: true)
    let key = try key(arguments, in: space)
    if call.phase == 0 {
      try arguments.function(1)
      return .values([try current(key).map { .value($0) } ?? .none])
    }
    guard !arguments.isAbsent(1) else {
      throw CallFailure(
        "\(arguments.path): the function returned nil; return the value to store, or remove the key"
          + " with \(sibling("remove", of: arguments))")
    }
    let value = try storable(arguments, 1)
    try set(value, at: key, arguments)
    return .values([.value(value)])
  }

  func storageIncrement(
    _ arguments: APIArguments, _ call: HostCall
  ) throws(CallFailure) -> HostAnswer {
    let space = try space(of: call, arguments, forWriting: true)
    let key = try key(arguments, in: space)
    let by = arguments.isAbsent(1) ? Amount.integer(1) : Amount(try arguments.number(1))
    guard let by else { throw CallFailure("\(arguments.path): by must be a number") }
    let staged = state.withLock { $0.effects.writes[key] }
    let write: Write
    let provisional: Amount?
    switch staged {
    case .set(let value)?:
      guard let old = Amount(value) else { throw notANumber(arguments, value) }
      provisional = old + by
      write = .set(provisional?.value ?? value)
    case .remove?:
      provisional = by
      write = .set(by.value)
    case .increment(let earlier)?:
      guard let sum = earlier + by else { throw overflow(arguments) }
      provisional = try peek(key, arguments) + sum
      write = .increment(by: sum)
    case nil:
      provisional = try peek(key, arguments) + by
      write = .increment(by: by)
    }
    guard let provisional else { throw overflow(arguments) }
    state.withLock { $0.effects.write(write, at: key) }
    return .values([.value(provisional.value)])
  }

  func storageShared(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let name = Identifier(try arguments.string(0))
    guard context.permissions.shared[name] != nil else {
      throw noSharedSpace(name, arguments)
    }
    return .values([])
  }
}

extension HandlerRun {
  /// The space that a call is for; refused where the manifest does not permit it.
  private func space(
    of call: HostCall, _ arguments: APIArguments, forWriting: Bool = false
  ) throws(CallFailure) -> Space {
    let plugin = context.plugin.identifier
    switch CalledSpace(call.space) {
    case .own: return .own(plugin: plugin)
    case .shared(let name):
      guard let access = context.permissions.shared[name] else {
        throw noSharedSpace(name, arguments)
      }
      guard access == .readWrite || !forWriting else {
        throw CallFailure(
          "\(arguments.path): the manifest permits reading only; write \"readWrite\" for \"\(name)\""
            + " under permissions.storage.shared in plugin.json")
      }
      return .shared(name)
    case .protected:
      try permit(
        context.permissions.protected, "\"storage\": { \"protected\": true }", arguments)
      let space = Space.protected(plugin: plugin)
      guard !forWriting || isReadable(space) else {
        throw CallFailure(
          "\(arguments.path): the device is locked, so nothing can be written there; check"
            + " auth.isUnlocked() first, or give the action the option authenticationRequired")
      }
      return space
    }
  }

  private func noSharedSpace(_ name: Identifier, _ arguments: APIArguments) -> CallFailure {
    let hint = name.hint(among: context.permissions.shared.keys)
    return CallFailure(
      "\(arguments.path): the manifest does not permit the shared space \"\(name)\"\(hint); add"
        + " \"permissions\": { \"storage\": { \"shared\": { \"\(name)\": \"readWrite\" } } } to"
        + " plugin.json")
  }

  private func key(
    _ arguments: APIArguments, in space: Space
  ) throws(CallFailure) -> StoredKey {
    let key = try arguments.string(0)
    try check(name: key, "key", arguments)
    return StoredKey(Identifier(key), in: space)
  }

  /// Refuses names that are empty or longer than the limit.
  func check(name: String, _ noun: String, _ arguments: APIArguments) throws(CallFailure) {
    guard !name.isEmpty else {
      throw CallFailure("\(arguments.path): the \(noun) is empty; give it at least one byte")
    }
    guard name.utf8.count <= context.limits.keyBytes else {
      throw CallFailure(
        "\(arguments.path): the \(noun) has \(name.utf8.count) bytes, the limit is"
          + " \(context.limits.keyBytes) bytes; shorten it")
    }
  }

  private func storable(
    _ arguments: APIArguments, _ index: Int
  ) throws(CallFailure) -> JSONValue {
    guard !arguments.isAbsent(index) else {
      throw CallFailure(
        "\(arguments.path): value is nil; remove a key with \(sibling("remove", of: arguments)), or"
          + " store json.null")
    }
    let value = try arguments.value(index)
    try check(
      size: value, "value", cure: "split it over several keys or write a file", arguments)
    return value
  }

  /// Refuses a value that is larger than its limit as JSON.
  func check(
    size value: JSONValue, _ name: String, cure: String, _ arguments: APIArguments
  ) throws(CallFailure) {
    let limit = context.limits.valueBytes
    guard let size = value.encodedBytes else {
      throw CallFailure("\(arguments.path): \(name) has no JSON form; leave it out")
    }
    guard size <= limit else {
      throw CallFailure(
        "\(arguments.path): \(name) has \(size) bytes as JSON, the limit is \(limit) bytes; \(cure)"
      )
    }
  }

  /// The name of another function of the same space.
  private func sibling(_ name: String, of arguments: APIArguments) -> String {
    guard let dot = arguments.path.lastIndex(of: ".") else { return name }
    return "\(arguments.path[..<dot]).\(name)"
  }

  private func set(
    _ value: JSONValue, at key: StoredKey, _ arguments: APIArguments
  ) throws(CallFailure) {
    state.withLock { $0.effects.write(.set(value), at: key) }
  }

  /// The value as this invocation sees it, its own writes included.
  private func current(_ key: StoredKey) throws(CallFailure) -> JSONValue? {
    switch state.withLock({ $0.effects.writes[key] }) {
    case .set(let value)?: return value
    case .remove?: return nil
    case .increment(let amount)?:
      guard let stored = try read(key) else { return amount.value }
      return Amount(stored).flatMap { $0 + amount }?.value ?? stored
    case nil: return try read(key)
    }
  }

  /// Reads what is stored and remembers the version, the first one where it is read again.
  private func read(_ key: StoredKey) throws(CallFailure) -> JSONValue? {
    let found = try contained { () throws(ContainerError) in
      try context.container.value(key.key, in: key.space)
    }
    state.withLock { $0.effects.read(found?.version, of: key) }
    return found?.value
  }

  /// What is stored, without making it a read.
  private func peek(
    _ key: StoredKey, _ arguments: APIArguments
  ) throws(CallFailure) -> Amount {
    let found = try contained { () throws(ContainerError) in
      try context.container.value(key.key, in: key.space)
    }
    guard let value = found?.value else { return .integer(0) }
    guard let amount = Amount(value) else { throw notANumber(arguments, value) }
    return amount
  }

  private func notANumber(_ arguments: APIArguments, _ value: JSONValue) -> CallFailure {
    CallFailure(
      "\(arguments.path): the stored value is \(value.luaNoun), not a number; set it to a number"
        + " first")
  }

  private func overflow(_ arguments: APIArguments) -> CallFailure {
    CallFailure(
      "\(arguments.path): the sum leaves the range of 64-bit integers or of finite floats; add less,"
        + " or store a float")
  }

  private func isReadable(_ space: Space) -> Bool {
    !space.isProtected || context.device.isUnlocked
  }

  private static let locked = HostAnswer.values([
    .none, .value(.string("the device is locked")), .value(.string("locked")),
  ])

  /// The answer where the container found the device locked in the meantime; else the failure.
  private static func answerLocked(_ failure: CallFailure) throws(CallFailure) -> HostAnswer {
    if case .end(.fault(let error)) = failure, error.code == .locked { return locked }
    throw failure
  }
}
