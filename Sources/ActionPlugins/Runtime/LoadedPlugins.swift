import LuaSandbox

/// All plugins that serve at the moment, with the way to them; replaced as a whole.
struct LoadedPlugins: Sendable {
  let router: Router
  let plugins: [Identifier: LoadedPlugin]
  let refusals: [BundleRefusal]
  let notes: [String]

  /// Reads the bundles, loads their handler files, and settles which serve together.
  ///
  /// - Parameter running: What serves now: a bundle that no longer loads goes on in its version.
  static func load(
    from source: BundleSource, hostFunctions: [Identifier], limits: PluginLimits,
    configuration: RuntimeConfiguration, executor: ScriptExecutor, running: LoadedPlugins? = nil
  ) throws(RuntimeError) -> LoadedPlugins {
    var candidates: BundleCandidates
    do {
      candidates = try BundleCandidates(folder: source.folder, limits: limits)
    } catch {
      throw RuntimeError(.bundles, error.description)
    }
    var loaded: [Identifier: LoadedPlugin] = [:]
    for bundle in candidates.bundles {
      if let sentence = configuration.verify(bundle) {
        candidates.refuse(
          bundle, because: [BundleProblem(.refusedByHost, in: bundle.folder, sentence)])
        continue
      }
      let plugin = LoadedPlugin.load(
        bundle, hostFunctions: hostFunctions, limits: limits, executor: executor)
      switch plugin {
      case .success(let plugin): loaded[bundle.folderName] = plugin
      case .failure(let problems): candidates.refuse(bundle, because: problems.list)
      }
    }
    let runningPlugins = running.map { Array($0.plugins.values) } ?? []
    let set = candidates.settled(keeping: runningPlugins.map(\.bundle))
    var plugins: [Identifier: LoadedPlugin] = [:]
    for bundle in set.bundles {
      let candidate = loaded[bundle.folderName]
      let isNew = candidate.map { $0.bundle.digest.utf8.elementsEqual(bundle.digest.utf8) } ?? false
      plugins[bundle.identifier] = isNew ? candidate : running?.plugins[bundle.identifier]
    }
    return LoadedPlugins(
      router: Router(set), plugins: plugins, refusals: set.refusals, notes: set.notes)
  }
}
