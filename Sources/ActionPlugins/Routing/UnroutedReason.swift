/// Why a response found no handler.
public struct UnroutedReason: Sendable, Hashable, CustomStringConvertible {
  /// The word that reports print.
  public let rawValue: String

  public var description: String { rawValue }

  /// The notification has no category.
  public static let noCategory = UnroutedReason(rawValue: "noCategory")
  /// No bundle has the notification's category.
  public static let unknownCategory = UnroutedReason(rawValue: "unknownCategory")
  /// The category has no action of this identifier.
  public static let unknownAction = UnroutedReason(rawValue: "unknownAction")
  /// The app was opened from the notification, and its category has no `defaultHandler`.
  public static let noDefaultHandler = UnroutedReason(rawValue: "noDefaultHandler")
  /// The notification was dismissed, and its category has no `dismissHandler`.
  public static let noDismissHandler = UnroutedReason(rawValue: "noDismissHandler")
  /// The host disabled the plugin.
  public static let pluginDisabled = UnroutedReason(rawValue: "pluginDisabled")
}
