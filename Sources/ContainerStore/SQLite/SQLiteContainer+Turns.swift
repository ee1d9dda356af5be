import Notifications

extension SQLiteContainer {
  package func takeTurn(
    for keys: Set<TurnKey>, claim: Claim, seconds: Double, waitingSeconds: Double
  ) throws(ContainerError) -> Turn? {
    let patience = environment.bootSeconds() + waitingSeconds
    while true {
      let now = environment.bootSeconds()
      let turn: Turn? = try write { main, _ throws(ContainerError) -> Verdict<Turn?> in
        guard try !main.isHeldBack(keys, by: nil, in: environment) else { return .drop(nil) }
        try main.forgetExpiredTurns(now: now, in: environment)
        let turn = Turn(token: UInt64.random(in: 1...UInt64.max))
        let endsAt = now + min(seconds, TurnRules.longestSeconds)
        for key in keys { try main.take(turn, key, until: endsAt, in: environment) }
        return .keep(turn)
      }
      if let turn { return turn }
      guard now < patience else { return nil }
      environment.sleep(TurnRules.pause(random: environment.random()))
    }
  }

  package func end(_ turn: Turn) throws(ContainerError) {
    try change { main throws(ContainerError) in try main.end(turn) }
  }
}

extension Connection {
  /// Whether a turn that is not one's own covers one of the keys.
  func isHeldBack(
    _ keys: Set<TurnKey>, by own: Turn?, in environment: ContainerEnvironment
  ) throws(ContainerError) -> Bool {
    guard try first(.anyTurn, read: { _ in true }) == true else { return false }
    let now = environment.bootSeconds()
    let token = own.map { Int64(bitPattern: $0.token) }
    for key in keys {
      // A turn of another boot is over, and so is one that ends later than any turn can.
      let isHeld = try first(
        .liveTurn, .bytes(key.bytes), .text(environment.bootID), .number(now),
        .number(now + TurnRules.longestSeconds), token.map { .integer($0) } ?? .null
      ) { _ in true }
      if isHeld == true { return true }
    }
    return false
  }

  fileprivate func take(
    _ turn: Turn, _ key: TurnKey, until endsAt: Double, in environment: ContainerEnvironment
  ) throws(ContainerError) {
    try run(
      .takeTurn, .bytes(key.bytes), .integer(Int64(bitPattern: turn.token)),
      .text(environment.bootID), .number(endsAt))
  }

  fileprivate func forgetExpiredTurns(
    now: Double, in environment: ContainerEnvironment
  ) throws(ContainerError) {
    try run(.forgetTurns, .text(environment.bootID), .number(now))
  }

  func end(_ turn: Turn) throws(ContainerError) {
    try run(.endTurn, .integer(Int64(bitPattern: turn.token)))
  }
}

extension TurnKey {
  /// A letter and the names, each with its length before it, so that no two keys have the same.
  fileprivate var bytes: [UInt8] {
    switch self {
    case .value(let key): Self.bytes("v", key.space.description, key.key.rawValue)
    case .keys(let space): Self.bytes("k", space.description)
    case .file(let file): Self.bytes("f", file.plugin.rawValue, file.name.rawValue)
    case .fileNames(let plugin): Self.bytes("n", plugin.rawValue)
    }
  }

  private static func bytes(_ names: String...) -> [UInt8] {
    names.flatMap { Array("\($0.utf8.count) \($0)".utf8) }
  }
}

extension Query {
  fileprivate static let anyTurn = Query("SELECT 1 FROM turns LIMIT 1")
  fileprivate static let liveTurn = Query(
    """
    SELECT 1 FROM turns WHERE key = ?1 AND boot = ?2 AND ends_at > ?3 AND ends_at <= ?4
      AND (?5 IS NULL OR token <> ?5)
    """)
  fileprivate static let takeTurn = Query("INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?)")
  fileprivate static let forgetTurns = Query("DELETE FROM turns WHERE boot <> ? OR ends_at <= ?")
  fileprivate static let endTurn = Query("DELETE FROM turns WHERE token = ?")
}
