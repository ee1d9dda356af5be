/// Why a command line was not understood: the option, what was given, what is accepted.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// One sentence with the cure.
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }

  var description: String { sentence }
}
