/// What is made of JSON values that are met one after another: a tree, a flat form, text.
///
/// The parts of arrays and objects are added while they are made, in the order of the text.
protocol JSONOutput: ~Copyable {
  /// What a whole value becomes; nothing where the output itself holds it.
  associatedtype Value
  /// An array in work.
  associatedtype Items
  /// An object in work.
  associatedtype Members

  mutating func null() -> Value
  mutating func bool(_ value: Bool) -> Value
  mutating func number(_ value: JSONNumber) -> Value
  /// A string; the bytes are UTF-8.
  mutating func string(_ content: Span<UInt8>) -> Value

  mutating func beginArray() -> Items
  mutating func addItem(_ value: Value, to items: inout Items)
  mutating func endArray(_ items: Items) -> Value

  mutating func beginObject() -> Members
  /// The name of the next member; the bytes are UTF-8.
  mutating func addName(_ name: Span<UInt8>, to members: inout Members)
  mutating func addMember(_ value: Value, to members: inout Members)
  /// The object; nil where a name occurs twice.
  mutating func endObject(_ members: Members) -> Value?
  /// The names in the order of the text, for an error message.
  func names(of members: Members) -> [Identifier]
}
