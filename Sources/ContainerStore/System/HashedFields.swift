import Notifications

/// The fields whose digest stands for them, each with its length before it, so that neighbouring
/// ones cannot be mistaken.
struct HashedFields {
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(256)
  }

  /// The SHA-256 of all fields.
  var digest: [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  mutating func add(_ field: String) {
    bytes.append(0x01)
    var field = field
    field.withUTF8 { text in
      unsafe withUnsafeBytes(of: UInt64(text.count).bigEndian) {
        unsafe bytes.append(contentsOf: $0)
      }
      unsafe bytes.append(contentsOf: text)
    }
  }

  /// Adds a field that may be absent; an absent one differs from an empty one.
  mutating func add(optional field: String?) {
    if let field { add(field) } else { bytes.append(0x00) }
  }
}
