import ActionPlugins

/// Names under which nothing is kept, which are misspelt more often than meant.
struct ContainerNames {
  let container: PluginContainer
  let call: ContainerCall

  /// Whether anything is kept of a plugin; protected values count while they can be read.
  func knows(_ plugin: Identifier) async throws(Diagnostic) -> Bool {
    try await plugins().contains(plugin)
  }

  /// Refuses a plugin of which nothing is kept.
  func check(_ plugin: Identifier) async throws(Diagnostic) {
    let known = try await plugins()
    guard !known.contains(plugin) else { return }
    let name = plugin.rawValue
    throw missing(
      "of \(name.quotedForMessage)",
      NearestName.nearest(to: name, among: known.map(\.rawValue)).map(\.quotedForMessage))
  }

  /// Refuses a space that nobody has: one without a key, and not of a plugin of which something else
  /// is kept.
  func check(_ space: SpaceName) async throws(Diagnostic) {
    switch space {
    case .own(let plugin), .protected(let plugin):
      if try await knows(plugin) { return }
    case .shared: break
    }
    throw missing("in \(space)", try await nearest(to: space))
  }

  /// The nearest of the spaces that there are; `nil` where none is near, or it is there itself.
  func nearest(to space: SpaceName) async throws(Diagnostic) -> String? {
    let container = container
    var names = try await call.asked { () throws(RuntimeError) in try await container.spaces() }
      .map(\.description)
    for plugin in try await plugins() { names += ["own:\(plugin)", "protected:\(plugin)"] }
    guard !names.contains(where: { $0.utf8.elementsEqual(space.description.utf8) }) else {
      return nil
    }
    return NearestName.nearest(to: space.description, among: names)
  }

  private func plugins() async throws(Diagnostic) -> [Identifier] {
    let container = container
    return try await call.asked { () throws(RuntimeError) in try await container.plugins() }
  }

  private func missing(_ place: String, _ near: String?) -> Diagnostic {
    let cure = near.map { "did you mean \($0)?" } ?? "'plugrun container list' lists the spaces"
    return Diagnostic(code: "missing", message: "nothing is kept \(place); \(cure)")
  }
}
