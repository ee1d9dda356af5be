/// Why there is no sender for an address.
public struct WebhookError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence with the cure; the address itself, which may hold a secret, is not in it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
