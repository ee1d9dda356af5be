import Notifications

/// The tables of one file, as the steps that lead to them.
///
/// A file's version is the number of steps it has taken. A step that was released is never changed;
/// a later version adds one.
package struct Schema: Sendable {
  /// Tells a container's file from other databases: "plgM" or "plgP".
  var applicationID: Int64
  /// SQL for each version, from the first.
  var migrations: [[String]]

  package init(applicationID: Int64, migrations: [[String]]) {
    self.applicationID = applicationID
    self.migrations = migrations
  }

  /// The schema of a later version: one step more.
  package func adding(_ migration: [String]) -> Schema {
    Schema(applicationID: applicationID, migrations: migrations + [migration])
  }

  /// Makes the tables, or brings them up to date; refuses a newer file and one of something else.
  func prepare(_ connection: Connection) throws(ContainerError) {
    if try isCurrent(connection) { return }
    let start = SystemClock.bootSeconds()
    while try !connection.begin() {
      guard BusyHandler.pause(since: start) else { throw connection.file.busy }
    }
    do throws(ContainerError) {
      // Another process may have done it meanwhile.
      if try !isCurrent(connection) { try migrate(connection) }
      try connection.commit()
    } catch {
      connection.rollBack()
      throw error
    }
  }

  private func migrate(_ connection: Connection) throws(ContainerError) {
    let version = try connection.pragma("user_version")
    for migration in migrations[version...] {
      for step in migration { try connection.execute(step) }
    }
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(migrations.count)")
  }

  private func isCurrent(_ connection: Connection) throws(ContainerError) -> Bool {
    let version = try connection.pragma("user_version")
    let identifier = try connection.pragma("application_id")
    if version == 0, identifier == 0 {
      let tables = try connection.first(.tables) { row in row.count(0) } ?? 0
      guard tables == 0 else { throw connection.file.foreign("a database of something else") }
      return false
    }
    guard identifier == Int(applicationID), version >= 0 else {
      throw connection.file.foreign("a database of something else")
    }
    guard version <= migrations.count else {
      throw connection.file.newer(version: version, known: migrations.count)
    }
    return version == migrations.count
  }
}

extension Connection {
  fileprivate func pragma(_ name: String) throws(ContainerError) -> Int {
    try first(name == "user_version" ? .version : .identifier) { row in row.count(0) } ?? 0
  }
}

extension Query {
  fileprivate static let tables = Query("SELECT count(*) FROM sqlite_master")
  fileprivate static let version = Query("PRAGMA user_version")
  fileprivate static let identifier = Query("PRAGMA application_id")
}
