package import Notifications

extension SQLiteContainer {
  package func erase(plugin: Identifier) throws(ContainerError) {
    let space = Space.protected(plugin: plugin)
    let erased = try eraseProtected { spaces throws(ContainerError) in
      let keys = try spaces.protected.storedKeys(.init(Identifier(""), in: space))
      try spaces.protected.erase(space)
      return keys.map { StoredKey($0, in: space) }
    } main: { main throws(ContainerError) in
      let own = Space.own(plugin: plugin)
      let keys = try main.storedKeys(.init(Identifier(""), in: own))
      try main.erase(own)
      try main.eraseFiles(of: plugin)
      try main.eraseOutbox(of: plugin)
      try main.run(.eraseSteps, .name(plugin))
      try main.run(.eraseInbox, .name(plugin))
      return keys.map { StoredKey($0, in: own) }
    }
    notify(erased)
  }

  package func eraseAll() throws(ContainerError) {
    let erased = try eraseProtected { spaces throws(ContainerError) in
      let keys = try spaces.protected.storedKeys()
      try spaces.protected.eraseSpaces()
      return keys
    } main: { main throws(ContainerError) in
      let keys = try main.storedKeys()
      try main.eraseSpaces()
      try main.eraseFiles()
      for query in [Query.eraseAllSteps, .eraseAllTurns, .eraseAllEntries, .eraseAllInbox] {
        try main.run(query)
      }
      return keys
    }
    notify(erased)
  }

  /// Erases from the protected file first, so that a locked device stops it before anything is gone.
  /// Whoever is killed in between has not been told that it was done, and asks again.
  private func eraseProtected(
    _ body: (ProtectedSpaces) throws(ContainerError) -> [StoredKey],
    main erase: (Connection) throws(ContainerError) -> [StoredKey]
  ) throws(ContainerError) -> [StoredKey] {
    while true {
      let erased: [StoredKey]? = try write(both: true) {
        main, connections throws(ContainerError) in
        let spaces = ProtectedSpaces(protected: try protected(&connections), main: main)
        if try spaces.voidUndecided() { return .keep(nil) }
        return .keep(try eraseOnce(spaces, body, main: erase))
      }
      if let erased { return erased }
    }
  }

  private func eraseOnce(
    _ spaces: ProtectedSpaces, _ body: (ProtectedSpaces) throws(ContainerError) -> [StoredKey],
    main erase: (Connection) throws(ContainerError) -> [StoredKey]
  ) throws(ContainerError) -> [StoredKey] {
    do throws(ContainerError) {
      try spaces.begin()
      let keys = try body(spaces)
      try spaces.protected.commit()
      return keys + (try erase(spaces.main))
    } catch {
      spaces.protected.rollBack()
      throw error
    }
  }
}

extension Query {
  fileprivate static let eraseSteps = Query(
    "DELETE FROM steps WHERE delivery IN (SELECT id FROM inbox WHERE plugin = ?)")
  fileprivate static let eraseInbox = Query("DELETE FROM inbox WHERE plugin = ?")
  fileprivate static let eraseAllSteps = Query("DELETE FROM steps")
  fileprivate static let eraseAllTurns = Query("DELETE FROM turns")
  fileprivate static let eraseAllEntries = Query("DELETE FROM outbox")
  fileprivate static let eraseAllInbox = Query("DELETE FROM inbox")
}
