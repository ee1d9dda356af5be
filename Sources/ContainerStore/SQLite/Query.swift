import Notifications
import Synchronization

/// One SQL statement of the container, written once and prepared once a connection.
///
/// SQL is never put together from values: everything that varies is bound.
struct Query: Sendable {
  /// Its place among the prepared statements of a connection.
  let number: Int
  let text: String

  private static let count = Atomic<Int>(0)

  init(_ text: String) {
    number = Self.count.add(1, ordering: .relaxed).oldValue
    self.text = text
  }
}

/// A value for one `?` of a query.
enum Bound {
  case null
  case integer(Int64)
  case number(Double)
  /// Bytes, compared byte by byte: names and content are kept so, never as SQL text.
  case bytes([UInt8])

  static func name(_ identifier: Identifier) -> Bound {
    .bytes(Array(identifier.rawValue.utf8))
  }

  static func name(_ identifier: Identifier?) -> Bound {
    identifier.map { .name($0) } ?? .null
  }

  static func text(_ text: String?) -> Bound {
    text.map { .bytes(Array($0.utf8)) } ?? .null
  }

  static func flag(_ flag: Bool) -> Bound {
    .integer(flag ? 1 : 0)
  }

  static func count(_ count: Int) -> Bound {
    .integer(Int64(count))
  }

  static func time(_ time: Timestamp) -> Bound {
    .integer(time.milliseconds)
  }
}
