/// Writes a `JSONValue` as JSON text: names in byte order, floats in their shortest form that reads
/// back as the same float, always with a point or an exponent.
public struct JSONWriter: Sendable {
  /// How the text is laid out.
  public enum Layout: Sendable {
    /// On one line, without spaces.
    case compact
    /// A member or item a line, indented by two spaces a level.
    case pretty
  }

  /// How the text is laid out.
  public let layout: Layout
  /// How many arrays and objects may lie within each other, 1 to `JSONReader.deepest`.
  public let maximumDepth: Int

  /// A writer; a depth outside 1 to `JSONReader.deepest` is moved to the nearer end.
  public init(layout: Layout = .compact, maximumDepth: Int = JSONReader.deepest) {
    self.layout = layout
    self.maximumDepth = min(max(maximumDepth, 1), JSONReader.deepest)
  }

  /// The value as UTF-8 text; refuses NaN and infinities and what is nested too deep, with the path
  /// to it.
  public func bytes(_ value: JSONValue) throws(JSONError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(256)
    try write(value, depth: 0, to: &output)
    return output
  }

  /// The value as text; refuses what `bytes(_:)` refuses.
  public func text(_ value: JSONValue) throws(JSONError) -> String {
    String(decoding: try bytes(value), as: UTF8.self)
  }

  func write(
    _ value: JSONValue, depth: Int, to output: inout [UInt8]
  ) throws(JSONError) {
    switch value {
    case .null: Self.append("null", to: &output)
    case .bool(let value): Self.append(value ? "true" : "false", to: &output)
    case .integer(let value): Self.append(value.description, to: &output)
    case .number(let value):
      guard value.isFinite else {
        throw JSONError(
          .notFinite, "NaN and infinities have no JSON form; give a finite number or null",
          at: JSONPath.root)
      }
      // Swift prints the shortest digits that read back as the same double, in this form already.
      Self.append(value.description, to: &output)
    case .string(let value): Self.write(value, to: &output)
    case .array(let items): try write(items, depth: depth + 1, to: &output)
    case .object(let object): try write(object, depth: depth + 1, to: &output)
    }
  }

  private func write(
    _ items: [JSONValue], depth: Int, to output: inout [UInt8]
  ) throws(JSONError) {
    try checkDepth(depth)
    output.append(UInt8(ascii: "["))
    for index in items.indices {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      startLine(depth, &output)
      do {
        try write(items[index], depth: depth, to: &output)
      } catch {
        throw error.within(.item(index))
      }
    }
    if !items.isEmpty { startLine(depth - 1, &output) }
    output.append(UInt8(ascii: "]"))
  }

  private func write(
    _ object: JSONObject, depth: Int, to output: inout [UInt8]
  ) throws(JSONError) {
    try checkDepth(depth)
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in object.members {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      startLine(depth, &output)
      Self.write(member.name.rawValue, to: &output)
      output.append(UInt8(ascii: ":"))
      if layout == .pretty { output.append(UInt8(ascii: " ")) }
      do {
        try write(member.value, depth: depth, to: &output)
      } catch {
        throw error.within(.member(member.name))
      }
    }
    if !isFirst { startLine(depth - 1, &output) }
    output.append(UInt8(ascii: "}"))
  }

  private func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth <= maximumDepth else {
      throw JSONError(
        .tooDeep, "arrays and objects are nested deeper than \(maximumDepth) levels; flatten them",
        at: JSONPath.root)
    }
  }

  private func startLine(_ depth: Int, _ output: inout [UInt8]) {
    guard layout == .pretty else { return }
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<(2 * depth) { output.append(UInt8(ascii: " ")) }
  }

  /// Takes the text's bytes in one copy; through `utf8` they would be taken one by one.
  private static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { unsafe output.append(contentsOf: $0) }
  }

  static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var plainStart = 0
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          continue
        }
        if plainStart < index {
          unsafe output.append(
            contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart..<index]))
        }
        writeEscaped(byte, to: &output)
        plainStart = index + 1
      }
      unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart...]))
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(UInt8(ascii: "\\"))
    case 0x08: return output.append(contentsOf: "\\b".utf8)
    case 0x09: return output.append(contentsOf: "\\t".utf8)
    case 0x0A: return output.append(contentsOf: "\\n".utf8)
    case 0x0C: return output.append(contentsOf: "\\f".utf8)
    case 0x0D: return output.append(contentsOf: "\\r".utf8)
    case 0..<0x20:
      // Byte by byte: a script can hand over megabytes of these, and nothing ends it meanwhile.
      output.append(UInt8(ascii: "\\"))
      output.append(UInt8(ascii: "u"))
      output.append(UInt8(ascii: "0"))
      output.append(UInt8(ascii: "0"))
      output.append(UInt8(ascii: "0") + (byte >> 4))
      let low = byte & 0xF
      output.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") - 10 + low)
      return
    default: break
    }
    output.append(byte)
  }
}
