import ActionPlugins

/// `plugrun container list`, `get`, `set` and `remove`.
enum ContainerSpaces {
  @Sendable static func list(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    guard call.arguments.operands.isEmpty else { return try await listKeys(call) }
    let container = try call.setUp.container()
    let spaces = try await call.asked { () throws(RuntimeError) in try await container.spaces() }
      .map(\.description)
    return call.finish(
      call.lines(spaces), ["spaces": .array(spaces.map { .string($0) })])
  }

  private static func listKeys(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let name = try call.space(0)
    let container = try call.setUp.container()
    let space = container.space(name)
    let keys = try await call.asked { () throws(RuntimeError) in try await space.keys() }
      .map(\.rawValue)
    if keys.isEmpty { try await ContainerNames(container: container, call: call).check(name) }
    return call.finish(
      call.lines(keys),
      ["space": .string(name.description), "keys": .array(keys.map { .string($0) })])
  }

  @Sendable static func get(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let name = try call.space(0)
    let key = try call.name(1, of: "a key")
    let container = try call.setUp.container()
    let space = container.space(name)
    let value = try await call.asked { () throws(RuntimeError) in try await space.get(key) }
    guard let value else { throw try await missing(key, in: space, container, call) }
    return call.finish(
      value.visible + "\n",
      ["space": .string(name.description), "key": .string(key.rawValue), "value": value])
  }

  private static func missing(
    _ key: Identifier, in space: StoredSpace, _ container: PluginContainer, _ call: ContainerCall
  ) async throws(Diagnostic) -> Diagnostic {
    let keys = try await call.asked { () throws(RuntimeError) in try await space.keys() }
    if keys.isEmpty {
      try await ContainerNames(container: container, call: call).check(space.name)
    }
    let near = NearestName.nearest(to: key.rawValue, among: keys.map(\.rawValue))
    let cure =
      near.map { "did you mean \($0.quotedForMessage)?" }
      ?? "'plugrun container list \(space.name)' lists its keys"
    return Diagnostic(
      code: "missing",
      message: "\(space.name) has no key \(key.rawValue.quotedForMessage); \(cure)")
  }

  @Sendable static func set(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let name = try call.space(0)
    let key = try call.name(1, of: "a key")
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader(subject: "the value").read(call.operand(2))
    } catch {
      throw Diagnostic(
        UsageError(
          "the value is no JSON: \(error.message); a text needs quotes of its own, such as"
            + " '\"text\"'"))
    }
    let container = try call.setUp.container()
    let space = container.space(name)
    let near = try await ContainerNames(container: container, call: call).nearest(to: name)
    try await call.asked { () throws(RuntimeError) in try await space.set(key, value) }
    if let near { call.console.note("\(name) is new; there is \(near) as well, if that is meant") }
    return call.finish(
      "", ["space": .string(name.description), "key": .string(key.rawValue), "value": value])
  }

  @Sendable static func remove(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let name = try call.space(0)
    let key = try call.name(1, of: "a key")
    let space = try call.setUp.container().space(name)
    let wasThere = try await call.asked { () throws(RuntimeError) in
      let value = try await space.get(key)
      if value != nil { try await space.remove(key) }
      return value != nil
    }
    if !wasThere {
      call.console.note("\(name) has no key \(key.rawValue.quotedForMessage), so nothing changed")
    }
    return call.finish(
      "",
      [
        "space": .string(name.description), "key": .string(key.rawValue),
        "removed": .bool(wasThere),
      ])
  }
}
