/// A kind of notification and the actions it offers. Mirrors `UNNotificationCategory`.
public struct NotificationCategory: Sendable, Equatable {
  /// The most actions a category may have: what the system shows where space is unlimited.
  public static let maximumActions = 10

  /// Names the category; not empty, compared byte by byte.
  public let identifier: Identifier
  /// The actions in the order in which they are shown; may be empty.
  public let actions: [NotificationAction]
  /// How the category behaves.
  public let options: CategoryOptions
  /// What shows instead of the body where previews are hidden; may hold a count as `%u`.
  public let hiddenPreviewsBodyPlaceholder: LocalizedText?
  /// Summarises a group of notifications; may hold a count as `%u` and an argument as `%@`.
  ///
  /// Mirrors `UNNotificationCategory.categorySummaryFormat`.
  public let summaryFormat: LocalizedText?
  /// SiriKit intents that the category belongs to.
  public let intentIdentifiers: [Identifier]

  /// A category; refuses an empty identifier, an action identifier twice, and more than
  /// `maximumActions` actions.
  public init(
    identifier: Identifier, actions: [NotificationAction] = [], options: CategoryOptions = [],
    hiddenPreviewsBodyPlaceholder: LocalizedText? = nil, summaryFormat: LocalizedText? = nil,
    intentIdentifiers: [Identifier] = []
  ) throws(NotificationError) {
    guard !identifier.rawValue.isEmpty else {
      throw NotificationError(.emptyIdentifier, "a category's identifier must not be empty")
    }
    guard actions.count <= Self.maximumActions else {
      throw NotificationError(
        .tooManyActions,
        "category \"\(identifier)\" has \(actions.count) actions; at most "
          + "\(Self.maximumActions) can be shown: remove some")
    }
    var seen: Set<Identifier> = []
    for action in actions where !seen.insert(action.identifier).inserted {
      throw NotificationError(
        .repeatedAction,
        "category \"\(identifier)\" has the action \"\(action.identifier)\" twice; rename one")
    }
    self.identifier = identifier
    self.actions = actions
    self.options = options
    self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
    self.summaryFormat = summaryFormat
    self.intentIdentifiers = intentIdentifiers
  }

  /// The action with exactly this identifier.
  public func action(_ identifier: Identifier) -> NotificationAction? {
    actions.first { $0.identifier == identifier }
  }
}
