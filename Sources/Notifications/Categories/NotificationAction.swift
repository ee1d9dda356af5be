/// A button of a category, or a button that opens a text field.
///
/// Mirrors `UNNotificationAction` and `UNTextInputNotificationAction`.
public struct NotificationAction: Sendable, Equatable {
  /// What a text field shows beside the keyboard.
  public struct TextInput: Sendable, Equatable {
    /// The title of the button that sends the text; nil leaves it to the system.
    public let buttonTitle: LocalizedText?
    /// What an empty field shows; never part of what a person typed.
    public let placeholder: LocalizedText?

    /// A text field; both texts may be left to the system.
    public init(buttonTitle: LocalizedText? = nil, placeholder: LocalizedText? = nil) {
      self.buttonTitle = buttonTitle
      self.placeholder = placeholder
    }
  }

  /// Names the action within its category; not empty, not one of the system's own two.
  public let identifier: Identifier
  /// What the button shows; not empty in any language.
  public let title: LocalizedText
  /// How the action behaves.
  public let options: ActionOptions
  /// A system symbol's name.
  public let icon: Identifier?
  /// Set when the action asks for text.
  public let textInput: TextInput?

  /// An action; refuses an empty or reserved identifier and an empty title.
  public init(
    identifier: Identifier, title: LocalizedText, options: ActionOptions = [],
    icon: Identifier? = nil, textInput: TextInput? = nil
  ) throws(NotificationError) {
    guard !identifier.rawValue.isEmpty else {
      throw NotificationError(.emptyIdentifier, "an action's identifier must not be empty")
    }
    guard !ActionIdentifier.isReserved(identifier) else {
      let cure = identifier == ActionIdentifier.default ? "defaultHandler" : "dismissHandler"
      throw NotificationError(
        .reservedIdentifier,
        "\"\(identifier)\" is kept for the system; handle it with the category's \(cure)")
    }
    guard !title.hasEmptyText else {
      throw NotificationError(.emptyText, "an action's title must not be empty")
    }
    self.identifier = identifier
    self.title = title
    self.options = options
    self.icon = icon
    self.textInput = textInput
  }

  /// Whether the action runs only on an unlocked device: it says so, or it brings the app to the
  /// front, which unlocks the device first.
  public var needsUnlock: Bool {
    options.contains(.authenticationRequired) || options.contains(.foreground)
  }
}
