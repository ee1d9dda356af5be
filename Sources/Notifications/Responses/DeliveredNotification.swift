/// A notification that was shown. Mirrors `UNNotification`.
public struct DeliveredNotification: Sendable, Equatable {
  /// When it was delivered. With the request's identifier it tells two deliveries apart.
  public var date: Timestamp
  /// What was asked to be shown.
  public var request: NotificationRequest

  /// A delivered notification.
  public init(date: Timestamp, request: NotificationRequest) {
    self.date = date
    self.request = request
  }
}
