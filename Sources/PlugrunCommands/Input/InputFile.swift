import ActionPlugins

/// A file that the command line names, read whole and within a limit.
///
/// Whatever cannot be input is refused with one sentence: what is there instead, and the cure.
struct InputFile: Sendable {
  /// The file as the command line has it; `-` is standard input.
  let path: String
  /// What it should hold, such as `a response`.
  let holds: String
  /// The most bytes it may have.
  let maximumBytes: Int
  /// Whether a pipe is read as well. Not where a bundle names the file: what it names must not hold
  /// anybody up.
  var mayBePipe = false

  /// How messages name it.
  var name: String { isStandardInput ? "standard input" : path }

  /// Whether it is called as payloads are.
  var isNamedPayload: Bool { path.utf8.suffix(5).elementsEqual(".apns".utf8) }

  var isStandardInput: Bool { Identifier(path) == "-" }

  /// The bytes; at least one, text by all that can be seen without reading it as JSON.
  func bytes(in environment: Environment) throws(Diagnostic) -> [UInt8] {
    let bytes = isStandardInput ? try standardInput(in: environment) : try file()
    guard bytes.count <= maximumBytes else {
      throw refusal("tooLarge", "too large: at most \(limitSentence)")
    }
    guard !bytes.isEmpty else { throw refusal("empty", "empty; it must hold \(holds)") }
    // The zero bytes of UTF-16 and of binary files would else be told of as odd characters.
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw refusal("notText", "UTF-16 text; save it as UTF-8")
    }
    if let zero = bytes.firstIndex(of: 0) {
      throw refusal(
        "notText", "binary, not text: byte \(zero + 1) is zero; it must hold \(holds)")
    }
    return bytes
  }

  /// An error of reading its JSON, at its place in the file.
  ///
  /// - Parameter takesLenient: Whether the command has the option `--lenient`.
  func diagnostic(
    _ error: JSONError, in bytes: [UInt8], takesLenient: Bool = false
  ) -> Diagnostic {
    var message = error.message
    if takesLenient, Self.lenientCodes.contains(error.code) { message += ", or give --lenient" }
    let place = error.path.flatMap { JSONDocument(bytes).position(of: $0) }
    if let path = error.path, path != .root { message = "\(path): \(message)" }
    return Diagnostic(
      code: error.code.rawValue, message: message, file: name, line: error.line ?? place?.line,
      column: error.column ?? place?.column)
  }

  /// What only strict reading refuses.
  private static let lenientCodes: Set<JSONError.Code> = [
    .byteOrderMark, .comment, .trailingComma,
  ]

  /// Refuses to wait for a person who does not know that something is to be typed.
  func refuseTerminal(in environment: Environment) throws(Diagnostic) {
    guard environment.input.isTerminal else { return }
    throw Diagnostic(
      code: "terminal",
      message: "standard input is a terminal; name a file instead of '-', or send one in with "
        + "'< FILE' or '... | plugrun'",
      exitCode: .wrongCommandLine)
  }

  private func standardInput(in environment: Environment) throws(Diagnostic) -> [UInt8] {
    try refuseTerminal(in: environment)
    do {
      return try environment.input.read(limit: maximumBytes)
    } catch {
      throw refusal("unreadable", "cannot be read: \(error)")
    }
  }

  private func file() throws(Diagnostic) -> [UInt8] {
    switch try asked({ () throws(SystemError) in try System.kind(of: path) }) {
    case .file(let bytes) where bytes > maximumBytes:
      throw refusal("tooLarge", "too large: \(bytes) bytes, and at most \(limitSentence)")
    case .file: break
    case .folder: throw refusal("folder", "a folder, not a file; name a file that holds \(holds)")
    case .pipe where mayBePipe: return try pipe()
    case .pipe: throw notAFile("a pipe")
    case .socket: throw notAFile("a socket")
    case .device: throw notAFile("a device")
    }
    return try asked({ () throws(SystemError) in
      try System.readFile(path, limit: maximumBytes)
    })
  }

  /// What others write into a pipe, such as `<(jq .response FILE)` of a shell.
  private func pipe() throws(Diagnostic) -> [UInt8] {
    let bytes = try asked({ () throws(SystemError) in
      try System.readPipe(path, limit: maximumBytes)
    })
    guard !bytes.isEmpty else {
      throw refusal(
        "empty",
        "a pipe into which nobody wrote anything within \(System.writerSeconds) s; it must hold "
          + holds)
    }
    return bytes
  }

  /// Asks the system about the file; what it answers instead is told as the file's.
  func asked<Answer>(
    _ question: () throws(SystemError) -> Answer
  ) throws(Diagnostic) -> Answer {
    do throws(SystemError) {
      return try question()
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ error: SystemError) -> Diagnostic {
    switch error {
    case .noSuchFile where path.isEmpty:
      Diagnostic(
        code: "missing", message: "the empty text names no file; name one that holds \(holds)")
    case .noSuchFile, .notADirectory:
      refusal("missing", "no such file; name one that holds \(holds)")
    default: refusal("unreadable", "cannot be read: \(error)")
    }
  }

  private func notAFile(_ kind: String) -> Diagnostic {
    refusal("notAFile", "\(kind), not a file; send its content in with '- < \(path)'")
  }

  private func refusal(_ code: String, _ message: String) -> Diagnostic {
    Diagnostic(code: code, message: message, file: name)
  }

  private var limitSentence: String {
    "\(maximumBytes) bytes (\(Quantity.bytes(maximumBytes))) are read"
  }
}
