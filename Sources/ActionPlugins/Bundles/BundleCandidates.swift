import Notifications

/// The bundles of a folder, read and validated one by one, before it is settled which of them
/// serve together.
///
/// Between reading and `settled(keeping:)` a host may look at digests, and the top levels of the
/// handler files are run; whatever fails is refused here, so that it claims no name.
package struct BundleCandidates: Sendable {
  /// The bundles that are sound so far, sorted by the bytes of their folders' names.
  package private(set) var bundles: [PluginBundle] = []
  /// The others, sorted likewise.
  package private(set) var refusals: [BundleRefusal] = []

  /// Reads a folder of bundles, or a folder that is one bundle.
  ///
  /// A folder inside counts as a bundle when it has a `plugin.json`, or something that looks as if
  /// it was meant to be one: a file of a similar name, or Lua files. Hidden folders never do.
  package init(folder path: String, limits: PluginLimits) throws(BundleFolderError) {
    let folder = Self.trimmed(path)
    let handle: DirectoryHandle
    let entries: [DirectoryHandle.Entry]
    do throws(FileFailure) {
      handle = try DirectoryHandle(path: path)
      entries = try handle.entries(atMost: limits.bundleEntries)
    } catch {
      throw Self.error(for: error, folder: folder, limits: limits)
    }
    if entries.contains(where: { $0.name == BundleFiles.manifestName }) {
      let name = Identifier(Self.lastComponent(of: folder))
      read(handle, folder: folder, folderName: name, limits: limits)
    } else {
      for entry in entries {
        readInner(entry, of: handle, folder: "\(folder)/\(entry.name)", limits: limits)
      }
    }
    guard !bundles.isEmpty || !refusals.isEmpty else {
      throw Self.noBundles(in: folder, entries)
    }
  }

  /// Bundles that did not come from one folder.
  package init(bundles: [PluginBundle], refusals: [BundleRefusal] = []) {
    self.bundles = bundles.sorted { $0.folderName < $1.folderName }
    self.refusals = refusals.sorted { $0.folderName < $1.folderName }
  }

  /// Refuses a bundle for a reason that was found later.
  package mutating func refuse(_ bundle: PluginBundle, because problems: [BundleProblem]) {
    bundles.removeAll { $0.folderName == bundle.folderName }
    refusals.append(BundleRefusal(folderName: bundle.folderName, problems: problems))
    refusals.sort { $0.folderName < $1.folderName }
  }

  // MARK: Reading

  private mutating func readInner(
    _ entry: DirectoryHandle.Entry, of parent: borrowing DirectoryHandle, folder: String,
    limits: PluginLimits
  ) {
    switch entry.kind {
    case .folder: break
    case .link(toFolder: true):
      return refuse(entry.name, folder: folder, .leavesBundle, FileFailure.link.message)
    case .file, .link, .special: return
    }
    do throws(FileFailure) {
      let inner = try parent.folder(named: entry.name)
      switch Self.looks(like: try inner.entries(atMost: limits.bundleEntries)) {
      case .bundle:
        read(inner, folder: folder, folderName: entry.name, limits: limits)
      case .bundleWithout(let similar):
        let hint = similar.map { "; rename \($0.rawValue.quotedForMessage)" } ?? "; add one"
        refuse(
          entry.name, folder: "\(folder)/\(BundleFiles.manifestName)", .missingManifest,
          "does not exist, and a bundle needs one" + hint)
      case .somethingElse:
        break
      }
    } catch .tooManyEntries {
      refuse(
        entry.name, folder: folder, .tooLarge,
        "more than \(limits.bundleEntries) files and folders (bundleEntries); remove what does "
          + "not belong to the bundle")
    } catch {
      refuse(entry.name, folder: folder, .unreadable, error.message)
    }
  }

  private mutating func read(
    _ handle: borrowing DirectoryHandle, folder: String, folderName: Identifier,
    limits: PluginLimits
  ) {
    do throws(BundleRefusal) {
      bundles.append(
        try PluginBundle(handle, folder: folder, folderName: folderName, limits: limits))
    } catch {
      refusals.append(error)
    }
  }

  private mutating func refuse(
    _ name: Identifier, folder: String, _ code: BundleProblem.Code, _ message: String
  ) {
    let problem = BundleProblem(code, in: folder, message)
    refusals.append(BundleRefusal(folderName: name, problems: [problem]))
  }

  // MARK: What a folder is

  private enum Look {
    case bundle
    case bundleWithout(similar: Identifier?)
    case somethingElse
  }

  private static func looks(like entries: [DirectoryHandle.Entry]) -> Look {
    let names = entries.map(\.name)
    if names.contains(BundleFiles.manifestName) { return .bundle }
    let similar = NearestName.nearest(to: BundleFiles.manifestName, among: names)
    if similar != nil || names.contains(where: \.isLuaFile) {
      return .bundleWithout(similar: similar)
    }
    return .somethingElse
  }

  private static func noBundles(
    in folder: String, _ entries: [DirectoryHandle.Entry]
  ) -> BundleFolderError {
    switch looks(like: entries) {
    case .bundleWithout(let similar?):
      return BundleFolderError(
        .noBundles, folder: folder,
        "has no plugin.json; rename \(similar.rawValue.quotedForMessage)")
    case .bundleWithout, .bundle:
      return BundleFolderError(
        .noBundles, folder: folder, "holds Lua files but no plugin.json; add one")
    case .somethingElse:
      return BundleFolderError(
        .noBundles, folder: folder,
        "holds no bundle; a bundle is a folder with plugin.json and Lua files, and either it or "
          + "the folder around it is named here")
    }
  }

  private static func error(
    for failure: FileFailure, folder: String, limits: PluginLimits
  ) -> BundleFolderError {
    switch failure {
    case .missing:
      BundleFolderError(
        .missing, folder: folder, "does not exist; name a folder of bundles, or one bundle")
    case .notAFolder:
      BundleFolderError(
        .unreadable, folder: folder, "is not a folder; name a folder of bundles, or one bundle")
    case .tooManyEntries:
      BundleFolderError(
        .unreadable, folder: folder,
        "holds more than \(limits.bundleEntries) files and folders (bundleEntries)")
    default:
      BundleFolderError(.unreadable, folder: folder, failure.message)
    }
  }

  private static func trimmed(_ path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func lastComponent(of path: String) -> String {
    let bytes = path.utf8.split(separator: UInt8(ascii: "/")).last
    return bytes.map { String(Substring($0)) } ?? path
  }
}
