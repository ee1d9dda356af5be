import CSandbox
import Notifications

/// Writes values in the form in which they cross into a world; one pass, one reusable block.
@safe struct EncodedValueWriter: ~Copyable {
  /// Why a value of the host cannot be handed to a script.
  enum Failure: Error {
    case depth
    case size
  }

  /// Nesting beyond which a value of the host is refused; the stack of a script thread bounds it.
  static let maximumDepth = 128

  /// Most bytes that one list may take. A list larger than a world's memory cannot arrive in it.
  var limit = Int.max
  /// Whether null members of objects are left out.
  var leavesOutNullMembers = false
  private(set) var count = 0
  private var capacity: Int
  private var base: UnsafeMutableRawPointer

  init() {
    capacity = 1024
    unsafe base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { unsafe base.deallocate() }

  /// What was written since ``reset()``. Valid until the next change.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

  /// Forgets what was written, and gives back a block that grew beyond the ordinary.
  mutating func reset(limit: Int, leavesOutNullMembers: Bool = false) {
    count = 0
    self.limit = min(limit, Int(UInt32.max))
    self.leavesOutNullMembers = leavesOutNullMembers
    guard capacity > 256 << 10 else { return }
    unsafe base.deallocate()
    capacity = 1024
    unsafe base = .allocate(byteCount: capacity, alignment: 16)
  }

  /// Begins a list of this many values.
  mutating func list(count: Int) throws(Failure) {
    try reserve(4)
    store(UInt32(truncatingIfNeeded: count))
  }

  mutating func write(_ value: HostValue) throws(Failure) {
    switch value {
    case .none: try tag(CSB_TAG_NIL)
    case .value(let value): try write(value)
    case .flat(let value):
      try reserve(value.bytes.count)
      unsafe value.bytes.withUnsafeBytes { unsafe append($0) }
    case .bytes(let bytes):
      try reserve(5 + bytes.count)
      store(UInt8(CSB_TAG_STRING))
      store(UInt32(truncatingIfNeeded: bytes.count))
      unsafe bytes.withUnsafeBytes { unsafe append($0) }
    case .argument(let index):
      try reserve(5)
      store(UInt8(CSB_TAG_ARGUMENT))
      store(UInt32(clamping: index))
    }
  }

  mutating func write(_ value: JSONValue, depth: Int = 0) throws(Failure) {
    switch value {
    case .null: try tag(CSB_TAG_NULL)
    case .bool(let value): try tag(value ? CSB_TAG_TRUE : CSB_TAG_FALSE)
    case .integer(let value):
      try reserve(9)
      store(UInt8(CSB_TAG_INTEGER))
      store(value)
    case .number(let value):
      try reserve(9)
      store(UInt8(CSB_TAG_NUMBER))
      store(value.bitPattern)
    case .string(let text):
      try tag(CSB_TAG_STRING)
      try write(text)
    case .array(let items):
      guard depth < Self.maximumDepth else { throw .depth }
      try tag(CSB_TAG_ARRAY)
      try list(count: items.count)
      for item in items { try write(item, depth: depth + 1) }
    case .object(let object):
      guard depth < Self.maximumDepth else { throw .depth }
      try tag(CSB_TAG_OBJECT)
      let place = count
      try list(count: object.members.count)
      var leftOut = 0
      for member in object.members {
        if leavesOutNullMembers, case .null = member.value {
          leftOut += 1
          continue
        }
        try write(member.name.rawValue)
        try write(member.value, depth: depth + 1)
      }
      guard leftOut > 0 else { return }
      let written = UInt32(truncatingIfNeeded: object.members.count - leftOut)
      unsafe base.storeBytes(of: written, toByteOffset: place, as: UInt32.self)
    }
  }

  /// A length and the text's bytes.
  mutating func write(_ text: String) throws(Failure) {
    var text = text
    let length = text.utf8.count
    try reserve(4 + length)
    store(UInt32(truncatingIfNeeded: length))
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  private mutating func tag(_ tag: Int) throws(Failure) {
    try reserve(1)
    store(UInt8(truncatingIfNeeded: tag))
  }

  @inline(__always)
  private mutating func store<Value: BitwiseCopyable>(_ value: Value) {
    unsafe base.storeBytes(of: value, toByteOffset: count, as: Value.self)
    count += MemoryLayout<Value>.size
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    unsafe (base + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) throws(Failure) {
    if count + more > capacity { try grow(more) }
  }

  private mutating func grow(_ more: Int) throws(Failure) {
    guard more <= limit, count + more <= limit else { throw .size }
    let larger = max(capacity * 2, count + more)
    let block = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    unsafe block.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = block
    capacity = larger
  }
}
