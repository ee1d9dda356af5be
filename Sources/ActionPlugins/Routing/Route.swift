public import Notifications

/// Where a response goes.
package enum Route: Sendable {
  /// To a handler file of a bundle.
  case handler(RoutedHandler)
  /// Nowhere, for this reason.
  case unrouted(Unrouted)
}

/// The handler of a response, and what it answers to.
package struct RoutedHandler: Sendable {
  /// What the person did.
  package enum Kind: Sendable, Equatable {
    /// Picked this action.
    case action(NotificationAction)
    /// Opened the app from the notification.
    case `default`
    /// Dismissed the notification.
    case dismiss
  }

  /// The bundle that serves the category.
  package let bundle: PluginBundle
  /// The notification's category.
  package let category: NotificationCategory
  /// What the person did.
  package let kind: Kind
  /// The handler's file: `reply.lua`.
  package let file: String

  /// Whether the device must be unlocked before the script starts.
  package var needsUnlock: Bool {
    switch kind {
    case .action(let action): action.needsUnlock
    case .default: true
    case .dismiss: false
    }
  }

  /// Whether the app comes to the front, so that the handler may open something in it.
  package var opensApp: Bool {
    switch kind {
    case .action(let action): action.options.contains(.foreground)
    case .default: true
    case .dismiss: false
    }
  }

  /// Whether the person typed a text.
  package var takesText: Bool {
    if case .action(let action) = kind { action.textInput != nil } else { false }
  }

  /// The text that the script sees: nil on anything but text input, where it is always a text.
  ///
  /// Mirrors `UNTextInputNotificationResponse.userText`, which is never nil and may be empty: a
  /// response to text input without a text reads as the empty one. A text that came with anything
  /// else was not typed for this action and is not shown to it.
  package func scriptText(of response: NotificationResponse) -> String? {
    takesText ? response.userText ?? "" : nil
  }
}

/// A response that no handler takes.
package struct Unrouted: Sendable, Equatable {
  /// Why not.
  package let reason: UnroutedReason
  /// The known identifier that was most likely meant; never a guess at one that is far off.
  package let nearest: Identifier?

  package init(_ reason: UnroutedReason, nearest: Identifier? = nil) {
    self.reason = reason
    self.nearest = nearest
  }
}
