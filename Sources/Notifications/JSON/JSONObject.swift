/// The members of a JSON object, sorted by the bytes of their names, each name once.
public struct JSONObject: Sendable, Hashable {
  /// One name with its value.
  public struct Member: Sendable, Hashable {
    /// The member's name, byte-exact.
    public let name: Identifier
    /// The member's value.
    public var value: JSONValue
  }

  /// The members in byte order of their names.
  public private(set) var members: [Member]

  /// An object without members.
  public init() {
    members = []
  }

  /// Sorts the pairs by the bytes of their names; of a repeated name the last pair stays.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    var members: [Member] = pairs.map { Member(name: Identifier($0.0), value: $0.1) }
    // A stable order among equals keeps "the last one stays" true.
    let sorted = members.enumerated().sorted { left, right in
      left.element.name == right.element.name
        ? left.offset < right.offset : left.element.name < right.element.name
    }
    members.removeAll(keepingCapacity: true)
    for (_, member) in sorted {
      if members.last?.name == member.name { members.removeLast() }
      members.append(member)
    }
    self.members = members
  }

  /// The value of the named member; setting `nil` removes it.
  public subscript(name: Identifier) -> JSONValue? {
    get {
      let index = position(of: name)
      guard index < members.count, members[index].name == name else { return nil }
      return members[index].value
    }
    set {
      let index = position(of: name)
      let isPresent = index < members.count && members[index].name == name
      switch (newValue, isPresent) {
      case (let value?, true): members[index].value = value
      case (let value?, false): members.insert(Member(name: name, value: value), at: index)
      case (nil, true): members.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// The value of the named member.
  public subscript(name: String) -> JSONValue? {
    get { self[Identifier(name)] }
    set { self[Identifier(name)] = newValue }
  }

  private func position(of name: Identifier) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }
  public subscript(position: Int) -> Member { members[position] }
}
