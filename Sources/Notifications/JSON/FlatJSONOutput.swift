/// Makes the flat form of what is read.
@safe struct FlatJSONOutput: JSONOutput, ~Copyable {
  /// An array in work: where its count belongs, and the count.
  struct Items {
    let place: Int
    var count: UInt32 = 0
  }

  /// An object in work.
  struct Members {
    let place: Int
    var count: UInt32 = 0
    /// Its first name's index in `names`.
    let firstName: Int
    /// Where the value of the member in work begins.
    var value = 0
  }

  /// Objects with more members have their names compared by hash.
  private static let fewMembers = 24

  private let leavesOutNullMembers: Bool
  /// Where the names of the objects in work are, innermost last.
  private var names: [Int] = []
  private var count = 0
  private var capacity: Int
  private var base: UnsafeMutableRawPointer

  /// - Parameter expectedBytes: How many bytes may come; more are no error.
  init(leavesOutNullMembers: Bool, expectedBytes: Int) {
    self.leavesOutNullMembers = leavesOutNullMembers
    capacity = expectedBytes + expectedBytes / 2 + 64
    names.reserveCapacity(32)
    unsafe base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { unsafe base.deallocate() }

  /// What was written.
  func finish() -> FlatJSON {
    FlatJSON(bytes: unsafe Array(UnsafeRawBufferPointer(start: base, count: count)))
  }

  mutating func null() { tag(FlatJSON.Tag.null) }

  mutating func bool(_ value: Bool) { tag(value ? FlatJSON.Tag.true : FlatJSON.Tag.false) }

  mutating func number(_ value: JSONNumber) {
    reserve(9)
    switch value {
    case .integer(let value):
      store(FlatJSON.Tag.integer)
      store(value)
    case .float(let value):
      store(FlatJSON.Tag.number)
      store(value.bitPattern)
    }
  }

  mutating func string(_ content: Span<UInt8>) {
    tag(FlatJSON.Tag.string)
    text(content)
  }

  mutating func string(_ text: String) {
    tag(FlatJSON.Tag.string)
    self.text(text)
  }

  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): number(.integer(value))
    case .number(let value): number(.float(value))
    case .string(let text): string(text)
    case .array(let values):
      var items = beginArray()
      for value in values { addItem(self.value(value), to: &items) }
      endArray(items)
    case .object(let object):
      var members = beginObject()
      for member in object.members { add(member.name.rawValue, member.value, to: &members) }
      endSortedObject(members)
    }
  }

  mutating func beginArray() -> Items {
    Items(place: begin(FlatJSON.Tag.array))
  }

  mutating func addItem(_ value: Void, to items: inout Items) { items.count += 1 }

  mutating func endArray(_ items: Items) { end(items.place, items.count) }

  mutating func beginObject() -> Members {
    Members(place: begin(FlatJSON.Tag.object), firstName: names.count)
  }

  mutating func addName(_ name: Span<UInt8>, to members: inout Members) {
    names.append(count)
    text(name)
    members.value = count
  }

  mutating func addName(_ name: String, to members: inout Members) {
    names.append(count)
    text(name)
    members.value = count
  }

  mutating func addMember(_ value: Void, to members: inout Members) {
    members.count += 1
    guard leavesOutNullMembers else { return }
    if unsafe base.load(fromByteOffset: members.value, as: UInt8.self) == FlatJSON.Tag.null {
      unsafe base.storeBytes(
        of: FlatJSON.Tag.absent, toByteOffset: members.value, as: UInt8.self)
    }
  }

  mutating func endObject(_ members: Members) -> Void? {
    guard namesDiffer(from: members.firstName) else { return nil }
    return endSortedObject(members)
  }

  mutating func endSortedObject(_ members: Members) {
    while names.count > members.firstName { names.removeLast() }
    end(members.place, members.count)
  }

  func names(of members: Members) -> [Identifier] {
    names[members.firstName...].map { place in
      Identifier(unsafe String(decoding: text(at: place), as: UTF8.self))
    }
  }

  // MARK: - Names

  private func namesDiffer(from first: Int) -> Bool {
    guard names.count - first <= Self.fewMembers else {
      var seen: Set<Identifier> = []
      return names[first...].allSatisfy { place in
        seen.insert(Identifier(unsafe String(decoding: text(at: place), as: UTF8.self))).inserted
      }
    }
    for index in names.indices[first...] {
      let name = unsafe text(at: names[index])
      for earlier in first..<index {
        let other = unsafe text(at: names[earlier])
        if name.count == other.count, unsafe name.elementsEqual(other) { return false }
      }
    }
    return true
  }

  /// The text whose length is at `place`; valid until the next change.
  @inline(__always)
  private func text(at place: Int) -> UnsafeRawBufferPointer {
    let length = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return unsafe UnsafeRawBufferPointer(start: base + place + 4, count: Int(length))
  }

  // MARK: - Bytes

  private mutating func tag(_ tag: UInt8) {
    reserve(1)
    store(tag)
  }

  private mutating func begin(_ tag: UInt8) -> Int {
    reserve(5)
    store(tag)
    store(UInt32(0))
    return count - 4
  }

  private mutating func end(_ place: Int, _ items: UInt32) {
    unsafe base.storeBytes(of: items, toByteOffset: place, as: UInt32.self)
  }

  private mutating func text(_ content: Span<UInt8>) {
    reserve(4 + content.count)
    store(UInt32(truncatingIfNeeded: content.count))
    guard !content.isEmpty else { return }
    unsafe content.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: base + count, count: bytes.count)
        .copyMemory(from: bytes)
    }
    count += content.count
  }

  private mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      reserve(4 + bytes.count)
      store(UInt32(truncatingIfNeeded: bytes.count))
      unsafe UnsafeMutableRawBufferPointer(start: base + count, count: bytes.count)
        .copyMemory(from: UnsafeRawBufferPointer(bytes))
      count += bytes.count
    }
  }

  @inline(__always)
  private mutating func store<Stored: BitwiseCopyable>(_ value: Stored) {
    unsafe base.storeBytes(of: value, toByteOffset: count, as: Stored.self)
    count += MemoryLayout<Stored>.size
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let block = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    unsafe block.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = block
    capacity = larger
  }
}
