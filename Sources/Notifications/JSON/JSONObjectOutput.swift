/// What is made of an object that is described member by member: a tree, the flat form, text.
///
/// So a type says once what it is in JSON, whatever becomes of it.
protocol JSONObjectOutput: ~Copyable {
  /// What a whole value becomes; nothing where the output itself holds it.
  associatedtype Value
  /// An object in work.
  associatedtype Members

  mutating func number(_ value: JSONNumber) -> Value
  mutating func string(_ text: String) -> Value
  mutating func value(_ value: JSONValue) -> Value

  mutating func beginObject() -> Members
  /// The name of the next member.
  mutating func addName(_ name: String, to members: inout Members)
  mutating func addMember(_ value: Value, to members: inout Members)
  /// The object, whose names differ and were added in the order of their bytes.
  mutating func endSortedObject(_ members: Members) -> Value
}

extension JSONObjectOutput where Self: ~Copyable {
  mutating func add(_ name: String, _ text: String, to members: inout Members) {
    addName(name, to: &members)
    addMember(string(text), to: &members)
  }

  mutating func add(_ name: String, _ identifier: Identifier, to members: inout Members) {
    add(name, identifier.rawValue, to: &members)
  }

  mutating func add(_ name: String, _ value: JSONValue, to members: inout Members) {
    addName(name, to: &members)
    addMember(self.value(value), to: &members)
  }
}
