/// One pass over the bytes of a JSON text.
///
/// Nesting recurses, and so is bounded by `JSONReader.deepest`; that deep, a build without
/// optimisation needs less than 512 KiB of stack.
/// Every access is bounds-checked through `Span`; nothing here trusts the text. What is made of the
/// values is the output's affair: a tree, or the flat form in which scripts get them.
struct JSONParser<Output: JSONOutput & ~Copyable>: ~Copyable {
  var output: Output
  let lenient: Bool
  let maximumDepth: Int
  var index = 0
  private var depth = 0
  /// Where the names of the objects being read start, innermost last; shared by all of them so
  /// that an object costs no allocation of its own.
  private var nameStarts: [Int] = []
  private let isStopped: (@Sendable () -> Bool)?
  /// The place from which on it is to be asked for the next time.
  private var nextLook: Int

  init(reader: JSONReader, output: consuming Output) {
    self.output = output
    lenient = reader.isLenient
    maximumDepth = reader.maximumDepth
    isStopped = reader.isStopped
    nextLook = reader.isStopped == nil ? .max : 0
    nameStarts.reserveCapacity(32)
  }

  mutating func document(_ bytes: Span<UInt8>) throws(JSONError) -> Output.Value {
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

  private mutating func value(_ bytes: Span<UInt8>) throws(JSONError) -> Output.Value {
    guard index < bytes.count else { throw unexpectedEnd("a value", bytes) }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      switch try text(bytes) {
      case .plain(let range): return output.string(bytes.extracting(range))
      case .unescaped(let content): return output.string(content.span)
      }
    case UInt8(ascii: "{"): return try object(bytes)
    case UInt8(ascii: "["): return try array(bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return output.number(try number(bytes))
    case UInt8(ascii: "t") where takeWord("true", bytes): return output.bool(true)
    case UInt8(ascii: "f") where takeWord("false", bytes): return output.bool(false)
    case UInt8(ascii: "n") where takeWord("null", bytes): return output.null()
    default: throw noValue(bytes)
    }
  }

  // Reading an array or an object is cut into steps, so that what recurses has a small frame.

  private mutating func array(_ bytes: Span<UInt8>) throws(JSONError) -> Output.Value {
    let start = index
    var items = output.beginArray()
    var isOpen = try open(UInt8(ascii: "]"), bytes)
    while isOpen {
      output.addItem(try value(bytes), to: &items)
      isOpen = try goesOn(UInt8(ascii: "]"), opened: start, bytes)
    }
    depth -= 1
    return output.endArray(items)
  }

  private mutating func object(_ bytes: Span<UInt8>) throws(JSONError) -> Output.Value {
    let start = index
    let firstName = nameStarts.count
    var members = output.beginObject()
    var isOpen = try open(UInt8(ascii: "}"), bytes)
    while isOpen {
      try name(of: &members, bytes)
      output.addMember(try value(bytes), to: &members)
      isOpen = try goesOn(UInt8(ascii: "}"), opened: start, bytes)
    }
    depth -= 1
    guard let object = output.endObject(members) else {
      throw duplicate(among: output.names(of: members), firstName: firstName, bytes)
    }
    // One by one, which is cheaper for a few than `removeLast(_:)`.
    while nameStarts.count > firstName { nameStarts.removeLast() }
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
    if index >= nextLook { try look(bytes) }
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

  @inline(never)
  private mutating func look(_ bytes: Span<UInt8>) throws(JSONError) {
    nextLook = index + (32 << 10)
    if isStopped?() == true { throw failure(.stopped, "nobody waits for the value", at: 0, bytes) }
  }

  /// Reads a name and its colon.
  private mutating func name(
    of members: inout Output.Members, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    guard index < bytes.count else { throw unexpectedEnd("a name", bytes) }
    guard bytes[index] == UInt8(ascii: "\"") else { throw noName(bytes) }
    nameStarts.append(index)
    switch try text(bytes) {
    case .plain(let range): output.addName(bytes.extracting(range), to: &members)
    case .unescaped(let content): output.addName(content.span, to: &members)
    }
    try skipSpace(bytes)
    guard take(UInt8(ascii: ":"), bytes) else { throw missingColon(bytes) }
    try skipSpace(bytes)
  }

  /// Where the name of that count starts, counted over all objects being read.
  func nameStart(_ position: Int) -> Int {
    position < nameStarts.count ? nameStarts[position] : index
  }

  @inline(__always)
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
      case 0x20, 0x09, 0x0A, 0x0D:
        index += 1
        // Indentation, eight spaces at once.
        while index + 8 <= bytes.count,
          unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            == 0x2020_2020_2020_2020
        { index += 8 }
      case UInt8(ascii: "/"): try skipComment(bytes)
      default: return
      }
    }
  }
}
