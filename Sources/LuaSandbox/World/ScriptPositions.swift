import CSandbox

/// Turns positions as Lua writes them into files and lines of the bundle.
struct ScriptPositions: Sendable {
  /// Lua's LUA_IDSIZE, the end of the text included.
  private static let shortenedBytes = 60

  private struct Name {
    let shortened: [UInt8]
    let file: String
  }

  /// Longest first, so that of two names that begin alike the right one is found.
  private let names: [Name]

  init(files: [String]) {
    names = files.flatMap { file in
      Self.shorten(file).map { Name(shortened: $0, file: file) }
    }
    .sorted { $0.shortened.count > $1.shortened.count }
  }

  /// A file's name as it stands in Lua's messages: as it is, or, where it is too long, its end
  /// after three dots (of a chunk named `@file`) or its beginning (of one named `=file`).
  static func shorten(_ file: String) -> [[UInt8]] {
    let bytes = Array(file.utf8)
    guard bytes.count >= shortenedBytes else { return [bytes] }
    return [
      Array("...".utf8) + bytes.suffix(shortenedBytes - 4),
      Array(bytes.prefix(shortenedBytes - 1)),
    ]
  }

  /// The file that Lua calls `shortened`; where several are called so, the first.
  func file(_ shortened: some Collection<UInt8>) -> String? {
    names.first { $0.shortened.elementsEqual(shortened) }?.file
  }

  /// Splits `file:line: text`, where the file is one of the bundle's.
  func split(_ message: [UInt8]) -> (file: String, line: Int, text: ArraySlice<UInt8>)? {
    for name in names where message.starts(with: name.shortened) {
      var rest = message.dropFirst(name.shortened.count)
      guard rest.popFirst() == UInt8(ascii: ":") else { continue }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let line = Int(String(decoding: digits, as: UTF8.self)) else { continue }
      rest = rest.dropFirst(digits.count)
      guard rest.popFirst() == UInt8(ascii: ":") else { continue }
      if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
      return (name.file, line, rest)
    }
    return nil
  }

  /// What a world tells about where it failed or stood.
  func error(of world: OpaquePointer) -> ScriptError {
    let raw = unsafe csb_error_of(world)
    let message = unsafe Array(
      UnsafeRawBufferPointer(start: raw.message, count: raw.message_length))
    var frames: [ScriptError.Frame] = []
    for index in 0..<(unsafe Int(raw.frame_count)) {
      let frame = unsafe raw.frames[index]
      let shortened = unsafe String(cString: frame.file)
      let function = unsafe String(cString: frame.function)
      frames.append(
        ScriptError.Frame(
          file: file(shortened.utf8) ?? shortened,
          line: unsafe frame.line > 0 ? Int(frame.line) : nil,
          function: function.utf8.isEmpty ? nil : function))
    }
    if let (file, line, text) = split(message) {
      return ScriptError(
        message: String(decoding: text, as: UTF8.self), file: file, line: line, frames: frames)
    }
    return ScriptError(
      message: String(decoding: message, as: UTF8.self), file: frames.first?.file,
      line: frames.first?.line, frames: frames)
  }
}
