import CSQLite
import Notifications

/// One row of an answer; it does not leave the closure that is given it.
@safe struct Row: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) {
    unsafe self.statement = statement
  }

  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(statement, column)
  }

  func count(_ column: Int32) -> Int {
    Int(clamping: integer(column))
  }

  func flag(_ column: Int32) -> Bool {
    integer(column) != 0
  }

  func number(_ column: Int32) -> Double {
    unsafe sqlite3_column_double(statement, column)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = unsafe sqlite3_column_blob(statement, column)
    let count = unsafe sqlite3_column_bytes(statement, column)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
  }

  func text(_ column: Int32) -> String {
    String(decoding: bytes(column), as: UTF8.self)
  }

  func name(_ column: Int32) -> Identifier {
    Identifier(text(column))
  }

  func optionalName(_ column: Int32) -> Identifier? {
    isNull(column) ? nil : name(column)
  }

  func time(_ column: Int32) throws(ContainerError) -> Timestamp {
    do {
      return try Timestamp(milliseconds: integer(column))
    } catch {
      throw .damagedRow("a date outside the years 0001 to 9999")
    }
  }

  func deliveryKey(_ column: Int32) throws(ContainerError) -> DeliveryKey {
    guard let key = DeliveryKey(bytes: bytes(column)) else {
      throw .damagedRow("a delivery key that does not have 32 bytes")
    }
    return key
  }
}

extension ContainerError {
  /// A file whose structure is sound and whose content is not what a container writes.
  static func damagedRow(_ what: String) -> ContainerError {
    ContainerError(
      .corrupt,
      "the container holds \(what); it was changed by something else: restore it from a backup, or "
        + "move its files away to start with an empty one")
  }
}
