import CSQLite
import Notifications

/// One open file of a container: the only owner of its SQLite handle and prepared statements.
///
/// `@unchecked Sendable`: a connection is created, used and closed only inside the one lock of its
/// `SQLiteContainer`, which never hands it out; SQLite itself binds no handle to a thread.
@safe final class Connection: @unchecked Sendable {
  let file: DatabaseFile
  private let handle: OpaquePointer
  /// Prepared statements by query number.
  private var statements: [OpaquePointer?] = unsafe []
  private var durability: Durability?

  init(_ file: DatabaseFile, handle: OpaquePointer) {
    self.file = file
    unsafe self.handle = handle
  }

  deinit {
    for index in unsafe statements.indices { unsafe sqlite3_finalize(statements[index]) }
    // Every statement is finalized, so this cannot be refused; it may take the log into the file.
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs a query that gives no rows, or whose rows do not matter.
  func run(_ query: Query, _ values: Bound...) throws(ContainerError) {
    let statement = try unsafe prepared(query)
    defer { unsafe reset(statement) }
    try unsafe bind(values, to: statement)
    while try unsafe step(statement) {}
  }

  /// The first row of the answer, or `nil`.
  func first<Value>(
    _ query: Query, _ values: Bound..., read: (borrowing Row) throws(ContainerError) -> Value
  ) throws(ContainerError) -> Value? {
    let statement = try unsafe prepared(query)
    defer { unsafe reset(statement) }
    try unsafe bind(values, to: statement)
    guard try unsafe step(statement) else { return nil }
    return try unsafe read(Row(statement))
  }

  /// Every row of the answer.
  func all<Value>(
    _ query: Query, _ values: Bound..., read: (borrowing Row) throws(ContainerError) -> Value
  ) throws(ContainerError) -> [Value] {
    let statement = try unsafe prepared(query)
    defer { unsafe reset(statement) }
    try unsafe bind(values, to: statement)
    var rows: [Value] = []
    while try unsafe step(statement) { rows.append(try unsafe read(Row(statement))) }
    return rows
  }

  /// Runs SQL once, without keeping it prepared.
  func execute(_ text: String) throws(ContainerError) {
    let result = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result) }
  }

  /// Rows changed by the last statement that changed any.
  var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// The row number of the last insertion.
  var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Says what the next transactions are to survive.
  func setDurability(_ durability: Durability) throws(ContainerError) {
    guard self.durability != durability else { return }
    try execute("PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
    self.durability = durability
  }

  /// Takes the write lock; `false` while somebody else has it.
  func begin() throws(ContainerError) -> Bool {
    let statement = try unsafe prepared(.begin)
    defer { unsafe reset(statement) }
    // A wait here would keep other threads of this process from reading: the caller waits outside.
    unsafe sqlite3_busy_handler(handle, nil, nil)
    defer { unsafe _ = BusyHandler.install(on: handle) }
    SystemError.clear()
    let result = unsafe sqlite3_step(statement)
    switch result & 0xFF {
    case SQLITE_DONE: return true
    case SQLITE_BUSY: return false
    default: throw failure(result)
    }
  }

  func commit() throws(ContainerError) {
    try run(.commit)
  }

  /// Undoes the transaction, if there is one: some errors have undone it already.
  func rollBack() {
    guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
    // The error that led here is the one to report; a connection that cannot undo is closed by its
    // container, which undoes as well.
    do { try run(.rollBack) } catch { isBroken = true }
  }

  /// Takes the log into the file and cuts it to nothing, if nobody else is using it right now.
  ///
  /// Erased text is overwritten in the file, but what the log held before stays in it until then.
  /// Best done often and never needed: a log that stays is taken in by the next one who can.
  func emptyLog() {
    unsafe sqlite3_busy_handler(handle, nil, nil)
    unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    unsafe _ = BusyHandler.install(on: handle)
  }

  /// The connection could not undo a transaction and must be closed.
  private(set) var isBroken = false

  /// Prepared statements that have looked through a table, with the rows they passed.
  var scans: [String: Int] {
    var scans: [String: Int] = [:]
    for index in unsafe statements.indices {
      guard let statement = unsafe statements[index] else { continue }
      let rows = unsafe sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0)
      let text = unsafe sqlite3_sql(statement).map { unsafe String(cString: $0) }
      if rows > 0, let text { scans[text] = Int(rows) }
    }
    return scans
  }

  // MARK: Statements

  private func prepared(_ query: Query) throws(ContainerError) -> OpaquePointer {
    if unsafe query.number < statements.count, let statement = unsafe statements[query.number] {
      return unsafe statement
    }
    var statement: OpaquePointer?
    let result = unsafe sqlite3_prepare_v3(
      handle, query.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard result == SQLITE_OK, let statement = unsafe statement else {
      throw failure(result)
    }
    while unsafe statements.count <= query.number { unsafe statements.append(nil) }
    unsafe statements[query.number] = unsafe statement
    return unsafe statement
  }

  private func bind(_ values: [Bound], to statement: OpaquePointer) throws(ContainerError) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let result =
        switch value {
        case .null: unsafe sqlite3_bind_null(statement, place)
        case .integer(let integer): unsafe sqlite3_bind_int64(statement, place, integer)
        case .number(let number): unsafe sqlite3_bind_double(statement, place, number)
        case .bytes(let bytes):
          unsafe bytes.withUnsafeBytes { bytes in
            unsafe plugrun_sqlite_bind_bytes(
              statement, place, bytes.baseAddress, UInt64(bytes.count))
          }
        }
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }

  private func step(_ statement: OpaquePointer) throws(ContainerError) -> Bool {
    SystemError.clear()
    let result = unsafe sqlite3_step(statement)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(result)
    }
  }

  /// A statement that is not reset holds a lock.
  private func reset(_ statement: OpaquePointer) {
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }

  private func failure(_ result: Int32) -> ContainerError {
    unsafe file.error(result, of: handle)
  }
}

extension Query {
  fileprivate static let begin = Query("BEGIN IMMEDIATE")
  fileprivate static let commit = Query("COMMIT")
  fileprivate static let rollBack = Query("ROLLBACK")
}
