import ActionPlugins

/// Everything that was found in some folders of bundles, files of bundles and payload files.
struct Check {
  /// Sorted by file and place.
  private(set) var findings: [Finding] = []
  private(set) var bundleCount = 0
  private(set) var scriptCount = 0
  private(set) var testCount = 0
  private(set) var payloadCount = 0
  private let limits = PluginLimits.default
  private let environment: Environment
  /// The folders of the bundles that are looked at as a whole, by their one path.
  private var whole: Set<Identifier> = []

  /// Looks at what the paths name, or at the folder of bundles where they name none.
  ///
  /// - Parameters:
  ///   - payloads: Payloads beside those among the paths.
  ///   - plugins: The folder of bundles where no path names one; beside files of bundles it tells
  ///     which categories there are.
  init(
    paths: [String], payloads: [String], plugins: String?, environment: Environment
  ) throws(Diagnostic) {
    self.environment = environment
    let named = try CheckedPaths(paths)
    if plugins != nil, !named.folders.isEmpty {
      throw Diagnostic(
        UsageError("--plugins and a PATH both say where the bundles are; give one of them"))
    }
    var bundles: [PluginBundle] = []
    // Of these only the categories count: a file that is named is looked at alone.
    var others: [PluginBundle] = []
    for folder in named.folders { bundles += try sound(candidates(in: folder), of: folder) }
    if named.folders.isEmpty, named.parts.isEmpty {
      let folder = plugins ?? "Plugins"
      let candidates = try candidates(in: folder, for: (payloads + named.payloads).first)
      if named.payloads.isEmpty || !payloads.isEmpty {
        bundles = sound(candidates, of: folder)
      } else {
        others = candidates.bundles
      }
    } else if let plugins {
      others = try candidates(in: plugins).bundles
    }
    let parts = try partsOfOthers(named.parts)
    for part in parts { others += part.candidates.bundles }
    let categories = (bundles + others).flatMap { $0.categories.map(\.identifier) }
    for bundle in bundles { look(at: bundle, categories: categories) }
    for part in parts { try look(at: part, categories: categories) }
    for file in payloads + named.payloads { try look(atPayload: file, categories: categories) }
    findings.sort(by: Finding.comesBefore)
  }

  // MARK: Bundles

  /// - Parameter payload: The payload on whose account the folder is read, where nobody named it.
  private func candidates(
    in folder: String, for payload: String? = nil
  ) throws(Diagnostic) -> BundleCandidates {
    do throws(BundleFolderError) {
      return try BundleCandidates(folder: folder, limits: limits)
    } catch {
      guard let payload else {
        throw Diagnostic(code: error.code.rawValue, message: error.description)
      }
      throw Diagnostic(
        code: error.code.rawValue,
        message: "a payload is checked against the categories of bundles, and "
          + "\(error.description), with --plugins",
        file: payload)
    }
  }

  /// The bundles whose manifests and files are sound; what is wrong with the others is found.
  private mutating func sound(
    _ candidates: BundleCandidates, of folder: String
  ) -> [PluginBundle] {
    let isOne = System.isBundle(folder)
    func place(_ name: Identifier) -> Identifier {
      let path = isOne ? folder : "\(folder)/\(name)"
      return Identifier(System.canonicalPath(path) ?? path)
    }
    var added: Set<Identifier> = []
    for refusal in candidates.settled(keeping: []).refusals
    where !whole.contains(place(refusal.folderName)) {
      added.insert(place(refusal.folderName))
      add(refusal)
    }
    let bundles = candidates.bundles.filter { !whole.contains(place($0.folderName)) }
    added.formUnion(bundles.map { place($0.folderName) })
    whole.formUnion(added)
    bundleCount += added.count
    return bundles
  }

  private mutating func add(_ refusal: BundleRefusal) {
    findings += refusal.problems.map { problem in
      Finding(problem, in: problem.path == nil ? nil : document(problem.file))
    }
  }

  private mutating func look(at bundle: PluginBundle, categories: [Identifier]) {
    scriptCount += bundle.scripts.count
    let tests = TestCheck(of: bundle, in: environment)
    testCount += tests.fileCount
    findings += found(in: bundle, categories: categories) + tests.findings
  }

  private func found(in bundle: PluginBundle, categories: [Identifier]) -> [Finding] {
    let document = document("\(bundle.folder)/plugin.json") ?? JSONDocument([])
    let found = BundleCheck.findings(of: bundle, document: document, categories: categories)
    // What was found with its column already is not told again by the load.
    let broken = Set(
      found.filter { Identifier($0.rule) == "syntax" }.map { Identifier($0.file) })
    let told = Set(
      found.filter { $0.level == .error }.map { Identifier("\($0.file):\($0.line ?? 0)") })
    return found
      + SealedLoad().problems(of: bundle, limits: limits)
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

  // MARK: Files of bundles

  /// Files of one bundle that is not looked at as a whole.
  private struct Parts {
    var files: [CheckedPaths.Part]
    let candidates: BundleCandidates
  }

  private func partsOfOthers(_ parts: [CheckedPaths.Part]) throws(Diagnostic) -> [Parts] {
    var files: [Identifier: [CheckedPaths.Part]] = [:]
    for part in parts {
      let place = Identifier(System.canonicalPath(part.bundle) ?? part.bundle)
      if !whole.contains(place) { files[place, default: []].append(part) }
    }
    var all: [Parts] = []
    for (_, files) in files.sorted(by: { $0.key < $1.key }) {
      guard let first = files.first else { continue }
      all.append(Parts(files: files, candidates: try candidates(in: first.bundle)))
    }
    return all
  }

  /// Finds what is wrong with the files; all that is wrong with the bundle where it is refused,
  /// because its files are not looked at then.
  private mutating func look(at parts: Parts, categories: [Identifier]) throws(Diagnostic) {
    for refusal in parts.candidates.refusals {
      bundleCount += 1
      add(refusal)
    }
    guard let bundle = parts.candidates.bundles.first else { return }
    try refuseHidden(parts.files, of: bundle)
    var all = found(in: bundle, categories: categories)
    if parts.files.contains(where: { $0.kind == .test }) {
      all += TestCheck(of: bundle, in: environment).findings
    }
    var places: [Identifier: Identifier] = [:]
    for file in Set(all.map { Identifier($0.file) }) {
      places[file] = System.canonicalPath(file.rawValue).map { Identifier($0) }
    }
    var seen: Set<Identifier> = []
    for part in parts.files {
      let place = Identifier(System.canonicalPath(part.path) ?? part.path)
      guard seen.insert(place).inserted else { continue }
      switch part.kind {
      case .manifest: bundleCount += 1
      case .script: scriptCount += 1
      case .test: testCount += 1
      }
      findings += all.filter { places[Identifier($0.file)] == place }.map { finding in
        var finding = finding
        finding.file = part.path
        return finding
      }
    }
  }

  /// Refuses files that lie in the bundle and are no part of it.
  private func refuseHidden(
    _ files: [CheckedPaths.Part], of bundle: PluginBundle
  ) throws(Diagnostic) {
    for part in files {
      let names = (System.canonicalPath(part.path) ?? "").utf8.split(separator: UInt8(ascii: "/"))
      let folder = (System.canonicalPath(bundle.folder) ?? "").utf8
        .split(separator: UInt8(ascii: "/"))
      guard names.dropFirst(folder.count).contains(where: { $0.first == UInt8(ascii: ".") }) else {
        continue
      }
      throw Diagnostic(
        code: "hidden",
        message: "no part of its bundle, because its name, or a folder's, begins with a dot; "
          + "rename it",
        file: part.path)
    }
  }

  // MARK: Payloads

  private mutating func look(
    atPayload file: String, categories: [Identifier]
  ) throws(Diagnostic) {
    let input = InputFile(
      path: file, holds: "an .apns payload as JSON", maximumBytes: limits.responseBytes)
    let bytes = try input.bytes(in: environment)
    payloadCount += 1
    findings += PayloadCheck.findings(of: input.name, bytes, categories: categories)
  }
}
