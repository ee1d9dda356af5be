/// Reads JSON text into a `JSONValue`, strictly as RFC 8259 has it unless told to be lenient.
///
/// Names that occur twice in an object are refused, and so are lone surrogates, bytes that are not
/// UTF-8, and integers outside 64 bits. `1` is an integer; `1.0`, `-0` and `1e2` are floats.
public struct JSONReader: Sendable {
  /// The deepest limit that can be set: values this deep can still be compared, written and freed
  /// on a small stack.
  public static let deepest = 128

  /// Whether trailing commas, `//` and `/* */` comments and a leading byte-order mark are accepted.
  public let isLenient: Bool
  /// How many arrays and objects may lie within each other, 1 to `deepest`, default 64.
  public let maximumDepth: Int
  /// How many bytes the text may have; unlimited by default.
  public let maximumBytes: Int
  /// What error messages call the text, such as `the response`.
  public let subject: String
  /// Asked every few tens of kilobytes whether to go on; a text of megabytes takes long.
  package var isStopped: (@Sendable () -> Bool)?

  /// A reader; a depth outside 1 to `deepest` is moved to the nearer end.
  public init(
    lenient: Bool = false, maximumDepth: Int = 64, maximumBytes: Int = .max,
    subject: String = "the text"
  ) {
    isLenient = lenient
    self.maximumDepth = min(max(maximumDepth, 1), Self.deepest)
    self.maximumBytes = maximumBytes
    self.subject = subject
  }

  /// Reads one value that fills the whole text.
  public func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try read(bytes.span)
  }

  /// Reads one value that fills the whole text.
  public func read(_ text: String) throws(JSONError) -> JSONValue {
    try read(Array(text.utf8))
  }

  /// Reads one value that fills the whole text.
  public func read(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    try checkSize(bytes)
    var parser = JSONParser(reader: self, output: JSONTree())
    return try parser.document(bytes)
  }

  func checkSize(_ bytes: Span<UInt8>) throws(JSONError) {
    guard bytes.count <= maximumBytes else {
      throw JSONError(
        .tooLarge, "\(subject) has \(bytes.count) bytes; at most \(maximumBytes) are read",
        at: .path(.root))
    }
  }
}
