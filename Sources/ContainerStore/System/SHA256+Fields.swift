import Notifications

extension SHA256 {
  /// Adds a field with its length before it, so that neighbouring fields cannot be mistaken.
  mutating func update(field: some Collection<UInt8>) {
    update(CollectionOfOne<UInt8>(0x01))
    for shift in stride(from: 56, through: 0, by: -8) {
      update(CollectionOfOne(UInt8(truncatingIfNeeded: UInt64(field.count) >> UInt64(shift))))
    }
    update(field)
  }

  /// Adds a field that may be absent; an absent one differs from an empty one.
  mutating func update(optionalField field: (some Collection<UInt8>)?) {
    guard let field else { return update(CollectionOfOne<UInt8>(0x00)) }
    update(field: field)
  }
}
