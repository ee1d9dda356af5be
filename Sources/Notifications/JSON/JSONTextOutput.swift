/// Makes compact JSON text of an object that is described member by member.
struct JSONTextOutput: JSONObjectOutput {
  /// An object in work.
  struct Members {
    var isEmpty = true
  }

  /// The text so far.
  private(set) var bytes: [UInt8] = []
  /// Whether something has no JSON form, or lies too deep; the text is then of no use.
  private(set) var hasFailed = false
  private let writer: JSONWriter
  private var depth = 0

  init(writer: JSONWriter) {
    self.writer = writer
    bytes.reserveCapacity(1024)
  }

  mutating func number(_ value: JSONNumber) {
    switch value {
    case .integer(let value): self.value(.integer(value))
    case .float(let value): self.value(.number(value))
    }
  }

  mutating func string(_ text: String) { JSONWriter.write(text, to: &bytes) }

  mutating func value(_ value: JSONValue) {
    do {
      try writer.write(value, depth: depth, to: &bytes)
    } catch {
      hasFailed = true
    }
  }

  mutating func beginObject() -> Members {
    depth += 1
    if depth > writer.maximumDepth { hasFailed = true }
    bytes.append(UInt8(ascii: "{"))
    return Members()
  }

  mutating func addName(_ name: String, to members: inout Members) {
    if !members.isEmpty { bytes.append(UInt8(ascii: ",")) }
    members.isEmpty = false
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  func addMember(_ value: Void, to members: inout Members) {}

  mutating func endSortedObject(_ members: Members) {
    depth -= 1
    bytes.append(UInt8(ascii: "}"))
  }
}
