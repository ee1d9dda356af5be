/// The arguments of a call as they left the script's world, to be read when they are wanted.
struct EncodedArguments: Sendable {
  private let bytes: [UInt8]
  private let letters: ParameterLetters

  /// Copies a list; `letters` says which strings are bytes.
  init(_ list: UnsafeRawBufferPointer, _ letters: ParameterLetters) {
    bytes = unsafe Array(list)
    self.letters = letters
  }

  /// The values. Bytes that are not of the form, a fault of this product, read as one value that no
  /// function takes.
  var values: [HostArgument] {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return [] }
      var reader = unsafe EncodedValueReader(start, count: bytes.count)
      do {
        return try reader.list(letters)
      } catch {
        return [.invalid(InvalidValue(reason: .type, path: "", detail: "unreadable value"))]
      }
    }
  }
}
