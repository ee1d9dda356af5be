import LuaSandbox

/// Runs the top levels of handler files as a runtime would, and nothing else.
///
/// For tools that look at bundles without handling anything.
package struct SealedLoad: ~Copyable {
  private let executor = ScriptExecutor()

  package init() {}

  /// What makes the bundle refuse to load; empty where it loads.
  package func problems(of bundle: PluginBundle, limits: PluginLimits) -> [BundleProblem] {
    let loaded = LoadedPlugin.load(
      bundle, hostFunctions: [], limits: limits, executor: executor)
    switch loaded {
    case .success: return []
    case .failure(let problems): return problems.list
    }
  }

  deinit { executor.shutDown() }
}
