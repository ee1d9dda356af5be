/// An opaque, non-normalised name: a category, an action, a plugin, a key.
///
/// Two identifiers are equal when their UTF-8 bytes are equal. `message` and `Message` differ, and
/// so do the composed and the decomposed spelling of `é`, which `String` calls equal. Order is by
/// bytes as well. Mirrors how the system compares `UNNotificationCategory.identifier`.
public struct Identifier: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as it was given.
  public let rawValue: String

  /// Wraps a name without changing it.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  public var description: String { rawValue }

  public static func == (left: Identifier, right: Identifier) -> Bool {
    left.rawValue.utf8.count == right.rawValue.utf8.count && order(left, right) == 0
  }

  public static func < (left: Identifier, right: Identifier) -> Bool {
    order(left, right) < 0
  }

  public func hash(into hasher: inout Hasher) {
    var copy = rawValue
    copy.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }

  /// -1, 0 or 1 as the left bytes come before, equal or come after the right ones.
  static func order(_ left: Identifier, _ right: Identifier) -> Int {
    let contiguous = unsafe left.rawValue.utf8.withContiguousStorageIfAvailable { left in
      unsafe right.rawValue.utf8.withContiguousStorageIfAvailable { right in
        unsafe order(left, right)
      }
    }
    if let order = contiguous.flatMap({ $0 }) { return order }
    // Only a string that Objective-C handed over has no contiguous bytes.
    if left.rawValue.utf8.elementsEqual(right.rawValue.utf8) { return 0 }
    return left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8) ? -1 : 1
  }

  @inline(__always)
  private static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(left.count, right.count) {
      let (one, other) = unsafe (left[index], right[index])
      if one != other { return one < other ? -1 : 1 }
    }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
  }
}
