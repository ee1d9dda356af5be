import Notifications

extension SHA256 {
  /// Adds a field with its length before it, so that neighbouring fields cannot be mistaken.
  mutating func update(field: some Collection<UInt8>) {
    let count = UInt64(field.count)
    var bytes: [UInt8] = [0x01]
    bytes.reserveCapacity(9 + field.count)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: count >> UInt64(shift)))
    }
    bytes.append(contentsOf: field)
    update(bytes)
  }

  /// Adds a field that may be absent; an absent one differs from an empty one.
  mutating func update(optionalField field: (some Collection<UInt8>)?) {
    guard let field else { return update([0x00]) }
    update(field: field)
  }
}
