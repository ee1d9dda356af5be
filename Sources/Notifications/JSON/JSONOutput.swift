/// What is made of the values that the reader of JSON meets one after another: a tree, or the flat
/// form that scripts get.
///
/// The parts of arrays and objects are added while they are made, in the order of the text.
protocol JSONOutput: JSONObjectOutput, ~Copyable {
  /// An array in work.
  associatedtype Items

  mutating func null() -> Value
  mutating func bool(_ value: Bool) -> Value
  /// A string; the bytes are UTF-8.
  mutating func string(_ content: Span<UInt8>) -> Value

  mutating func beginArray() -> Items
  mutating func addItem(_ value: Value, to items: inout Items)
  mutating func endArray(_ items: Items) -> Value

  /// The name of the next member; the bytes are UTF-8.
  mutating func addName(_ name: Span<UInt8>, to members: inout Members)
  /// The object; nil where a name occurs twice.
  mutating func endObject(_ members: Members) -> Value?
  /// The names in the order of the text, for an error message.
  func names(of members: Members) -> [Identifier]
}
