/// One object of a recorded outcome: its members by name and type, or an error with the way there.
struct RecordedObject {
  let members: JSONObject
  private let path: String

  /// The record itself.
  init(_ value: JSONValue) throws(RecordedOutcomeError) {
    try self.init(value, path: "")
  }

  private init(_ value: JSONValue, path: String) throws(RecordedOutcomeError) {
    guard case .object(let members) = value else {
      throw RecordedOutcomeError(path: path, expected: "an object")
    }
    self.members = members
    self.path = path
  }

  func value(_ name: String) throws(RecordedOutcomeError) -> JSONValue {
    guard let value = members[name] else { throw failure(name, "present") }
    return value
  }

  /// `nil` where `null` stands.
  func optionalValue(_ name: String) throws(RecordedOutcomeError) -> JSONValue? {
    let value = try value(name)
    return value == .null ? nil : value
  }

  func bool(_ name: String) throws(RecordedOutcomeError) -> Bool {
    guard case .bool(let value) = try value(name) else { throw failure(name, "true or false") }
    return value
  }

  func integer(_ name: String) throws(RecordedOutcomeError) -> Int {
    guard case .integer(let value) = try value(name), let value = Int(exactly: value) else {
      throw failure(name, "an integer")
    }
    return value
  }

  func optionalInteger(_ name: String) throws(RecordedOutcomeError) -> Int? {
    try value(name) == .null ? nil : try integer(name)
  }

  /// A float; an integer is taken as one.
  func number(_ name: String) throws(RecordedOutcomeError) -> Double {
    switch try value(name) {
    case .number(let value): return value
    case .integer(let value): return Double(value)
    default: throw failure(name, "a number")
    }
  }

  func string(_ name: String) throws(RecordedOutcomeError) -> String {
    guard case .string(let value) = try value(name) else { throw failure(name, "a string") }
    return value
  }

  func optionalString(_ name: String) throws(RecordedOutcomeError) -> String? {
    try value(name) == .null ? nil : try string(name)
  }

  func optionalIdentifier(_ name: String) throws(RecordedOutcomeError) -> Identifier? {
    try optionalString(name).map { Identifier($0) }
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(RecordedOutcomeError) -> Choice {
    let text = Identifier(try string(name))
    guard let choice = Choice.allCases.first(where: { Identifier($0.rawValue) == text }) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure(name, "one of \(names)")
    }
    return choice
  }

  func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(RecordedOutcomeError) -> Choice? {
    try value(name) == .null ? nil : try choice(name)
  }

  func object(_ name: String) throws(RecordedOutcomeError) -> RecordedObject {
    try RecordedObject(try value(name), path: way(to: name))
  }

  func optionalObject(_ name: String) throws(RecordedOutcomeError) -> RecordedObject? {
    try value(name) == .null ? nil : try object(name)
  }

  func objects(_ name: String) throws(RecordedOutcomeError) -> [RecordedObject] {
    guard case .array(let items) = try value(name) else { throw failure(name, "an array") }
    var objects: [RecordedObject] = []
    for (index, item) in items.enumerated() {
      objects.append(try RecordedObject(item, path: "\(way(to: name))[\(index)]"))
    }
    return objects
  }

  func identifiers(_ name: String) throws(RecordedOutcomeError) -> [Identifier] {
    guard case .array(let items) = try value(name) else { throw failure(name, "an array") }
    var identifiers: [Identifier] = []
    for item in items {
      guard case .string(let text) = item else { throw failure(name, "an array of strings") }
      identifiers.append(Identifier(text))
    }
    return identifiers
  }

  private func way(to name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  private func failure(_ name: String, _ expected: String) -> RecordedOutcomeError {
    RecordedOutcomeError(path: way(to: name), expected: expected)
  }
}
