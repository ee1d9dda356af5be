/// What a Lua file must be before anything reads it as Lua: UTF-8 text in source form.
enum ScriptText {
  private static let escape: UInt8 = 0x1B
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// What is wrong with the bytes of the file, or nil.
  static func problem(of bytes: [UInt8], in file: String) -> BundleProblem? {
    if bytes.first == escape {
      return BundleProblem(
        .precompiled, in: file, "precompiled Lua; put the source there instead")
    }
    if bytes.starts(with: byteOrderMark) {
      return BundleProblem(
        .notText, in: file, "starts with a byte-order mark; save it as UTF-8 without one")
    }
    guard let offset = firstBadByte(in: bytes) else { return nil }
    let (line, column) = position(of: offset, in: bytes)
    let value = String(bytes[offset], radix: 16, uppercase: true)
    let byte = "0x" + (value.utf8.count < 2 ? "0" : "") + value
    let cure =
      bytes[offset] == 0
      ? "in Lua source a zero byte is written \"\\0\"" : "save it as UTF-8"
    return BundleProblem(
      .notText, in: file, line: line, column: column,
      "the byte \(byte) has no place in UTF-8 text; \(cure)")
  }

  private static func firstBadByte(in bytes: [UInt8]) -> Int? {
    let zero = bytes.firstIndex(of: 0)
    let valid = bytes[..<(zero ?? bytes.count)]
    return firstByteOutsideUTF8(in: valid) ?? zero
  }

  /// The offset of the first byte that is not UTF-8, or nil.
  private static func firstByteOutsideUTF8(in bytes: ArraySlice<UInt8>) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var offset = bytes.startIndex
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error, .emptyInput: return offset
      }
    }
  }

  /// The line and the column in code points, both from 1, of a byte whose predecessors are UTF-8.
  private static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes[..<offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
