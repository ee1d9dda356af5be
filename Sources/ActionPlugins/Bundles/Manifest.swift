package import Notifications

/// What a bundle's `plugin.json` says, validated.
package struct Manifest: Sendable {
  /// The newest value of `api` that this runtime serves.
  package static let newestAPI: Int64 = 1

  /// Names the plugin: its storage, its log, its permissions.
  package let identifier: Identifier
  /// The bundle's version, as its authors count.
  package let version: Identifier
  /// The categories that the plugin handles; at least one.
  package let categories: [Category]
  /// What the plugin may do beyond its own space, files and the thread it answers.
  package let permissions: Permissions
  /// The seconds the plugin asks for; nil takes the host's.
  package let seconds: Double?
  /// The bytes of memory the plugin asks for; nil takes the host's.
  package let memoryBytes: Int?
  /// The rules of `plugrun check` that its authors have decided to pass over; the runtime itself
  /// does nothing with them.
  package let allowedRules: [Identifier]

  /// A category with the files that handle its responses.
  package struct Category: Sendable {
    /// What the system is told.
    package let category: NotificationCategory
    /// The file of each action, in the order of the category's actions.
    package let handlers: [String]
    /// The file that runs when the person opens the app from the notification.
    package let defaultHandler: String?
    /// The file that runs when the person dismisses the notification.
    package let dismissHandler: String?
  }
}
