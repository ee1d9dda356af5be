/// One pass over the bytes of a JSON text.
///
/// Nesting recurses, and so is bounded by `JSONReader.deepest`; that deep, a build without
/// optimisation needs less than 512 KiB of stack.
/// Every access is bounds-checked through `Span`; nothing here trusts the text.
struct JSONParser {
  let lenient: Bool
  let maximumDepth: Int
  var index = 0
  private var depth = 0
  /// Where the names of the objects being read start, innermost last; shared by all of them so
  /// that an object costs no allocation of its own.
  private var nameStarts: [Int] = []

  init(reader: JSONReader) {
    lenient = reader.isLenient
    maximumDepth = reader.maximumDepth
  }

  mutating func document(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    try skipMark(bytes)
    try skipSpace(bytes)
    guard index < bytes.count else {
      throw failure(.empty, "the text is empty; a JSON value was expected", bytes)
    }
    let result = try value(bytes)
    try skipSpace(bytes)
    guard index == bytes.count else {
      throw failure(
        .trailingText, "\(found(bytes)) after the end of the value; remove it", bytes)
    }
    return result
  }

  private mutating func value(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    guard index < bytes.count else { throw unexpectedEnd("a value", bytes) }
    switch bytes[index] {
    case UInt8(ascii: "\""): return .string(try string(bytes))
    case UInt8(ascii: "{"): return .object(try object(bytes))
    case UInt8(ascii: "["): return .array(try array(bytes))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(bytes)
    case UInt8(ascii: "t") where takeWord("true", bytes): return .bool(true)
    case UInt8(ascii: "f") where takeWord("false", bytes): return .bool(false)
    case UInt8(ascii: "n") where takeWord("null", bytes): return .null
    default: throw noValue(bytes)
    }
  }

  // Reading an array or an object is cut into steps, so that what recurses has a small frame.

  private mutating func array(_ bytes: Span<UInt8>) throws(JSONError) -> [JSONValue] {
    let start = index
    var items: [JSONValue] = []
    var isOpen = try open(UInt8(ascii: "]"), bytes)
    while isOpen {
      items.append(try value(bytes))
      isOpen = try goesOn(UInt8(ascii: "]"), opened: start, bytes)
    }
    depth -= 1
    return items
  }

  private mutating func object(_ bytes: Span<UInt8>) throws(JSONError) -> JSONObject {
    let start = index
    let firstName = nameStarts.count
    var members: [JSONObject.Member] = []
    var isOpen = try open(UInt8(ascii: "}"), bytes)
    if isOpen { members.reserveCapacity(4) }
    while isOpen {
      let name = try name(bytes)
      members.append(JSONObject.Member(name: name, value: try value(bytes)))
      isOpen = try goesOn(UInt8(ascii: "}"), opened: start, bytes)
    }
    depth -= 1
    guard let object = JSONObject(distinct: members) else {
      throw duplicate(among: members, firstName: firstName, bytes)
    }
    nameStarts.removeLast(nameStarts.count - firstName)
    return object
  }

  /// Moves past the opening bracket at `index`, and past the closing one if it follows; returns
  /// whether something lies between them.
  private mutating func open(_ close: UInt8, _ bytes: Span<UInt8>) throws(JSONError) -> Bool {
    guard depth < maximumDepth else {
      throw failure(
        .tooDeep, "arrays and objects are nested deeper than \(maximumDepth) levels; flatten them",
        bytes)
    }
    depth += 1
    index += 1
    try skipSpace(bytes)
    return !take(close, bytes)
  }

  /// Moves past the comma or the closing bracket after an item; returns whether another follows.
  private mutating func goesOn(
    _ close: UInt8, opened start: Int, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Bool {
    try skipSpace(bytes)
    if take(close, bytes) { return false }
    let comma = index
    guard take(UInt8(ascii: ","), bytes) else {
      throw missingSeparator(close, opened: start, bytes)
    }
    try skipSpace(bytes)
    guard take(close, bytes) else { return true }
    try allowTrailingComma(at: comma, bytes)
    return false
  }

  /// Reads a name and its colon.
  private mutating func name(_ bytes: Span<UInt8>) throws(JSONError) -> Identifier {
    guard index < bytes.count else { throw unexpectedEnd("a name", bytes) }
    guard bytes[index] == UInt8(ascii: "\"") else { throw noName(bytes) }
    nameStarts.append(index)
    let name = Identifier(try string(bytes))
    try skipSpace(bytes)
    guard take(UInt8(ascii: ":"), bytes) else { throw missingColon(bytes) }
    try skipSpace(bytes)
    return name
  }

  /// Where the name of that count starts, counted over all objects being read.
  func nameStart(_ position: Int) -> Int {
    position < nameStarts.count ? nameStarts[position] : index
  }

  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func takeWord(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - index >= length else { return false }
    let isSame = word.withUTF8Buffer { buffer in
      for offset in 0..<length where unsafe buffer[offset] != bytes[index + offset] {
        return false
      }
      return true
    }
    guard isSame else { return false }
    index += length
    return true
  }

  @inline(__always)
  private mutating func skipSpace(_ bytes: Span<UInt8>) throws(JSONError) {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/"): try skipComment(bytes)
      default: return
      }
    }
  }
}
