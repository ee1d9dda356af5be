import LuaSandbox

/// A bundle whose handler files have been loaded.
struct LoadedPlugin: Sendable {
  let bundle: PluginBundle
  let table: APITable
  /// A program for each handler file.
  let programs: [Identifier: ScriptProgram]

  /// Loads every handler file's top level; what fails there refuses the bundle, each with its line.
  static func load(
    _ bundle: PluginBundle, hostFunctions: [Identifier], limits: PluginLimits,
    executor: ScriptExecutor
  ) -> Result<LoadedPlugin, Problems> {
    let permitted = bundle.manifest.permissions.functions
    // What the manifest names is what its scripts mean; a function of the host's that would be a
    // table of it, or the other way round, is of no use to them.
    let others = hostFunctions.filter { other in
      permitted.allSatisfy { !other.isPart(of: $0) && !$0.isPart(of: other) }
    }
    let table = APITable(hostFunctions: permitted.union(others).sorted())
    let api = table.sandboxAPI(constants: [
      ("plugin.identifier", .string(bundle.identifier.rawValue)),
      ("plugin.version", .string(bundle.version)),
    ])
    let sources = bundle.scripts.map { ScriptSource(file: $0.file, bytes: $0.bytes) }
    let sandboxLimits = SandboxLimits(
      memoryBytes: bundle.memoryBytes, valueBytes: limits.handedOverBytes,
      valueDepth: limits.valueDepth)
    var programs: [Identifier: ScriptProgram] = [:]
    var problems: [BundleProblem] = []
    for file in bundle.handlerFiles {
      let loaded = executor.loadNow(
        sources, entry: file, api: api, limits: sandboxLimits, loadSeconds: limits.loadSeconds,
        host: LoadHost(table, limits: limits))
      switch loaded {
      case .success(let program): programs[Identifier(file)] = program
      case .failure(let error):
        problems.append(
          BundleProblem(
            .script, in: "\(bundle.folder)/\(error.file)", line: error.line,
            error.sentence + MissingName.hint(for: error.sentence, among: table)))
      }
    }
    guard problems.isEmpty else { return .failure(Problems(list: problems)) }
    return .success(LoadedPlugin(bundle: bundle, table: table, programs: programs))
  }

  /// Why a bundle's handler files cannot be used; at least one problem.
  struct Problems: Error {
    let list: [BundleProblem]
  }
}
