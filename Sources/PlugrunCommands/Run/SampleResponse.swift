import ActionPlugins

/// The response that a sample file and the command line make together.
struct SampleResponse {
  let response: NotificationResponse
  /// What is odd about it, though the system's own responses can be so; `nil` where nothing is.
  let note: String?

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
    note = Self.note(on: response, in: runtime)
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

  /// Tells of a text that is there or missing against what the action takes.
  private static func note(
    on response: NotificationResponse, in runtime: PluginRuntime
  ) -> String? {
    let action = response.actionIdentifier
    let known = category(response, in: runtime)?.action(action)
    let isSystems = ActionIdentifier.isReserved(action)
    guard known != nil || isSystems else { return nil }
    let name = isSystems ? action.shortName : "the action \(action.rawValue.quotedForMessage)"
    switch (known?.textInput, response.userText) {
    case (.some, nil):
      return
        "\(name) takes typed text and the response has no \"userText\", so its handler sees an "
        + "empty one; write \"userText\": \"\" if that is meant"
    case (nil, .some):
      return
        "\(name) takes no typed text, so its handler does not see the response's \"userText\""
    default: return nil
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
