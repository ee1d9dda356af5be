import Notifications

/// Reads a bundle's folder once, whole, and within its limits.
///
/// Read are `plugin.json` and every file below the folder whose name ends in `.lua`. Names that
/// start with a dot are not part of a bundle, and other files are never opened. A file that may
/// not be read is a problem of the bundle whether or not a handler names it: `require` might.
struct BundleFolderReader {
  private let folder: String
  private let limits: PluginLimits
  private var scripts: [BundleFile] = []
  private var names: [Identifier] = []
  private var problems: [BundleProblem] = []
  private var entriesLeft: Int
  private var scriptBytes = 0
  private var isStopped = false

  /// What reading a folder gave.
  struct Reading {
    /// The bytes of `plugin.json`, if it could be read.
    var manifest: [UInt8]?
    /// The Lua files that are fit to load.
    var scripts: [BundleFile]
    /// Every Lua file's name, unfit ones included; nil when reading was given up.
    var names: [Identifier]?
    /// What is wrong with the files.
    var problems: [BundleProblem]
  }

  /// Reads the open folder, which a person finds as `folder`.
  static func read(
    _ handle: borrowing DirectoryHandle, folder: String, limits: PluginLimits
  ) -> Reading {
    var reader = BundleFolderReader(folder: folder, limits: limits)
    let manifest = reader.manifest(in: handle)
    reader.readScripts(in: handle, prefix: "", depth: 0)
    return Reading(
      manifest: manifest, scripts: reader.scripts, names: reader.isStopped ? nil : reader.names,
      problems: reader.problems)
  }

  private init(folder: String, limits: PluginLimits) {
    self.folder = folder
    self.limits = limits
    entriesLeft = limits.bundleEntries
  }

  // MARK: The manifest

  private mutating func manifest(in handle: borrowing DirectoryHandle) -> [UInt8]? {
    let file = "\(folder)/\(BundleFiles.manifestName)"
    do throws(FileFailure) {
      return try handle.contents(of: BundleFiles.manifestName, atMost: limits.manifestBytes)
    } catch .missing {
      problems.append(
        BundleProblem(
          .missingManifest, in: file, "does not exist; every bundle has one beside its Lua files"))
    } catch .tooLarge(let bytes) {
      problems.append(
        BundleProblem(
          .tooLarge, in: file,
          "\(bytes) bytes; a manifest may have at most \(limits.manifestBytes) (manifestBytes)"))
    } catch {
      problems.append(BundleProblem(Self.code(of: error), in: file, error.message))
    }
    return nil
  }

  // MARK: Lua files

  private mutating func readScripts(
    in handle: borrowing DirectoryHandle, prefix: String, depth: Int
  ) {
    let entries: [DirectoryHandle.Entry]
    do throws(FileFailure) {
      entries = try handle.entries(atMost: entriesLeft)
    } catch .tooManyEntries {
      return stop(
        .tooLarge, in: folder,
        "more than \(limits.bundleEntries) files and folders (bundleEntries); remove what "
          + "does not belong to the bundle")
    } catch {
      return report(Self.code(of: error), at: prefix, error.message)
    }
    entriesLeft -= entries.count
    for entry in entries where !isStopped {
      read(entry, in: handle, prefix: prefix, depth: depth)
    }
  }

  private mutating func read(
    _ entry: DirectoryHandle.Entry, in handle: borrowing DirectoryHandle, prefix: String, depth: Int
  ) {
    let file = prefix + entry.name.rawValue
    let isScript = entry.name.isLuaFile
    guard entry.isText else {
      guard isScript else { return }
      return report(
        .notText, at: prefix,
        "the name of \(entry.name.rawValue.quotedForMessage) is not UTF-8, or holds a control "
          + "character; rename it")
    }
    if isScript { names.append(Identifier(file)) }
    switch entry.kind {
    case .link(let leadsToFolder) where isScript || leadsToFolder:
      report(.leavesBundle, at: file, FileFailure.link.message)
    case .folder:
      readFolder(entry.name, in: handle, path: file, depth: depth)
    case .special where isScript:
      report(.unreadable, at: file, FileFailure.special.message)
    case .file where isScript:
      readScript(entry.name, in: handle, file: file)
    case .file, .special, .link:
      break
    }
  }

  private mutating func readFolder(
    _ name: Identifier, in handle: borrowing DirectoryHandle, path: String, depth: Int
  ) {
    guard depth < limits.bundleDepth else {
      return report(
        .tooLarge, at: path,
        "more than \(limits.bundleDepth) folders deep (bundleDepth); move it up")
    }
    do throws(FileFailure) {
      let inner = try handle.folder(named: name)
      readScripts(in: inner, prefix: path + "/", depth: depth + 1)
    } catch {
      report(Self.code(of: error), at: path, error.message)
    }
  }

  private mutating func readScript(
    _ name: Identifier, in handle: borrowing DirectoryHandle, file: String
  ) {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try handle.contents(of: name, atMost: limits.scriptBytes)
    } catch .tooLarge(let count) {
      return report(
        .tooLarge, at: file,
        "\(count) bytes; one Lua file may have at most \(limits.scriptBytes) (scriptBytes): split it "
          + "and use require")
    } catch {
      return report(Self.code(of: error), at: file, error.message)
    }
    scriptBytes += bytes.count
    guard scriptBytes <= limits.bundleScriptBytes else {
      return stop(
        .tooLarge, in: folder,
        "more than \(limits.bundleScriptBytes) bytes of Lua files (bundleScriptBytes), counted to "
          + "\(file); remove or shorten some")
    }
    if let problem = ScriptText.problem(of: bytes, in: "\(folder)/\(file)") {
      problems.append(problem)
    } else {
      scripts.append(BundleFile(file: file, bytes: bytes))
    }
  }

  // MARK: Problems

  private mutating func report(_ code: BundleProblem.Code, at path: String, _ message: String) {
    let place = path.isEmpty ? folder : "\(folder)/\(path)"
    problems.append(BundleProblem(code, in: place, message))
  }

  /// Reports, and reads no further: the rest would only repeat it.
  private mutating func stop(_ code: BundleProblem.Code, in place: String, _ message: String) {
    problems.append(BundleProblem(code, in: place, message))
    isStopped = true
  }

  private static func code(of failure: FileFailure) -> BundleProblem.Code {
    failure == .link ? .leavesBundle : .unreadable
  }
}

extension Identifier {
  /// Whether a file of this name holds Lua.
  var isLuaFile: Bool {
    rawValue.utf8.suffix(4).elementsEqual(".lua".utf8)
  }
}
