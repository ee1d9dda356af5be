/// How much a notification may interrupt. Mirrors `UNNotificationInterruptionLevel`, raw values
/// included.
public enum InterruptionLevel: Int, Sendable, CaseIterable {
  /// Adds to the list without lighting the screen.
  case passive = 0
  /// Lights the screen and may play a sound; the default.
  case active = 1
  /// Shows although a Focus is on.
  case timeSensitive = 2
  /// Shows and sounds although the device is muted.
  case critical = 3

  /// The name in responses: `passive`, `active`, `timeSensitive`, `critical`.
  public var name: String {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .timeSensitive: "timeSensitive"
    case .critical: "critical"
    }
  }

  /// The name in an `aps` dictionary: as `name`, but `time-sensitive`.
  public var payloadName: String {
    self == .timeSensitive ? "time-sensitive" : name
  }
}
