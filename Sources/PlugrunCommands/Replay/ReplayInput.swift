import ActionPlugins

/// Where the lines come from.
struct ReplayInput: Sendable {
  /// How messages name it.
  let name: String
  let source: any ByteSource
  /// The size of a regular file; `nil` for what has none.
  let totalBytes: Int?

  /// Opens a file, a pipe or a device; `-` is standard input.
  init(_ path: String, in environment: Environment) throws(Diagnostic) {
    let file = InputFile(path: path, holds: "responses as JSON, one a line", maximumBytes: .max)
    name = file.name
    guard !file.isStandardInput else {
      try file.refuseTerminal(in: environment)
      source = environment.input
      totalBytes = nil
      return
    }
    let kind = try file.asked { () throws(SystemError) in try System.kind(of: path) }
    if case .folder = kind {
      throw Diagnostic(
        code: "folder", message: "a folder, not a file; name a file with a response a line",
        file: path)
    }
    let descriptor = try file.asked { () throws(SystemError) in try System.openToRead(path) }
    source = DescriptorSource(descriptor: descriptor)
    if case .file(let bytes) = kind { totalBytes = bytes } else { totalBytes = nil }
  }
}
