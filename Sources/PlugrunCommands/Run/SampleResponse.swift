import ActionPlugins

/// The response that a sample file and the command line make together.
struct SampleResponse {
  let response: NotificationResponse

  /// Puts `--action` and `--text` to a sample; what the command line says wins over the file.
  ///
  /// A payload says nothing of what a person did, so it needs both where both are needed. Refuses
  /// a text for an action that takes none. What no bundle knows is let through: routing tells it
  /// better, with the nearest name.
  init(
    _ sample: SampleFile, options: RunOptions, now: Timestamp, in runtime: PluginRuntime
  ) throws(Diagnostic) {
    var response: NotificationResponse
    switch sample {
    case .response(let recorded):
      response = recorded
      if let given = options.action {
        response.actionIdentifier = Self.action(given, of: Self.category(response, in: runtime))
        response.userText = nil
      }
    case .payload(let payload):
      let category = runtime.category(payload.content.categoryIdentifier)
      guard let given = options.action else { throw Self.missingAction(of: category) }
      do throws(NotificationError) {
        response = try payload.response(action: Self.action(given, of: category), now: now)
      } catch {
        throw Diagnostic(code: error.code.rawValue, message: error.message, file: options.response)
      }
    }
    if let text = options.text { response.userText = text }
    if options.action != nil || options.text != nil {
      try Self.check(response, in: runtime)
    }
    self.response = response
  }

  /// The action that `--action` means: the category's own, or one of the system's two.
  static func action(
    _ given: Identifier, of category: NotificationCategory?
  ) -> Identifier {
    if category?.action(given) != nil { return given }
    switch given {
    case "default": return ActionIdentifier.default
    case "dismiss": return ActionIdentifier.dismiss
    default: return given
    }
  }

  private static func check(
    _ response: NotificationResponse, in runtime: PluginRuntime
  ) throws(Diagnostic) {
    let action = response.actionIdentifier
    let name = action.rawValue.quotedForMessage
    if ActionIdentifier.isReserved(action) {
      guard response.userText == nil else {
        throw Diagnostic(
          UsageError("\(action.shortName): nothing is typed there; leave out --text"))
      }
      return
    }
    guard let known = category(response, in: runtime)?.action(action) else { return }
    switch (known.textInput, response.userText) {
    case (.some, nil):
      throw Diagnostic(
        UsageError("the action \(name) takes typed text; give it with --text, which may be \"\""))
    case (nil, .some):
      throw Diagnostic(UsageError("the action \(name) takes no typed text; leave out --text"))
    default: return
    }
  }

  private static func category(
    _ response: NotificationResponse, in runtime: PluginRuntime
  ) -> NotificationCategory? {
    runtime.category(response.notification.request.content.categoryIdentifier)
  }

  private static func missingAction(of category: NotificationCategory?) -> Diagnostic {
    let actions = (category?.actions.map(\.identifier.rawValue) ?? []) + ["default", "dismiss"]
    return Diagnostic(
      UsageError(
        "an .apns payload does not say what the person did; give it with --action, here "
          + actions.map(\.quotedForMessage).inWords))
  }
}
