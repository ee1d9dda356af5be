// Names the header of SQLite, and the two of its calls that Swift cannot make by itself.
#include <sqlite3.h>

// Binds a copy of the bytes as a BLOB. The destructor SQLITE_TRANSIENT is a cast of -1 to a function
// pointer, which Swift does not import. Returns SQLite's result code.
static inline int plugrun_sqlite_bind_bytes(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Refuses SQL that could damage the file's structure, whatever a damaged schema asks for, and runs
// nothing that a prepared file brings along: a container has neither triggers nor views.
// sqlite3_db_config takes variable arguments, which Swift does not call. Returns SQLite's result code.
static inline int plugrun_sqlite_be_defensive(sqlite3 *connection) {
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (result == SQLITE_OK) {
    result = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  }
  if (result == SQLITE_OK) {
    result = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  }
  return result;
}
