import CSandbox
import Notifications
import Testing

@testable import LuaSandbox

@Suite struct EncodedValueTests {
  @Test func `integers are in the machine's order, unaligned`() throws {
    var writer = EncodedValueWriter()
    try writer.list(count: 2)
    try writer.write(.value(.integer(0x0102_0304_0506_0708)))
    try writer.write(.value("é"))
    var expected: [UInt8] = []
    unsafe withUnsafeBytes(of: UInt32(2)) { unsafe expected += $0 }
    expected.append(UInt8(CSB_TAG_INTEGER))
    unsafe withUnsafeBytes(of: Int64(0x0102_0304_0506_0708)) { unsafe expected += $0 }
    expected.append(UInt8(CSB_TAG_STRING))
    unsafe withUnsafeBytes(of: UInt32(2)) { unsafe expected += $0 }
    expected += [0xC3, 0xA9]
    #expect(unsafe Array(writer.bytes) == expected)
  }

  @Test func `what was written is read again`() throws {
    let values: [JSONValue] = [
      nil, true, false, -5, 2.5, "text", [], [1, [2, ["a": nil]]], ["b": 1, "a": ["c": "d"]],
    ]
    #expect(try roundTrip(values) == values.map { .value($0) })
  }

  @Test func `null members are left out where asked, at any depth`() throws {
    var writer = EncodedValueWriter()
    writer.reset(limit: .max, leavesOutNullMembers: true)
    try writer.list(count: 1)
    try writer.write(["a": nil, "b": ["c": nil, "d": [nil, ["e": nil]]], "f": 1])
    #expect(try read(writer) == [.value(["b": ["d": [nil, [:]]], "f": 1])])
  }

  @Test func `a value deeper than the writer goes is refused`() {
    var value: JSONValue = 1
    for _ in 0..<EncodedValueWriter.maximumDepth { value = [value] }
    #expect(throws: Never.self) { try encode(value, limit: .max) }
    #expect(throws: EncodedValueWriter.Failure.depth) { try encode([value], limit: .max) }
  }

  @Test func `a value larger than the limit is refused`() {
    let value = JSONValue.string(String(repeating: "x", count: 5000))
    #expect(throws: Never.self) { try encode(value, limit: 6000) }
    #expect(throws: EncodedValueWriter.Failure.size) { try encode(value, limit: 4000) }
  }

  @Test func `every cut of a list is malformed, none reads outside`() throws {
    var writer = EncodedValueWriter()
    try writer.list(count: 3)
    try writer.write(["key": [1, 2.5, "text"]])
    try writer.write(.bytes([1, 2, 3]))
    try writer.write(true)
    let bytes = unsafe Array(writer.bytes)
    for count in 0..<bytes.count {
      let cut = Array(bytes[..<count])
      #expect(throws: EncodedValueReader.Malformed.self, "\(count) bytes") { try read(cut) }
    }
  }

  @Test(
    arguments: [
      ("unknown tag", [1, 0, 0, 0, 200]),
      ("count beyond the end", [255, 255, 255, 255, 0]),
      ("string beyond the end", [1, 0, 0, 0, UInt8(CSB_TAG_STRING), 255, 255, 255, 255]),
      ("unknown reason", [1, 0, 0, 0, UInt8(CSB_TAG_INVALID), 99, 0, 0, 0, 0, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func `malformed bytes are an error`(name: String, bytes: [UInt8]) {
    #expect(throws: EncodedValueReader.Malformed.self) { try read(bytes) }
  }

  @Test(
    arguments: [
      ("v", 0, false), ("b", 0, true), ("vb", 0, false), ("vb", 1, true), ("vb", 2, false),
      ("vb*", 7, true), ("r*", 0, true), ("r*", 9, true), ("", 0, false), ("bv*", 5, false),
    ] as [(String, Int, Bool)])
  func `letters say which strings are bytes`(letters: String, index: Int, isBytes: Bool) {
    #expect(ParameterLetters(letters).isBytes(index) == isBytes)
  }

  private func roundTrip(_ values: [JSONValue]) throws -> [HostArgument] {
    var writer = EncodedValueWriter()
    try writer.list(count: values.count)
    for value in values { try writer.write(value) }
    return try read(writer)
  }

  private func encode(_ value: JSONValue, limit: Int) throws {
    var writer = EncodedValueWriter()
    writer.reset(limit: limit)
    try writer.write(value)
  }

  private func read(_ writer: borrowing EncodedValueWriter) throws -> [HostArgument] {
    try unsafe read(Array(writer.bytes))
  }

  @discardableResult
  private func read(_ bytes: [UInt8]) throws -> [HostArgument] {
    // A block of its own size, so that a sanitizer sees a read outside.
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    defer { unsafe block.deallocate() }
    unsafe block.copyBytes(from: bytes)
    guard let start = block.baseAddress else { return [] }
    var reader = unsafe EncodedValueReader(start, count: bytes.count)
    return try reader.list(.values)
  }
}
