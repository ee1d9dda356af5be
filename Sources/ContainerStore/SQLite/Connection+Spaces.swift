import Notifications

/// What a space holds of one key, and how full it is.
struct SpaceSlot {
  /// The space's number; `nil` where it holds nothing yet.
  var space: Int64?
  /// Bytes of all keys and values of the space.
  var bytes = 0
  /// The key's value as JSON; `nil` where it is absent.
  var value: [UInt8]?
}

extension Connection {
  func storedValue(_ key: StoredKey) throws(ContainerError) -> Versioned<[UInt8]>? {
    try first(.value, .text(key.space.description), .name(key.key)) { row in
      Versioned(row.bytes(0), Version(row.integer(1)))
    }
  }

  func storedVersion(_ key: StoredKey) throws(ContainerError) -> Version? {
    try first(.version, .text(key.space.description), .name(key.key)) { row in
      Version(row.integer(0))
    }
  }

  func storedKeys(_ query: ReadSet.KeyQuery) throws(ContainerError) -> [Identifier] {
    let space = Bound.text(query.space.description)
    guard let end = query.prefix.endOfPrefix else {
      return try all(.keysFrom, space, .name(query.prefix)) { row in row.name(0) }
    }
    return try all(.keysBetween, space, .name(query.prefix), .bytes(end)) { row in row.name(0) }
  }

  func slot(_ key: StoredKey) throws(ContainerError) -> SpaceSlot {
    try first(.slot, .text(key.space.description), .name(key.key)) { row in
      SpaceSlot(
        space: row.integer(0), bytes: row.count(1), value: row.isNull(2) ? nil : row.bytes(2))
    } ?? SpaceSlot()
  }

  /// The number of a space, which is made where it is new.
  func makeSpace(_ space: Space) throws(ContainerError) -> Int64 {
    try run(.makeSpace, .text(space.description))
    return lastRow
  }

  func setValue(
    _ value: [UInt8]?, of key: Identifier, in space: Int64, version: Version
  ) throws(ContainerError) {
    guard let value else { return try run(.removeValue, .integer(space), .name(key)) }
    try run(
      .setValue, .integer(space), .name(key), .bytes(value), .integer(version.number))
  }

  func grow(_ space: Int64, by bytes: Int) throws(ContainerError) {
    guard bytes != 0 else { return }
    try run(.growSpace, .integer(space), .count(bytes))
  }

  /// The spaces that hold a key.
  func filledSpaces() throws(ContainerError) -> [Space] {
    try all(.filledSpaces) { row throws(ContainerError) in
      guard let space = Space(row.text(0)) else {
        throw .damagedRow("a space with an unknown name")
      }
      return space
    }
  }

  func storedKeys() throws(ContainerError) -> [StoredKey] {
    var keys: [StoredKey] = []
    for space in try filledSpaces() {
      keys += try storedKeys(.init(Identifier(""), in: space)).map { StoredKey($0, in: space) }
    }
    return keys
  }

  func erase(_ space: Space) throws(ContainerError) {
    try run(.eraseValues, .text(space.description))
    try run(.eraseSpace, .text(space.description))
  }

  func eraseSpaces() throws(ContainerError) {
    try run(.eraseAllValues)
    try run(.eraseAllSpaces)
  }
}

extension JSONValue {
  /// Reads what a container has stored.
  init(stored bytes: [UInt8]) throws(ContainerError) {
    do {
      self = try JSONReader(maximumDepth: JSONReader.deepest).read(bytes)
    } catch {
      throw .damagedRow("a value that is not JSON")
    }
  }
}

extension Identifier {
  /// The least bytes that come after everything with this prefix; `nil` where nothing does.
  var endOfPrefix: [UInt8]? {
    var bytes = Array(rawValue.utf8)
    while let last = bytes.popLast() {
      guard last == 0xFF else { return bytes + [last + 1] }
    }
    return nil
  }
}

extension Query {
  private static let inSpace = "space = (SELECT id FROM spaces WHERE name = ?1)"

  fileprivate static let value = Query(
    "SELECT value, version FROM stored WHERE \(inSpace) AND key = ?2")
  fileprivate static let version = Query("SELECT version FROM stored WHERE \(inSpace) AND key = ?2")
  fileprivate static let keysFrom = Query(
    "SELECT key FROM stored WHERE \(inSpace) AND key >= ?2 ORDER BY key")
  fileprivate static let keysBetween = Query(
    "SELECT key FROM stored WHERE \(inSpace) AND key >= ?2 AND key < ?3 ORDER BY key")
  fileprivate static let slot = Query(
    """
    SELECT spaces.id, spaces.bytes, stored.value FROM spaces
    LEFT JOIN stored ON stored.space = spaces.id AND stored.key = ?2 WHERE spaces.name = ?1
    """)
  fileprivate static let makeSpace = Query("INSERT INTO spaces(name, bytes) VALUES (?, 0)")
  fileprivate static let setValue = Query(
    """
    INSERT INTO stored VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value, version = excluded.version
    """)
  fileprivate static let removeValue = Query("DELETE FROM stored WHERE space = ? AND key = ?")
  fileprivate static let growSpace = Query("UPDATE spaces SET bytes = bytes + ?2 WHERE id = ?1")
  fileprivate static let filledSpaces = Query(
    """
    SELECT name FROM spaces WHERE EXISTS (SELECT 1 FROM stored WHERE space = spaces.id)
    ORDER BY name
    """)
  fileprivate static let eraseValues = Query("DELETE FROM stored WHERE \(inSpace)")
  fileprivate static let eraseSpace = Query("DELETE FROM spaces WHERE name = ?")
  fileprivate static let eraseAllValues = Query("DELETE FROM stored")
  fileprivate static let eraseAllSpaces = Query("DELETE FROM spaces")
}
