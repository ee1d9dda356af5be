/// Makes a `JSONValue` of what is read.
struct JSONTree: JSONOutput {
  struct Members {
    var list: [JSONObject.Member] = []
    var name: Identifier = ""
  }

  func null() -> JSONValue { .null }

  func bool(_ value: Bool) -> JSONValue { .bool(value) }

  func number(_ value: JSONNumber) -> JSONValue {
    switch value {
    case .integer(let value): .integer(value)
    case .float(let value): .number(value)
    }
  }

  func string(_ content: Span<UInt8>) -> JSONValue { .string(Self.text(content)) }

  func string(_ text: String) -> JSONValue { .string(text) }

  func value(_ value: JSONValue) -> JSONValue { value }

  func beginArray() -> [JSONValue] { [] }

  func addItem(_ value: JSONValue, to items: inout [JSONValue]) { items.append(value) }

  func endArray(_ items: [JSONValue]) -> JSONValue { .array(items) }

  func beginObject() -> Members { Members() }

  func addName(_ name: Span<UInt8>, to members: inout Members) {
    addName(Self.text(name), to: &members)
  }

  func addName(_ name: String, to members: inout Members) {
    if members.list.isEmpty { members.list.reserveCapacity(4) }
    members.name = Identifier(name)
  }

  func addMember(_ value: JSONValue, to members: inout Members) {
    members.list.append(JSONObject.Member(name: members.name, value: value))
  }

  func endObject(_ members: Members) -> JSONValue? {
    JSONObject(distinct: members.list).map { .object($0) }
  }

  func endSortedObject(_ members: Members) -> JSONValue {
    .object(JSONObject(sorted: members.list))
  }

  func names(of members: Members) -> [Identifier] { members.list.map(\.name) }

  /// The text of bytes that are known to be UTF-8. (`String(validating:)` would check them itself,
  /// but is not specialised for UTF-8: it takes four times as long.)
  private static func text(_ content: Span<UInt8>) -> String {
    unsafe content.withUnsafeBufferPointer { buffer in
      unsafe String(decoding: buffer, as: UTF8.self)
    }
  }
}
