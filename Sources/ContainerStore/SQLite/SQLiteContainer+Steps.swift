import Notifications

extension SQLiteContainer {
  package func steps(of claim: Claim) throws(ContainerError) -> [RecordedStep] {
    try read { main throws(ContainerError) in
      try main.all(.steps, .bytes(claim.key.bytes)) { row throws(ContainerError) in
        RecordedStep(
          ordinal: row.count(0), name: row.name(1), key: row.optionalName(2),
          arguments: row.bytes(3), answer: row.bytes(4))
      }
    }
  }

  package func record(_ step: RecordedStep, claim: Claim) throws(ContainerError) -> Bool {
    try change { main throws(ContainerError) in
      guard let record = try main.held(claim) else { return false }
      try main.run(
        .recordStep, .integer(record.id), .count(step.ordinal), .name(step.name), .name(step.key),
        .bytes(step.arguments), .bytes(step.answer))
      return true
    }
  }

  package func dropSteps(from ordinal: Int, claim: Claim) throws(ContainerError) -> Bool {
    try change { main throws(ContainerError) in
      guard let record = try main.held(claim) else { return false }
      try main.run(.dropSteps, .integer(record.id), .count(ordinal))
      return true
    }
  }
}

extension Query {
  fileprivate static let steps = Query(
    """
    SELECT ordinal, name, key, arguments, answer FROM steps
    WHERE delivery = (SELECT id FROM inbox WHERE key = ?) ORDER BY ordinal
    """)
  fileprivate static let recordStep = Query(
    "INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?)")
  fileprivate static let dropSteps = Query("DELETE FROM steps WHERE delivery = ? AND ordinal >= ?")
}
