import ActionPlugins

/// What the paths of `plugrun check` name: bundles, files of bundles, and payloads.
struct CheckedPaths {
  /// A file that is looked at as a part of its bundle.
  struct Part {
    enum Kind {
      case manifest
      case script
      case test
    }

    let kind: Kind
    /// As the command line has it.
    let path: String
    /// The folder of the bundle around it.
    let bundle: String
  }

  /// Folders of bundles, or single ones; whatever is no file is taken for one.
  private(set) var folders: [String] = []
  private(set) var parts: [Part] = []
  private(set) var payloads: [String] = []

  /// Sorts the paths by what they lead to.
  ///
  /// A file that is no part of a bundle is a payload, so that a shell may spell out
  /// `--payload *.apns`.
  init(_ paths: [String]) throws(Diagnostic) {
    for path in paths {
      guard case .file? = try? System.kind(of: path) else {
        folders.append(path)
        continue
      }
      if let part = try Self.part(path) {
        parts.append(part)
      } else {
        payloads.append(path)
      }
    }
  }

  private static func part(_ path: String) throws(Diagnostic) -> Part? {
    let name = name(of: path)
    if name.rawValue.utf8.suffix(4).elementsEqual(".lua".utf8) {
      guard let bundle = bundle(around: path) else {
        throw Diagnostic(
          code: "noBundle",
          message: "a Lua file of no bundle: no folder above it has a plugin.json; add one",
          file: path)
      }
      return Part(kind: .script, path: path, bundle: bundle.folder)
    }
    guard name.rawValue.utf8.suffix(5).elementsEqual(".json".utf8),
      let bundle = bundle(around: path)
    else { return nil }
    switch (bundle.way.count, bundle.way.first) {
    case (1, "plugin.json"?): return Part(kind: .manifest, path: path, bundle: bundle.folder)
    case (2, "tests"?): return Part(kind: .test, path: path, bundle: bundle.folder)
    default: return nil
    }
  }

  /// The nearest folder above a file that has a manifest, and the names from there to the file.
  private static func bundle(around path: String) -> (folder: String, way: [Identifier])? {
    // The text of a path does not know what is above the folder that one stands in.
    var shown = System.folder(of: path)
    guard var folder = System.canonicalPath(shown) else { return nil }
    var way = [name(of: path)]
    while !System.isBundle(folder) {
      let above = System.folder(of: folder)
      guard Identifier(above) != Identifier(folder) else { return nil }
      way.insert(name(of: folder), at: 0)
      folder = above
      shown = System.folder(of: shown)
    }
    let isShown = System.canonicalPath(shown).map { Identifier($0) == Identifier(folder) } ?? false
    return (isShown ? shown : folder, way)
  }

  private static func name(of path: String) -> Identifier {
    let bytes = path.utf8.split(separator: UInt8(ascii: "/")).last
    return Identifier(bytes.map { String(Substring($0)) } ?? path)
  }
}
