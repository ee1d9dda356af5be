/// The names that an object may have.
public struct JSONNames: Sendable, ExpressibleByArrayLiteral {
  /// The names in byte order.
  public let names: [Identifier]

  /// The given names.
  public init(_ names: some Sequence<String>) {
    self.names = names.map { Identifier($0) }.sorted()
  }

  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }

  /// These names and others beside them.
  public static func + (left: JSONNames, right: JSONNames) -> JSONNames {
    JSONNames((left.names + right.names).map(\.rawValue))
  }

  /// The object's first name, by bytes, that is not among these.
  func firstUnknown(in object: JSONObject) -> Identifier? {
    var known = names.startIndex
    for member in object.members {
      while known < names.endIndex, names[known] < member.name { known += 1 }
      guard known < names.endIndex, names[known] == member.name else { return member.name }
    }
    return nil
  }

  /// What to write instead of an unknown name.
  func cure(for unknown: Identifier) -> String {
    if let nearest = NearestName.nearest(to: unknown, among: names) {
      return "did you mean \"\(nearest)\"?"
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return list.isEmpty ? "none is allowed here" : "known here: \(list)"
  }
}
