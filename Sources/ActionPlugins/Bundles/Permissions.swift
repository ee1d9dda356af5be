package import Notifications

/// What a plugin may do. Everything is denied that its manifest does not name.
package struct Permissions: Sendable, Equatable {
  /// How far a plugin may go in a shared space.
  package enum Access: String, Sendable, CaseIterable {
    case read
    case readWrite
  }

  /// To whom a plugin may reply.
  package enum Recipients: Sendable, Equatable {
    /// Nobody: there is no `reply` permission.
    case none
    /// The notification's own thread, and the recipients named.
    case named(Set<Identifier>)
    /// Anyone: `*` was named.
    case anyone
  }

  /// The shared spaces by name.
  package let shared: [Identifier: Access]
  /// Whether the plugin has a space that is readable only while the device is unlocked.
  package let protected: Bool
  /// To whom it may reply.
  package let reply: Recipients
  /// Whether it may keep files.
  package let files: Bool
  /// Whether it may post and remove notifications and set the badge.
  package let notifications: Bool
  /// The host functions it may call, by their dotted names.
  package let functions: Set<Identifier>

  package init(
    shared: [Identifier: Access] = [:], protected: Bool = false, reply: Recipients = .none,
    files: Bool = false, notifications: Bool = false, functions: Set<Identifier> = []
  ) {
    self.shared = shared
    self.protected = protected
    self.reply = reply
    self.files = files
    self.notifications = notifications
    self.functions = functions
  }

  /// Nothing at all.
  package static let none = Permissions()

  /// Whether a reply to the recipient is permitted; `isOwnThread` when it is the notification's
  /// thread, or nobody was named.
  package func allowsReply(to recipient: Identifier?, isOwnThread: Bool) -> Bool {
    switch reply {
    case .none: false
    case .anyone: true
    case .named(let names): isOwnThread || recipient.map(names.contains) ?? false
    }
  }
}
