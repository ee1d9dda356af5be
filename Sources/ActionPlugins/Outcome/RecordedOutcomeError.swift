/// Why a recorded outcome could not be read back.
///
/// Holds the way to the offending part and what was expected there, never what was found, because
/// records hold personal text.
public struct RecordedOutcomeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The way from the record's root, such as `replies[0].state`; empty for the record itself.
  public let path: String
  /// What must stand there.
  public let expected: String

  public var description: String {
    let place = path.isEmpty ? "the recorded outcome" : "\"\(path)\" of the recorded outcome"
    return "\(place) must be \(expected)"
  }
}
