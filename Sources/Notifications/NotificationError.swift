/// Why a value of the notification domain was refused: what is wrong, the limit, the cure.
public struct NotificationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of refusal; new ones may be added.
  public struct Code: Sendable, Hashable {
    /// The name by which reports print the code.
    public let rawValue: String

    /// A category, action or attachment identifier is empty.
    public static let emptyIdentifier = Code(rawValue: "emptyIdentifier")
    /// An action has one of the two identifiers that the system keeps for itself.
    public static let reservedIdentifier = Code(rawValue: "reservedIdentifier")
    /// Two actions of a category have the same identifier.
    public static let repeatedAction = Code(rawValue: "repeatedAction")
    /// A category has more actions than the system shows.
    public static let tooManyActions = Code(rawValue: "tooManyActions")
    /// A text that a person would read is empty.
    public static let emptyText = Code(rawValue: "emptyText")
    /// A map of language tags has no entry, or an empty tag.
    public static let invalidLanguages = Code(rawValue: "invalidLanguages")
    /// A number lies outside its range or is not finite.
    public static let outOfRange = Code(rawValue: "outOfRange")
    /// A date is not ISO 8601, or does not exist.
    public static let invalidDate = Code(rawValue: "invalidDate")
    /// A payload of a kind that carries no actions was asked for a response.
    public static let noActions = Code(rawValue: "noActions")
  }

  /// The kind of refusal.
  public let code: Code
  /// One sentence: what is wrong, and the cure. Holds names, never notification or reply text.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public static func == (left: NotificationError, right: NotificationError) -> Bool {
    left.code == right.code && left.message.hasSameBytes(as: right.message)
  }
}
