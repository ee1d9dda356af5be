/// A JSON value as one run of bytes, as scripts get it: no tree, and nothing to free but the run.
///
/// A value is a tag byte and its payload. Integers and lengths are in the machine's byte order,
/// unaligned, so the form never leaves the process.
package struct FlatJSON: Sendable, Equatable {
  /// The first byte of a value, and what follows it. The sandbox has the same tags.
  package enum Tag {
    /// A member that scripts do not see; only as a member's value.
    package static let absent: UInt8 = 0
    package static let null: UInt8 = 1
    package static let `false`: UInt8 = 2
    package static let `true`: UInt8 = 3
    /// 8 bytes.
    package static let integer: UInt8 = 4
    /// 8 bytes.
    package static let number: UInt8 = 5
    /// A 4-byte length and UTF-8.
    package static let string: UInt8 = 6
    /// A 4-byte count and so many values.
    package static let array: UInt8 = 7
    /// A 4-byte count, and for each member a 4-byte length, UTF-8, and a value.
    package static let object: UInt8 = 8
  }

  /// One value.
  package let bytes: [UInt8]
}

extension JSONReader {
  /// Reads one value that fills the whole text, without making a tree of it.
  ///
  /// - Parameter leavingOutNullMembers: Whether members of objects that are null are absent to
  ///   scripts; nulls inside arrays stay.
  package func readFlat(
    _ bytes: Span<UInt8>, leavingOutNullMembers: Bool = false
  ) throws(JSONError) -> FlatJSON {
    try checkSize(bytes)
    // Lengths take four bytes.
    guard bytes.count <= Int(UInt32.max) else {
      throw JSONError(
        .tooLarge, "\(subject) has \(bytes.count) bytes; at most \(UInt32.max) are read",
        at: .path(.root))
    }
    var parser = JSONParser(
      reader: self,
      output: FlatJSONOutput(
        leavesOutNullMembers: leavingOutNullMembers, expectedBytes: bytes.count))
    try parser.document(bytes)
    return parser.output.finish()
  }
}
