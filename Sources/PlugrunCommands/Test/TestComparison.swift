import ActionPlugins

/// Compares what a case expects with what came.
struct TestComparison {
  private let expectation: JSONObject
  private let ending: TestEnding
  private let actual: JSONValue
  private(set) var differences: [TestDifference] = []

  /// The parts that differ, in the order of the bytes of their names.
  static func differences(
    _ expectation: TestExpectation, _ ending: TestEnding
  ) -> [TestDifference] {
    var comparison = TestComparison(
      expectation: expectation.object, ending: ending, actual: ending.outcome.json)
    comparison.compare()
    return comparison.differences
  }

  /// The limits of which more than a share was used; not those of which the case says itself how
  /// much may be.
  static func nearLimits(
    _ ending: TestEnding, _ expectation: TestExpectation, percent: Int
  ) -> [TestDifference] {
    let (budget, memory) = (ending.outcome.budget, ending.outcome.memory)
    let shares = [
      ("budget", budget.used, budget.limit), ("memory", Double(memory.peak), Double(memory.limit)),
    ]
    return shares.compactMap { name, used, limit in
      guard expectation.object[name] == nil, limit > 0, used / limit * 100 > Double(percent)
      else { return nil }
      return TestDifference(
        path: JSONPath.root.member(name), expected: .string("at most \(percent) %"),
        actual: .string(Quantity.percent(used / limit)), remark: "near its limit")
    }
  }

  private init(expectation: JSONObject, ending: TestEnding, actual: JSONValue) {
    self.expectation = expectation
    self.ending = ending
    self.actual = actual
  }

  private mutating func compare() {
    for member in expectation {
      let path = JSONPath.root.member(member.name.rawValue)
      switch member.name {
      case "storage": compareStorage(member.value, at: path)
      case "files": compareContent(member.value, ending.files, isPartial: false, at: path)
      case "error": compareError(member.value, at: path)
      case "undelivered": compareUndelivered(member.value, at: path)
      case "budget":
        let budget = ending.outcome.budget
        compareShare(member.value, budget.used, of: budget.limit, at: path)
      case "memory":
        let memory = ending.outcome.memory
        compareShare(member.value, Double(memory.peak), of: Double(memory.limit), at: path)
      default: compareMember(member.name, member.value, at: path)
      }
    }
  }

  private mutating func compareMember(
    _ name: Identifier, _ expected: JSONValue, at path: JSONPath
  ) {
    let actual = actual[name] ?? .null
    if let list = TestExpectation.lists.first(where: { Identifier($0.name) == name }),
      case .array(let wanted) = expected, case .array(let items) = actual
    {
      compare(wanted, items, shown: list.shown, at: path)
    } else {
      compareValue(expected, actual, at: path)
    }
  }

  private mutating func compareValue(
    _ expected: JSONValue, _ actual: JSONValue, at path: JSONPath
  ) {
    guard expected != actual else { return }
    differences.append(
      TestDifference(
        path: path, expected: expected, actual: actual, update: .init(path: path, value: actual)))
  }

  // MARK: Lists

  private mutating func compare(
    _ expected: [JSONValue], _ actual: [JSONValue], shown: [String], at path: JSONPath
  ) {
    guard expected.count == actual.count else {
      let items = actual.enumerated().map { index, item in
        Self.part(
          of: item, named: index < expected.count ? Self.names(of: expected[index]) : shown)
      }
      differences.append(
        TestDifference(
          path: path, expected: .array(expected), actual: .array(items),
          remark: "\(expected.count) expected, \(actual.count) came",
          update: .init(path: path, value: .array(items))))
      return
    }
    for (index, (wanted, item)) in zip(expected, actual).enumerated() {
      guard case .object(let wanted) = wanted else { continue }
      for member in wanted {
        compareElement(member, of: item, at: path.item(index).member(member.name.rawValue))
      }
    }
  }

  private mutating func compareElement(
    _ member: JSONObject.Member, of item: JSONValue, at path: JSONPath
  ) {
    guard member.name == "contains", case .string(let part) = member.value else {
      let actual = item[member.name] ?? .null
      // Seconds are written with or without a point.
      if member.name == "after", case .integer(let seconds) = member.value {
        return compareValue(.number(Double(seconds)), actual, at: path)
      }
      return compareValue(member.value, actual, at: path)
    }
    let message = item["message"] ?? .null
    if case .string(let text) = message, text.containsBytes(of: part) { return }
    differences.append(
      TestDifference(
        path: path, expected: member.value, actual: message, remark: "not in the message",
        update: .init(path: path, value: message)))
  }

  private static func names(of value: JSONValue) -> [String] {
    guard case .object(let object) = value else { return [] }
    return object.members.map(\.name.rawValue)
  }

  /// The named members of an element; `contains` shows the message.
  private static func part(of item: JSONValue, named names: [String]) -> JSONValue {
    .object(
      JSONObject(
        names.map { name in
          (name, item[Identifier(name == "contains" ? "message" : name)] ?? .null)
        }))
  }

  // MARK: What is stored

  private mutating func compareStorage(_ expected: JSONValue, at path: JSONPath) {
    let isPartial = expected["partial"] == .bool(true)
    if let own = expected["own"], !own.isNull {
      compareContent(own, ending.own, isPartial: isPartial, at: path.member("own"))
    }
    if let protected = expected["protected"], !protected.isNull {
      compareContent(
        protected, ending.protected, isPartial: isPartial, at: path.member("protected"))
    }
    guard case .object(let shared)? = expected["shared"] else { return }
    for space in shared {
      compareContent(
        space.value, ending.shared[space.name] ?? JSONObject(), isPartial: isPartial,
        at: path.member("shared").member(space.name.rawValue))
    }
  }

  /// Compares key by key; a null expects that there is no such key, or a stored null.
  private mutating func compareContent(
    _ expected: JSONValue, _ actual: JSONObject, isPartial: Bool, at path: JSONPath
  ) {
    guard case .object(let expected) = expected else { return }
    var names = expected.members.map(\.name)
    // A space is written anew as a whole, because a key may have to come or go.
    var content = actual
    if isPartial {
      content = JSONObject(names.map { ($0.rawValue, actual[$0] ?? .null) })
    } else {
      names = Set(names + actual.members.map(\.name)).sorted()
    }
    let update = TestDifference.Update(path: path, value: .object(content))
    for name in names {
      let (wanted, stored) = (expected[name], actual[name])
      guard wanted != stored, !(wanted == .null && stored == nil) else { continue }
      differences.append(
        TestDifference(
          path: path.member(name.rawValue), expected: wanted, actual: stored, update: update))
    }
  }

  // MARK: Replies that were refused

  /// Compares what `undelivered` did, reply by reply.
  private mutating func compareUndelivered(_ expected: JSONValue, at path: JSONPath) {
    guard case .array(let items) = expected else { return }
    let outcomes = ending.outcome.undelivered.map(\.outcome)
    guard items.count == outcomes.count else {
      let shown = outcomes.map { Self.part(of: $0, named: ["outcome"]) }
      differences.append(
        TestDifference(
          path: path, expected: expected, actual: .array(shown),
          remark: "\(items.count) expected, \(outcomes.count) came",
          update: .init(path: path, value: .array(shown))))
      return
    }
    for (index, (item, outcome)) in zip(items, outcomes).enumerated() {
      guard case .object(let object) = item else { continue }
      var inner = TestComparison(expectation: object, ending: ending, actual: outcome)
      inner.compare()
      differences += inner.differences.map { $0.preceded(by: path.item(index)) }
    }
  }

  // MARK: Errors and limits

  private mutating func compareError(_ expected: JSONValue, at path: JSONPath) {
    let error = actual["error"] ?? .null
    guard case .object(let wanted) = expected, case .object = error else {
      guard expected != error else { return }
      var written = error
      if case .object(let object) = error {
        written = [
          "contains": object["message"] ?? .null, "file": object["file"] ?? .null,
          "line": object["line"] ?? .null,
        ]
      }
      differences.append(
        TestDifference(
          path: path, expected: expected, actual: written,
          update: .init(path: path, value: written)))
      return
    }
    for member in wanted {
      compareElement(member, of: error, at: path.member(member.name.rawValue))
    }
  }

  private mutating func compareShare(
    _ expected: JSONValue, _ used: Double, of limit: Double, at path: JSONPath
  ) {
    guard let atMost = expected["atMost"]?.double, limit > 0, used / limit > atMost else { return }
    differences.append(
      TestDifference(
        path: path.member("atMost"), expected: .number(atMost), actual: .number(used / limit),
        remark: "\(Quantity.percent(used / limit)) of the limit was used",
        update: .init(path: path.member("atMost"), value: .number(used / limit))))
  }
}

extension JSONValue {
  /// A number, integer or float.
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}

extension String {
  /// Whether the bytes of another text stand somewhere in this one.
  func containsBytes(of part: String) -> Bool {
    let (bytes, wanted) = (Array(utf8), Array(part.utf8))
    guard wanted.count <= bytes.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
