import Notifications

/// The bundles that serve together: no plugin identifier and no category belongs to two of them.
package struct BundleSet: Sendable {
  /// The bundles that serve, sorted by the bytes of their folders' names.
  package let bundles: [PluginBundle]
  /// The bundles that do not, sorted likewise.
  package let refusals: [BundleRefusal]
  /// Sentences about what was clamped to the host's lowered ceilings.
  package var notes: [String] { bundles.flatMap(\.notes) }

  /// Reads a folder of bundles, or one bundle, and settles which serve.
  ///
  /// - Parameter running: The bundles that serve now, on a reload; see
  ///   `BundleCandidates.settled(keeping:)`.
  package static func load(
    folder: String, limits: PluginLimits, running: [PluginBundle] = []
  ) throws(BundleFolderError) -> BundleSet {
    try BundleCandidates(folder: folder, limits: limits).settled(keeping: running)
  }

  init(bundles: [PluginBundle], refusals: [BundleRefusal]) {
    self.bundles = bundles.sorted { $0.folderName < $1.folderName }
    self.refusals = refusals.sorted { $0.folderName < $1.folderName }
  }
}

extension BundleCandidates {
  /// Settles which bundles serve together.
  ///
  /// Of two that want the same plugin identifier or category, the one whose folder sorts later by
  /// bytes is refused. On a reload what runs keeps its names: a running bundle's next version
  /// replaces it where it asks for nothing that another one has, and where it does, or no longer
  /// loads at all, the running version stays and its refusal says so. A running bundle whose
  /// folder is gone ends.
  package func settled(keeping running: [PluginBundle]) -> BundleSet {
    var settlement = Settlement(running: running.filter { isStillThere($0.folderName) })
    var waiting = bundles.filter { settlement.isRunning($0.folderName) }
    // Names may pass from one running bundle to another: try until nothing moves any more.
    var hasMoved = true
    while hasMoved {
      let before = waiting.count
      waiting.removeAll { settlement.accept($0) }
      hasMoved = waiting.count < before
    }
    waiting += bundles.filter { !settlement.isRunning($0.folderName) }
    var refusals = refusals
    for candidate in waiting where !settlement.accept(candidate) {
      refusals.append(
        BundleRefusal(
          folderName: candidate.folderName, problems: settlement.conflicts(of: candidate)))
    }
    for index in refusals.indices {
      refusals[index].runningVersion = settlement.serving[refusals[index].folderName]?.version
    }
    return BundleSet(bundles: Array(settlement.serving.values), refusals: refusals)
  }

  private func isStillThere(_ folderName: Identifier) -> Bool {
    bundles.contains { $0.folderName == folderName }
      || refusals.contains { $0.folderName == folderName }
  }
}

/// Who has which name while it is being settled.
private struct Settlement {
  private(set) var serving: [Identifier: PluginBundle] = [:]
  private let running: Set<Identifier>

  init(running: [PluginBundle]) {
    self.running = Set(running.map(\.folderName))
    for bundle in running { serving[bundle.folderName] = bundle }
  }

  func isRunning(_ folderName: Identifier) -> Bool {
    running.contains(folderName)
  }

  /// Lets the bundle serve, unless another one has a name that it wants.
  mutating func accept(_ bundle: PluginBundle) -> Bool {
    guard conflicts(of: bundle).isEmpty else { return false }
    serving[bundle.folderName] = bundle
    return true
  }

  /// What the bundle wants and another one has.
  func conflicts(of bundle: PluginBundle) -> [BundleProblem] {
    let file = "\(bundle.folder)/\(BundleFiles.manifestName)"
    let others = serving.values.filter { $0.folderName != bundle.folderName }
      .sorted { $0.folderName < $1.folderName }
    var problems: [BundleProblem] = []
    if let other = others.first(where: { $0.identifier == bundle.identifier }) {
      problems.append(
        BundleProblem(
          .repeatedIdentifier, in: file, at: .root.member("identifier"),
          "\(bundle.identifier.rawValue.quotedForMessage) is already the plugin in "
            + "\(other.folder); rename one or remove one"))
    }
    for (index, category) in bundle.manifest.categories.enumerated() {
      let name = category.category.identifier
      let owner = others.first { other in
        other.manifest.categories.contains { $0.category.identifier == name }
      }
      guard let owner else { continue }
      problems.append(
        BundleProblem(
          .repeatedIdentifier, in: file,
          at: .root.member("categories").item(index).member("identifier"),
          "\(name.rawValue.quotedForMessage) is already a category of \(owner.folder); a category "
            + "belongs to one bundle: rename one"))
    }
    return problems
  }
}
