import CSQLite
import Notifications

extension Connection {
  /// How much a commit survives.
  enum Durability {
    /// A killed process.
    case process
    /// Power loss as well.
    case power
  }

  /// Opens a file, makes or migrates its tables, and sets how it works.
  static func open(
    _ file: DatabaseFile, schema: Schema, durability: Durability, creating: Bool
  ) throws(ContainerError) -> Connection {
    if !creating, !file.exists { throw file.obstacle ?? file.missing }
    var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    if creating { flags |= SQLITE_OPEN_CREATE }
    flags |= file.protectionFlag
    var handle: OpaquePointer?
    let result = unsafe sqlite3_open_v2(file.path, &handle, flags, nil)
    guard let handle = unsafe handle else { throw unsafe file.error(result, of: nil) }
    guard result == SQLITE_OK else {
      let error = unsafe file.error(result, of: handle)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    let connection = unsafe Connection(file, handle: handle)
    try unsafe configure(handle, file)
    try connection.setDurability(durability)
    try schema.prepare(connection)
    return connection
  }

  private static func configure(
    _ handle: OpaquePointer, _ file: DatabaseFile
  ) throws(ContainerError) {
    guard unsafe BusyHandler.install(on: handle) == SQLITE_OK,
      unsafe plugrun_sqlite_be_defensive(handle) == SQLITE_OK
    else { throw unsafe file.error(sqlite3_errcode(handle), of: handle) }
    // Before anything is written: pages that are freed are overwritten, so that erased text is gone.
    let settings = [
      "PRAGMA trusted_schema = OFF", "PRAGMA secure_delete = ON", "PRAGMA temp_store = MEMORY",
    ]
    for setting in settings {
      let result = unsafe sqlite3_exec(handle, setting, nil, nil, nil)
      guard result == SQLITE_OK else { throw unsafe file.error(result, of: handle) }
    }
    try unsafe turnLogOn(handle, file)
  }

  /// Switches to the write-ahead log. SQLite does not wait for others here, so we do.
  private static func turnLogOn(
    _ handle: OpaquePointer, _ file: DatabaseFile
  ) throws(ContainerError) {
    let start = SystemClock.bootSeconds()
    while true {
      let result = unsafe sqlite3_exec(handle, "PRAGMA journal_mode = WAL", nil, nil, nil)
      if result == SQLITE_OK { return }
      guard result & 0xFF == SQLITE_BUSY, BusyHandler.pause(since: start) else {
        throw unsafe file.error(result, of: handle)
      }
    }
  }
}

extension DatabaseFile {
  /// The data protection class that the system gives a new file.
  fileprivate var protectionFlag: Int32 {
    #if os(iOS) || os(watchOS) || os(visionOS)
      isProtected
        ? SQLITE_OPEN_FILEPROTECTION_COMPLETE
        : SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION
    #else
      0
    #endif
  }
}
