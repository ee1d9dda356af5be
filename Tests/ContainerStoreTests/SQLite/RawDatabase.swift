import CSQLite

/// A connection beside the container's, to stand for another program or to look at what is stored.
@safe final class RawDatabase {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK else {
      throw UnexpectedAnswer("\(path) cannot be opened")
    }
  }

  deinit {
    unsafe sqlite3_close(handle)
  }

  func execute(_ text: String) throws {
    guard unsafe sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else {
      throw UnexpectedAnswer(unsafe String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// The integers of the first row.
  func row(_ text: String) throws -> [Int] {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else {
      throw UnexpectedAnswer(unsafe String(cString: sqlite3_errmsg(handle)))
    }
    defer { unsafe sqlite3_finalize(statement) }
    guard unsafe sqlite3_step(statement) == SQLITE_ROW else { return [] }
    return unsafe (0..<sqlite3_column_count(statement)).map { column in
      unsafe Int(sqlite3_column_int64(statement, column))
    }
  }
}
