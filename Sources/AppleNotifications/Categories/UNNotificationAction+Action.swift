#if canImport(UserNotifications)
  public import ActionPlugins
  public import UserNotifications

  extension UNNotificationAction {
    /// The system's action for a plugin's; one with a text field where the plugin asks for text.
    ///
    /// A field without a title for its button gets the action's own title, and one without a
    /// placeholder an empty one, unless it has neither: then both are the system's.
    ///
    /// - Parameter language: The person's language as a BCP 47 tag.
    public static func action(
      _ action: NotificationAction, language: String
    ) -> UNNotificationAction {
      let identifier = action.identifier.rawValue
      let title = action.title.text(for: language)
      let options = UNNotificationActionOptions(action.options)
      let icon = action.icon.map { UNNotificationActionIcon(systemImageName: $0.rawValue) }
      guard let field = action.textInput else {
        return UNNotificationAction(
          identifier: identifier, title: title, options: options, icon: icon)
      }
      guard field.buttonTitle != nil || field.placeholder != nil else {
        return UNTextInputNotificationAction(
          identifier: identifier, title: title, options: options, icon: icon)
      }
      return UNTextInputNotificationAction(
        identifier: identifier, title: title, options: options, icon: icon,
        textInputButtonTitle: field.buttonTitle?.text(for: language) ?? title,
        textInputPlaceholder: field.placeholder?.text(for: language) ?? "")
    }
  }

  extension UNNotificationActionOptions {
    /// The system's options for a plugin's.
    public init(_ options: ActionOptions) {
      self = []
      if options.contains(.authenticationRequired) { insert(.authenticationRequired) }
      if options.contains(.destructive) { insert(.destructive) }
      if options.contains(.foreground) { insert(.foreground) }
    }
  }
#endif
