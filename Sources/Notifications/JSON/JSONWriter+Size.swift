extension JSONWriter {
  /// How many bytes the value has as compact text, counted without making the text; nil where
  /// `bytes(_:)` refuses it.
  package func byteCount(_ value: JSONValue) -> Int? {
    count(value, depth: 0)
  }

  private func count(_ value: JSONValue, depth: Int) -> Int? {
    switch value {
    case .null: return 4
    case .bool(let value): return value ? 4 : 5
    case .integer(let value): return value.description.utf8.count
    case .number(let value): return value.isFinite ? value.description.utf8.count : nil
    case .string(let text): return Self.count(text)
    case .array(let items):
      guard depth < maximumDepth else { return nil }
      // The brackets, and a comma before each item but the first.
      var sum = 2 + max(0, items.count - 1)
      for item in items {
        guard let size = count(item, depth: depth + 1) else { return nil }
        sum += size
      }
      return sum
    case .object(let object):
      guard depth < maximumDepth else { return nil }
      var sum = 2 + max(0, object.members.count - 1)
      for member in object.members {
        guard let size = count(member.value, depth: depth + 1) else { return nil }
        sum += Self.count(member.name.rawValue) + 1 + size
      }
      return sum
    }
  }

  /// With its quotes and escapes.
  private static func count(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var sum = 2 + bytes.count
      for index in bytes.indices {
        switch unsafe bytes[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: sum += 1
        case 0..<0x20: sum += 5
        default: break
        }
      }
      return sum
    }
  }
}
