import ActionPlugins

/// `plugrun container erase`.
enum ContainerErasure {
  @Sendable static func erase(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    switch (call.arguments.text("plugin"), call.arguments.has("all")) {
    case (nil, false):
      throw Diagnostic(UsageError("what to erase is missing; give --plugin ID or --all"))
    case (.some, true):
      throw Diagnostic(UsageError("--plugin and --all are both given; give one of them"))
    case (let plugin?, false):
      guard !plugin.isEmpty else {
        throw Diagnostic(UsageError("--plugin takes an identifier, which is never empty"))
      }
      let container = try call.setUp.container()
      // Of a locked device it cannot be told; erasing says so.
      if !call.options.isLocked {
        try await ContainerNames(container: container, call: call).check(Identifier(plugin))
      }
      try await call.asked { () throws(RuntimeError) in
        try await container.erase(plugin: Identifier(plugin))
      }
      return call.finish("", ["erased": .string(plugin)])
    case (nil, true):
      let container = try call.setUp.container()
      try await call.asked { () throws(RuntimeError) in try await container.eraseAll() }
      return call.finish("", ["erased": .null])
    }
  }
}
