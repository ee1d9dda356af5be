import ActionPlugins

/// `plugrun container files` and `export`.
enum ContainerFiles {
  @Sendable static func list(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let plugin = try call.name(0, of: "a plugin's identifier")
    let container = try call.setUp.container()
    let files = try await files(of: plugin, in: container, call)
    if files.isEmpty {
      try await ContainerNames(container: container, call: call).check(plugin)
    }
    var lines = ReportLines(style: call.console.outputStyle, labelWidth: 0)
    lines.add(
      "",
      rows: files.map { [.init($0.name.rawValue.visible), .init(Quantity.bytes($0.bytes.count))] })
    let sizes = files.map { ($0.name.rawValue, JSONValue.integer(Int64($0.bytes.count))) }
    return call.finish(
      lines.text, ["plugin": .string(plugin.rawValue), "files": .object(JSONObject(sizes))])
  }

  @Sendable static func export(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let plugin = try call.name(0, of: "a plugin's identifier")
    let folder = try call.name(1, of: "a folder's path").rawValue
    let container = try call.setUp.container()
    let files = try await files(of: plugin, in: container, call)
    if files.isEmpty {
      try await ContainerNames(container: container, call: call).check(plugin)
    }
    if files.isEmpty {
      call.console.note("\(plugin.rawValue.quotedForMessage) keeps no files, so none was written")
      return call.finish("", json(plugin, folder, []))
    }
    let exported = files.map { (file: $0, name: ExportedName($0.name).text) }
    try make(folder)
    for (_, name) in exported where System.isThere("\(folder)/\(name)") {
      throw Diagnostic(
        code: "exists",
        message: "there is such a file already, and nothing was written; name another folder",
        file: "\(folder)/\(name)")
    }
    for (file, name) in exported { try write(file.bytes, to: "\(folder)/\(name)") }
    return call.finish(
      call.lines(exported.map { "\(folder)/\($0.name)" }), json(plugin, folder, exported))
  }

  private typealias StoredFile = (name: Identifier, bytes: [UInt8])

  /// A file that another process removes meanwhile is left out.
  private static func files(
    of plugin: Identifier, in container: PluginContainer, _ call: ContainerCall
  ) async throws(Diagnostic) -> [StoredFile] {
    try await call.asked { () throws(RuntimeError) in
      var files: [StoredFile] = []
      for name in try await container.files(of: plugin) {
        if let bytes = try await container.file(name, of: plugin) { files.append((name, bytes)) }
      }
      return files
    }
  }

  private static func json(
    _ plugin: Identifier, _ folder: String, _ exported: [(file: StoredFile, name: String)]
  ) -> JSONValue {
    [
      "plugin": .string(plugin.rawValue), "folder": .string(folder),
      "files": .array(
        exported.map { file, name in
          [
            "name": .string(file.name.rawValue), "file": .string(name),
            "bytes": .integer(Int64(file.bytes.count)),
          ]
        }),
    ]
  }

  private static func make(_ folder: String) throws(Diagnostic) {
    do throws(SystemError) {
      try System.makeFolder(folder)
    } catch {
      throw Diagnostic(
        code: "folder", message: "the folder cannot be created: \(error); name another one",
        file: folder, exitCode: .hostFault)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    do throws(SystemError) {
      try System.writeNewFile(path, bytes)
    } catch {
      throw Diagnostic(
        code: "unwritable",
        message: "the file cannot be written: \(error); what was exported before it is there",
        file: path, exitCode: .hostFault)
    }
  }
}

/// The name that an exported file has in its folder.
///
/// A script may name a file with any bytes. No two names are exported as the same.
struct ExportedName {
  let text: String

  /// Bytes that every file system takes as a name.
  private static let longest = 240

  init(_ name: Identifier) {
    var bytes: [UInt8] = []
    for (index, byte) in name.rawValue.utf8.enumerated() {
      let isHidden = index == 0 && byte == UInt8(ascii: ".")
      if byte < 0x20 || byte == 0x7F || isHidden || Array("/\\:%".utf8).contains(byte) {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += Array("%\(byte < 16 ? "0" : "")\(digits)".utf8)
      } else {
        bytes.append(byte)
      }
    }
    text =
      bytes.count <= Self.longest
      ? String(decoding: bytes, as: UTF8.self)
      : "%~" + SHA256.hexDigest(of: Array(name.rawValue.utf8))
  }
}
