import Notifications

/// The queue that an outbox entry waits in: of one queue only the oldest entry is tried.
enum Lane: Hashable, Sendable {
  case recipient(Identifier)
  /// Replies of a plugin to a notification without a thread.
  case threadless(plugin: Identifier)
  case notifications(plugin: Identifier)

  init(_ entry: StagedEntry, plugin: Identifier) {
    switch (entry.kind, entry.recipient) {
    case (.notification, _): self = .notifications(plugin: plugin)
    case (.reply, let recipient?): self = .recipient(recipient)
    case (.reply, nil): self = .threadless(plugin: plugin)
    }
  }

  /// The lane as one text; a letter first, so that no two lanes have the same.
  var name: String {
    switch self {
    case .recipient(let recipient): "r\(recipient)"
    case .threadless(let plugin): "t\(plugin)"
    case .notifications(let plugin): "n\(plugin)"
    }
  }
}
