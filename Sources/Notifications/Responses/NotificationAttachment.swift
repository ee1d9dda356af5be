/// A medium shown beside a notification's text. Mirrors `UNNotificationAttachment`.
public struct NotificationAttachment: Sendable, Hashable {
  /// Names the attachment.
  public let identifier: Identifier
  /// Where it lies, as text; the runtime never opens it.
  public let url: Identifier
  /// Its uniform type identifier, such as `public.jpeg`; empty when not known.
  public let type: Identifier

  /// An attachment.
  public init(identifier: Identifier, url: Identifier, type: Identifier = "") {
    self.identifier = identifier
    self.url = url
    self.type = type
  }
}
