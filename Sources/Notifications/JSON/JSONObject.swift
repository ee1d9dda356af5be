/// The members of a JSON object, sorted by the bytes of their names, each name once.
public struct JSONObject: Sendable, Hashable {
  /// One name with its value.
  public struct Member: Sendable, Hashable {
    /// The member's name, byte-exact.
    public let name: Identifier
    /// The member's value.
    public var value: JSONValue

    /// A name with its value.
    public init(name: Identifier, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members in byte order of their names.
  public private(set) var members: [Member]

  /// An object without members.
  public init() {
    members = []
  }

  /// Members that are known to be in order and distinct.
  init(sorted members: [Member]) {
    self.members = members
  }

  /// Sorts the pairs by the bytes of their names; of a repeated name the last pair stays.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    let members = pairs.map { Member(name: Identifier($0.0), value: $0.1) }
    if let distinct = JSONObject(distinct: members) {
      self = distinct
    } else {
      self.init()
      for member in members { self[member.name] = member.value }
    }
  }

  /// Sorts members by the bytes of their names; nil when a name occurs twice.
  public init?(distinct members: [Member]) {
    self.members = members
    guard sort() else { return nil }
  }

  /// Sorts by insertion, which is the fastest for the few members that objects have, and hands
  /// what is long and out of order to the library's sort. Returns whether all names differ.
  private mutating func sort() -> Bool {
    if isInOrder { return true }
    guard members.count <= 24 else {
      members.sort { $0.name < $1.name }
      return !zip(members, members.dropFirst()).contains { $0.name == $1.name }
    }
    for unsorted in members.indices.dropFirst() {
      var place = unsorted
      while place > 0 {
        switch Identifier.order(members[place - 1].name, members[place].name) {
        case 0: return false
        case 1: members.swapAt(place - 1, place)
        default:
          place = 0
          continue
        }
        place -= 1
      }
    }
    return true
  }

  /// Whether each name comes after the one before it, as in every text that we wrote ourselves.
  private var isInOrder: Bool {
    for index in members.indices.dropFirst()
    where Identifier.order(members[index - 1].name, members[index].name) >= 0 {
      return false
    }
    return true
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
  /// The position of the first member, 0.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at a position in byte order of the names.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// What the literal says.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
