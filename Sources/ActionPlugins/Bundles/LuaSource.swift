/// What a Lua file must be before anything reads it as Lua: UTF-8 text in source form.
enum LuaSource {
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
    let place = TextPosition(of: offset, in: bytes.span)
    if bytes[offset] == 0 {
      return BundleProblem(
        .notText, in: file, line: place.line, column: place.column,
        "a zero byte, which text does not have; in a Lua string it is written \"\\0\"")
    }
    let value = String(bytes[offset], radix: 16, uppercase: true)
    return BundleProblem(
      .notText, in: file, line: place.line, column: place.column,
      "the byte 0x\(value) is not UTF-8; save the file as UTF-8")
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
}
