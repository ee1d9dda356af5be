/// Why the system refused a call.
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  let code: Int32

  /// The system's own words, such as `No space left on device`.
  var description: String { System.message(code) }
}
