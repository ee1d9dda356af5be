import CSandbox
import Notifications

/// Reads values in the form in which they leave a world; one pass over memory of the world, valid
/// as long as that is.
///
/// Every length is checked against the end, so that a wrong one is an error and not a read outside.
@safe struct EncodedValueReader: ~Copyable {
  /// The bytes are not of the form; a fault of this product, never of a script.
  struct Malformed: Error {}

  private static let maximumDepth = 256

  private var next: UnsafeRawPointer
  private var left: Int

  init(_ start: UnsafeRawPointer, count: Int) {
    unsafe next = start
    left = count
  }

  /// A list of values; `letters` says which strings are bytes.
  mutating func list(_ letters: ParameterLetters) throws(Malformed) -> [HostArgument] {
    let count = try length()
    // A value takes a byte or more.
    guard count <= left else { throw Malformed() }
    var values: [HostArgument] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try argument(asBytes: letters.isBytes(index))) }
    return values
  }

  /// One value, without the members that scripts do not see.
  mutating func value() throws(Malformed) -> JSONValue { try value(tag: byte(), depth: 0) }

  private mutating func argument(asBytes: Bool) throws(Malformed) -> HostArgument {
    let tag = try byte()
    switch Int(tag) {
    case CSB_TAG_NIL: return .none
    case CSB_TAG_FUNCTION: return .function
    case CSB_TAG_INVALID: return .invalid(try invalid())
    case CSB_TAG_STRING where asBytes:
      let count = try length()
      return unsafe .bytes([UInt8](try take(count)))
    case CSB_TAG_STRING:
      return .value(.string(try text()))
    default: return .value(try value(tag: tag, depth: 0))
    }
  }

  private mutating func value(tag: UInt8, depth: Int) throws(Malformed) -> JSONValue {
    guard depth <= Self.maximumDepth else { throw Malformed() }
    switch Int(tag) {
    case CSB_TAG_NULL: return .null
    case CSB_TAG_FALSE: return .bool(false)
    case CSB_TAG_TRUE: return .bool(true)
    case CSB_TAG_INTEGER: return .integer(try load(Int64.self))
    case CSB_TAG_NUMBER: return .number(Double(bitPattern: try load(UInt64.self)))
    case CSB_TAG_STRING: return .string(try text())
    case CSB_TAG_ARRAY:
      let count = try length()
      guard count <= left else { throw Malformed() }
      var items: [JSONValue] = []
      items.reserveCapacity(count)
      for _ in 0..<count { items.append(try value(tag: try byte(), depth: depth + 1)) }
      return .array(items)
    case CSB_TAG_OBJECT:
      let count = try length()
      guard count <= left else { throw Malformed() }
      var members: [JSONObject.Member] = []
      members.reserveCapacity(count)
      for _ in 0..<count {
        let name = Identifier(try text())
        let tag = try byte()
        // Absent to scripts; only in what comes from the host.
        if Int(tag) == CSB_TAG_NIL { continue }
        members.append(
          JSONObject.Member(name: name, value: try value(tag: tag, depth: depth + 1)))
      }
      // A Lua table has each key once.
      guard let object = JSONObject(distinct: members) else { throw Malformed() }
      return .object(object)
    default: throw Malformed()
    }
  }

  private mutating func invalid() throws(Malformed) -> InvalidValue {
    let reason: InvalidValue.Reason
    switch UInt32(try byte()) {
    case CSB_INVALID_TYPE.rawValue: reason = .type
    case CSB_INVALID_NAN.rawValue: reason = .nan
    case CSB_INVALID_INFINITY.rawValue: reason = .infinity
    case CSB_INVALID_UTF8.rawValue: reason = .utf8
    case CSB_INVALID_KEY.rawValue: reason = .key
    case CSB_INVALID_MIXED.rawValue: reason = .mixed
    case CSB_INVALID_SPARSE.rawValue: reason = .sparse
    case CSB_INVALID_CYCLE.rawValue: reason = .cycle
    case CSB_INVALID_DEPTH.rawValue: reason = .depth
    case CSB_INVALID_SIZE.rawValue: reason = .size
    default: throw Malformed()
    }
    // A path names keys of the script, which may be any bytes: what is not UTF-8 is repaired.
    let path = try text()
    let detail = try text()
    return InvalidValue(reason: reason, path: path, detail: detail)
  }

  /// C hands out as text only what it has found to be UTF-8, so that nothing is repaired here.
  private mutating func text() throws(Malformed) -> String {
    let count = try length()
    return unsafe String(decoding: try take(count), as: UTF8.self)
  }

  private mutating func byte() throws(Malformed) -> UInt8 { try load(UInt8.self) }

  private mutating func length() throws(Malformed) -> Int { Int(try load(UInt32.self)) }

  @inline(__always)
  private mutating func load<Value: BitwiseCopyable>(
    _ type: Value.Type
  ) throws(Malformed) -> Value {
    guard left >= MemoryLayout<Value>.size else { throw Malformed() }
    let value = unsafe next.loadUnaligned(as: type)
    unsafe next += MemoryLayout<Value>.size
    left -= MemoryLayout<Value>.size
    return value
  }

  private mutating func take(_ count: Int) throws(Malformed) -> UnsafeBufferPointer<UInt8> {
    guard count <= left else { throw Malformed() }
    let bytes = unsafe UnsafeBufferPointer(
      start: next.assumingMemoryBound(to: UInt8.self), count: count)
    unsafe next += count
    left -= count
    return unsafe bytes
  }
}
