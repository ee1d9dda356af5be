public import ActionPlugins

extension Outcome {
  /// Whether the host's own delegate gets the response as well: the completion says so, or no
  /// handler took the response.
  ///
  /// Mirrors `UNNotificationContentExtensionResponseOption.dismissAndForwardAction`.
  public var isForwardedToHost: Bool {
    completion == .dismissAndForwardAction || kind == .unrouted
  }
}
