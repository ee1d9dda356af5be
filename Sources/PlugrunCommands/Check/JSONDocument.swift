import ActionPlugins

/// A JSON text in which the place of each part can be looked up.
///
/// The reader of the product keeps no places of sound parts, because a response never needs them.
/// This goes through the text again, only where there is something to say about it; it follows
/// commas, colons and brackets of a text that has been read already, lenient forms included.
struct JSONDocument: Sendable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Where a part stands: a member at its name, an item at its first byte; the nearest part around
  /// it where it does not exist.
  func position(of path: JSONPath) -> TextPosition? {
    var scanner = Scanner(bytes: bytes)
    scanner.skipSpace()
    var place = scanner.offset
    for step in path.steps {
      let found =
        switch step {
        case .member(let name): scanner.enter(member: name)
        case .item(let index): scanner.enter(item: index)
        }
      guard let found else { break }
      place = found
    }
    return place < bytes.count ? TextPosition(of: place, in: bytes.span) : nil
  }

  /// The bytes of a value; nil where there is none.
  func range(of path: JSONPath) -> Range<Int>? {
    var scanner = Scanner(bytes: bytes)
    scanner.skipSpace()
    for step in path.steps {
      let found =
        switch step {
        case .member(let name): scanner.enter(member: name)
        case .item(let index): scanner.enter(item: index)
        }
      guard found != nil else { return nil }
    }
    let start = scanner.offset
    scanner.skipOneValue()
    return start < scanner.offset ? start..<scanner.offset : nil
  }

  /// The spaces before the line on which a value begins.
  func indent(at range: Range<Int>) -> Int {
    let start = bytes[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes[start...].prefix { $0 == 0x20 }.count
  }

  /// The index of a text among the items of an array; nil where it is not there.
  func index(of text: Identifier, in path: JSONPath) -> Int? {
    guard var value = try? JSONReader().read(bytes) else { return nil }
    for step in path.steps {
      guard case .member(let name) = step, case .object(let object) = value,
        let inner = object[name]
      else { return nil }
      value = inner
    }
    guard case .array(let items) = value else { return nil }
    return items.firstIndex { item in
      if case .string(let string) = item { Identifier(string) == text } else { false }
    }
  }
}

/// Goes through a JSON text by its brackets, without recursion.
private struct Scanner {
  let bytes: [UInt8]
  var offset = 0

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipSpace() {
    while let byte {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: offset += 1
      case UInt8(ascii: "/"): skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() {
    let isBlock = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "*")
    offset = min(offset + 2, bytes.count)
    while let byte {
      if !isBlock, byte == 0x0A { return }
      offset += 1
      if isBlock, byte == UInt8(ascii: "*"), self.byte == UInt8(ascii: "/") {
        offset += 1
        return
      }
    }
  }

  /// From an object's brace to the value of a member; tells where its name stands.
  mutating func enter(member name: Identifier) -> Int? {
    guard byte == UInt8(ascii: "{") else { return nil }
    offset += 1
    while true {
      skipSpace()
      let start = offset
      guard byte == UInt8(ascii: "\"") else { return nil }
      skipString()
      let isWanted = isString(bytes[start..<offset], name)
      skipSpace()
      guard byte == UInt8(ascii: ":") else { return nil }
      offset += 1
      skipSpace()
      if isWanted { return start }
      skipValue()
      guard byte == UInt8(ascii: ",") else { return nil }
      offset += 1
    }
  }

  /// From an array's bracket to an item.
  mutating func enter(item index: Int) -> Int? {
    guard byte == UInt8(ascii: "[") else { return nil }
    offset += 1
    for _ in 0..<index {
      skipSpace()
      skipValue()
      guard byte == UInt8(ascii: ",") else { return nil }
      offset += 1
    }
    skipSpace()
    return byte == nil || byte == UInt8(ascii: "]") ? nil : offset
  }

  private func isString(_ text: ArraySlice<UInt8>, _ name: Identifier) -> Bool {
    guard let value = try? JSONReader().read(Array(text)), case .string(let string) = value
    else { return false }
    return Identifier(string) == name
  }

  private mutating func skipString() {
    offset += 1
    while let byte, byte != UInt8(ascii: "\"") {
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = min(offset + 1, bytes.count)
  }

  /// To the end of a value itself.
  mutating func skipOneValue() {
    skipValue()
    while offset > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset - 1]) { offset -= 1 }
  }

  /// To the comma or bracket behind a value.
  private mutating func skipValue() {
    var depth = 0
    while true {
      skipSpace()
      guard let byte else { return }
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        offset += 1
      case UInt8(ascii: ",") where depth == 0: return
      default: offset += 1
      }
    }
  }
}
