public import Notifications

/// A validated bundle: a manifest and the Lua files that were read with it.
///
/// Whether its handler files run is known only after their top levels have been loaded.
public struct PluginBundle: Sendable {
  /// Names the plugin.
  public var identifier: Identifier { manifest.identifier }
  /// The bundle's version, as its authors count.
  public var version: String { manifest.version.rawValue }
  /// `sha256:` and 64 lower-case hexadecimal digits over `plugin.json` and every Lua file.
  ///
  /// A host that knows what it shipped may compare it before anything of the bundle runs. Each
  /// file, sorted by the bytes of its name (`lib/format.lua`), contributes its size in bytes in
  /// decimal, a space, its name, a line feed, and its bytes.
  public let digest: String
  /// The bundle's folder, as the host named it: `Plugins/messages`.
  public let folder: String
  /// The folder's own name, by which bundles are sorted.
  public let folderName: Identifier
  /// The categories that the plugin handles, to register with the system.
  public var categories: [NotificationCategory] { manifest.categories.map(\.category) }
  /// Seconds an invocation of the plugin may take: what the manifest asks for, else the host's.
  public let invocationSeconds: Double
  /// Bytes of memory the plugin's worlds may use: what the manifest asks for, else the host's.
  public let memoryBytes: Int

  /// What `plugin.json` says.
  package let manifest: Manifest
  /// Every Lua file, sorted by the bytes of its name.
  package let scripts: [BundleFile]
  /// Sentences about what was clamped to the host's lowered ceilings.
  package let notes: [String]

  /// The files that handle responses, each once, sorted by bytes.
  package var handlerFiles: [String] {
    let files = manifest.categories.flatMap { category in
      category.handlers + [category.defaultHandler, category.dismissHandler].compactMap { $0 }
    }
    return Set(files.map { Identifier($0) }).sorted().map(\.rawValue)
  }

  /// Validates files that were read; reports everything that is wrong at once.
  package init(_ files: BundleFiles, limits: PluginLimits) throws(BundleRefusal) {
    try self.init(files, alsoWrong: [], names: files.scripts.map { Identifier($0.file) }, limits)
  }

  /// Reads and validates the bundle in an open folder, which a person finds as `folder`.
  init(
    _ handle: borrowing DirectoryHandle, folder: String, folderName: Identifier,
    limits: PluginLimits
  ) throws(BundleRefusal) {
    let reading = BundleFolderReader.read(handle, folder: folder, limits: limits)
    guard let manifest = reading.manifest else {
      throw BundleRefusal(folderName: folderName, problems: reading.problems)
    }
    let files = BundleFiles(
      folder: folder, folderName: folderName, manifest: manifest, scripts: reading.scripts)
    try self.init(files, alsoWrong: reading.problems, names: reading.names, limits)
  }

  private init(
    _ files: BundleFiles, alsoWrong problems: [BundleProblem], names: [Identifier]?,
    _ limits: PluginLimits
  ) throws(BundleRefusal) {
    let (manifest, manifestProblems) = ManifestReader.read(
      files.manifest, file: files.manifestPath, scripts: names, limits: limits)
    let problems = problems + manifestProblems
    guard let manifest, problems.isEmpty else {
      throw BundleRefusal(folderName: files.folderName, problems: problems)
    }
    self.manifest = manifest
    digest = files.digest
    folder = files.folder
    folderName = files.folderName
    scripts = files.scripts
    var notes: [String] = []
    invocationSeconds = Self.clamped(
      manifest.seconds, to: limits.invocationSeconds, "limits.seconds", "seconds",
      in: files.manifestPath, notes: &notes)
    memoryBytes = Self.clamped(
      manifest.memoryBytes, to: limits.memoryBytes, "limits.memoryBytes", "bytes",
      in: files.manifestPath, notes: &notes)
    self.notes = notes
  }

  private static func clamped<Number: Comparable & CustomStringConvertible>(
    _ wanted: Number?, to ceiling: Number, _ name: String, _ unit: String, in file: String,
    notes: inout [String]
  ) -> Number {
    guard let wanted else { return ceiling }
    guard wanted > ceiling else { return wanted }
    func text(_ number: Number) -> String {
      (number as? Double)?.shortest ?? number.description
    }
    notes.append(
      "\(file): \(name): \(text(wanted)) \(unit) lowered to the host's ceiling of \(text(ceiling))")
    return ceiling
  }
}
