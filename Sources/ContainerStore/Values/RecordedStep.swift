package import Notifications

/// A call that waited and was answered, so that a re-run or a recovery is not asked again.
package struct RecordedStep: Sendable {
  /// Its place among the recorded steps of the invocation, from 0.
  package var ordinal: Int
  /// The function's name in the Lua API.
  package var name: Identifier
  /// The key that the script gave; it replaces ordinal and arguments when a step is looked for.
  package var key: Identifier?
  /// The arguments as JSON.
  package var arguments: [UInt8]
  /// The answer as JSON.
  package var answer: [UInt8]

  package init(
    ordinal: Int, name: Identifier, key: Identifier? = nil, arguments: [UInt8], answer: [UInt8]
  ) {
    self.ordinal = ordinal
    self.name = name
    self.key = key
    self.arguments = arguments
    self.answer = answer
  }
}

extension RecordedStep: Equatable {}
