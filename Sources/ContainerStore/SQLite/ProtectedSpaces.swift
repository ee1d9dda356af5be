import Notifications

/// What the pending rows of the protected file count as.
enum PendingVerdict: Equatable {
  /// There are none.
  case none
  /// The main file has the token: they are written, and only not folded in yet.
  case written(token: Int64)
  /// It has not: their transaction never came to its end, or has not yet.
  case ignored(token: Int64)

  /// Whether a row with this token (`nil`: a row without pending change) can be read under this
  /// verdict; if not, something was committed in between.
  func covers(_ token: Int64?) -> Bool {
    switch (self, token) {
    case (_, nil): true
    case (.written(let known), let token?), (.ignored(let known), let token?): known == token
    case (.none, _?): false
    }
  }

  var isWritten: Bool {
    if case .written = self { true } else { false }
  }
}

/// The protected file seen together with the main one, which decides what of it is written.
struct ProtectedSpaces {
  let protected: Connection
  let main: Connection

  // MARK: Reading

  func value(_ key: StoredKey) throws(ContainerError) -> Versioned<[UInt8]>? {
    while true {
      let verdict = try verdict()
      let slot = try protected.overlaidSlot(key)
      guard verdict.covers(slot?.token) else { continue }
      guard let slot else { return nil }
      return slot.token != nil && verdict.isWritten ? slot.pending : slot.stored
    }
  }

  func keys(_ query: ReadSet.KeyQuery) throws(ContainerError) -> [Identifier] {
    while true {
      let verdict = try verdict()
      let rows = try protected.overlaidKeys(query)
      guard rows.allSatisfy({ verdict.covers($0.token) }) else { continue }
      var keys: [Identifier] = []
      for row in rows {
        if row.token == nil {
          keys.append(row.key)
        } else if verdict.isWritten {
          // A pending row comes right after the stored one of its key.
          if keys.last == row.key { keys.removeLast() }
          if !row.isRemoval { keys.append(row.key) }
        }
      }
      return keys
    }
  }

  /// The spaces that hold a key, or have held one until a change that is pending.
  func spaces() throws(ContainerError) -> [Space] {
    var spaces: [Space] = []
    for space in try protected.namedSpaces() {
      if try !keys(.init(Identifier(""), in: space)).isEmpty { spaces.append(space) }
    }
    return spaces
  }

  private func verdict() throws(ContainerError) -> PendingVerdict {
    while true {
      guard let token = try protected.pendingToken() else { return .none }
      if try main.isDecided(token) { return .written(token: token) }
      // If the rows are still there, the token was not merely forgotten after they were folded in.
      if try protected.pendingToken() == token { return .ignored(token: token) }
    }
  }

  // MARK: Writing, under the main file's write lock

  /// Makes it final that a transaction whose rows are pending never happened. `true`: it was not
  /// final yet, and the main file must be committed before anything else is done.
  ///
  /// A process that is killed while it commits the main file may have written its pages to the log
  /// without having told the others. To a process that lives, the transaction then never happened;
  /// but if that one is killed as well before it writes to the log, the next to open the file finds
  /// those pages and takes them for a commit. So the pending rows may be dropped only after the log
  /// has been written over: by a note that the token is void, kept as its negative.
  func voidUndecided() throws(ContainerError) -> Bool {
    guard case .ignored(let token) = try verdict(), try !main.isDecided(-token) else {
      return false
    }
    try main.run(.decide, .integer(-token))
    return true
  }

  /// Begins a transaction and brings the last one's rows where they belong; `voidUndecided()` has
  /// nothing left to do by then.
  func begin() throws(ContainerError) {
    let start = SystemClock.bootSeconds()
    while try !protected.begin() {
      guard BusyHandler.pause(since: start) else { throw protected.file.busy }
    }
    switch try verdict() {
    case .none: break
    case .written: try protected.foldPending()
    case .ignored: try protected.dropPending()
    }
  }

  /// Makes the new values durable as pending rows; the main file's commit decides about them.
  func stage(_ changes: [ValueChange], version: Version) throws(ContainerError) {
    let token = Int64.random(in: 1...Int64.max)
    for change in changes {
      let space =
        if let space = change.space { space } else { try protected.namedSpace(change.key.space) }
      try protected.run(
        .addPending, .integer(space), .name(change.key.key), .integer(token),
        change.value.map { .bytes($0) } ?? .null, .integer(version.number), .count(change.growth))
    }
    try protected.commit()
    try main.run(.forgetDecided)
    try main.run(.decide, .integer(token))
  }
}

/// A key's stored value and what a pending row would make of it.
private struct OverlaidSlot {
  var stored: Versioned<[UInt8]>?
  var token: Int64?
  var pending: Versioned<[UInt8]>?
}

extension Connection {
  fileprivate func pendingToken() throws(ContainerError) -> Int64? {
    try first(.pendingToken) { row in row.integer(0) }
  }

  fileprivate func isDecided(_ token: Int64) throws(ContainerError) -> Bool {
    try first(.isDecided, .integer(token)) { _ in true } ?? false
  }

  fileprivate func overlaidSlot(_ key: StoredKey) throws(ContainerError) -> OverlaidSlot? {
    try first(.overlaidSlot, .text(key.space.description), .name(key.key)) { row in
      OverlaidSlot(
        stored: row.isNull(1) ? nil : Versioned(row.bytes(0), Version(row.integer(1))),
        token: row.isNull(2) ? nil : row.integer(2),
        pending: row.isNull(3) ? nil : Versioned(row.bytes(3), Version(row.integer(4))))
    }
  }

  fileprivate func overlaidKeys(
    _ query: ReadSet.KeyQuery
  ) throws(ContainerError) -> [(key: Identifier, token: Int64?, isRemoval: Bool)] {
    try all(
      .overlaidKeys, .text(query.space.description), .name(query.prefix),
      query.prefix.endOfPrefix.map { .bytes($0) } ?? .null
    ) { row in
      (row.name(0), row.isNull(1) ? nil : row.integer(1), row.flag(2))
    }
  }

  fileprivate func namedSpaces() throws(ContainerError) -> [Space] {
    try all(.namedSpaces) { row throws(ContainerError) in
      guard let space = Space(row.text(0)) else {
        throw .damagedRow("a space with an unknown name")
      }
      return space
    }
  }

  /// The number of a space that may have been made for another key of the same transaction.
  func namedSpace(_ space: Space) throws(ContainerError) -> Int64 {
    let number = try first(.spaceNumber, .text(space.description)) { row in row.integer(0) }
    if let number { return number }
    return try makeSpace(space)
  }

  fileprivate func foldPending() throws(ContainerError) {
    try run(.foldRemovals)
    try run(.foldValues)
    try run(.foldSizes)
    try dropPending()
  }

  func dropPending() throws(ContainerError) {
    try run(.dropPending)
  }
}

extension Query {
  fileprivate static let pendingToken = Query("SELECT token FROM pending LIMIT 1")
  fileprivate static let isDecided = Query("SELECT 1 FROM decided WHERE token = ?")
  fileprivate static let forgetDecided = Query("DELETE FROM decided")
  fileprivate static let decide = Query("INSERT INTO decided VALUES (?)")
  fileprivate static let overlaidSlot = Query(
    """
    SELECT stored.value, stored.version, pending.token, pending.value, pending.version FROM spaces
    LEFT JOIN stored ON stored.space = spaces.id AND stored.key = ?2
    LEFT JOIN pending ON pending.space = spaces.id AND pending.key = ?2
    WHERE spaces.name = ?1
    """)
  private static let inRange = """
    space = (SELECT id FROM spaces WHERE name = ?1) AND key >= ?2 AND (?3 IS NULL OR key < ?3)
    """
  fileprivate static let overlaidKeys = Query(
    """
    SELECT key, NULL, 0 FROM stored WHERE \(inRange)
    UNION ALL SELECT key, token, value IS NULL FROM pending WHERE \(inRange) ORDER BY 1, 2
    """)
  fileprivate static let namedSpaces = Query("SELECT name FROM spaces ORDER BY name")
  fileprivate static let spaceNumber = Query("SELECT id FROM spaces WHERE name = ?")
  fileprivate static let addPending = Query("INSERT INTO pending VALUES (?, ?, ?, ?, ?, ?)")
  fileprivate static let foldRemovals = Query(
    """
    DELETE FROM stored
    WHERE (space, key) IN (SELECT space, key FROM pending WHERE value IS NULL)
    """)
  fileprivate static let foldValues = Query(
    """
    INSERT OR REPLACE INTO stored
    SELECT space, key, value, version FROM pending WHERE value IS NOT NULL
    """)
  fileprivate static let foldSizes = Query(
    """
    UPDATE spaces SET bytes = bytes + (SELECT sum(growth) FROM pending WHERE space = spaces.id)
    WHERE id IN (SELECT space FROM pending)
    """)
  fileprivate static let dropPending = Query("DELETE FROM pending")
}
