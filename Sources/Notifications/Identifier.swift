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
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }

  public static func < (left: Identifier, right: Identifier) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var copy = rawValue
    copy.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }
}
