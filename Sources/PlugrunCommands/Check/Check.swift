import ActionPlugins

/// Everything that was found in some folders of bundles and some payload files.
struct Check {
  /// Sorted by file and place.
  private(set) var findings: [Finding] = []
  private(set) var bundleCount = 0
  private(set) var scriptCount = 0
  private(set) var payloadCount = 0
  private let limits = PluginLimits.default

  /// Looks at folders of bundles (or single ones) and payload files.
  ///
  /// A path that leads to a file is a payload, so that a shell may spell out `--payload *.apns`.
  init(paths: [String], payloads: [String], environment: Environment) throws(Diagnostic) {
    let files = paths.filter(Self.isFile)
    var folders = paths.filter { !Self.isFile($0) }
    if folders.isEmpty { folders = ["Plugins"] }
    var bundles: [PluginBundle] = []
    for folder in folders { bundles += try sound(in: folder) }
    bundleCount += bundles.count
    let categories = bundles.flatMap { $0.categories.map(\.identifier) }
    for bundle in bundles { look(at: bundle, categories: categories) }
    for file in payloads + files {
      let input = InputFile(
        path: file, holds: "an .apns payload as JSON", maximumBytes: limits.responseBytes)
      let bytes = try input.bytes(in: environment)
      payloadCount += 1
      findings += PayloadCheck.findings(of: input.name, bytes, categories: categories)
    }
    findings.sort(by: Finding.comesBefore)
  }

  private static func isFile(_ path: String) -> Bool {
    if case .file? = try? System.kind(of: path) { true } else { false }
  }

  /// The bundles whose manifests and files are sound; what is wrong with the others is found.
  private mutating func sound(in folder: String) throws(Diagnostic) -> [PluginBundle] {
    let candidates: BundleCandidates
    do throws(BundleFolderError) {
      candidates = try BundleCandidates(folder: folder, limits: limits)
    } catch {
      throw Diagnostic(code: error.code.rawValue, message: error.description)
    }
    for refusal in candidates.settled(keeping: []).refusals {
      if !candidates.bundles.contains(where: { $0.folderName == refusal.folderName }) {
        bundleCount += 1
      }
      findings += refusal.problems.map { problem in
        Finding(problem, in: problem.path == nil ? nil : document(problem.file))
      }
    }
    return candidates.bundles
  }

  private mutating func look(at bundle: PluginBundle, categories: [Identifier]) {
    scriptCount += bundle.scripts.count
    let document = document("\(bundle.folder)/plugin.json") ?? JSONDocument([])
    let found = BundleCheck.findings(of: bundle, document: document, categories: categories)
    findings += found
    // What was found with its column already is not told again by the load.
    let broken = Set(
      found.filter { Identifier($0.rule) == "syntax" }.map { Identifier($0.file) })
    let told = Set(
      found.filter { $0.level == .error }.map { Identifier("\($0.file):\($0.line ?? 0)") })
    findings += SealedLoad().problems(of: bundle, limits: limits)
      .filter { problem in
        !broken.contains(Identifier(problem.file))
          && !told.contains(Identifier("\(problem.file):\(problem.line ?? 0)"))
      }
      .map { Finding($0, in: document) }
  }

  private func document(_ file: String) -> JSONDocument? {
    guard let bytes = try? System.readFile(file, limit: limits.manifestBytes) else { return nil }
    return JSONDocument(bytes)
  }
}
