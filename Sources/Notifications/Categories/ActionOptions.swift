/// How an action behaves. Mirrors `UNNotificationActionOptions`, raw values included.
public struct ActionOptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Performed only on an unlocked device.
  public static let authenticationRequired = ActionOptions(rawValue: 1)
  /// Shown in a warning style; changes nothing else.
  public static let destructive = ActionOptions(rawValue: 2)
  /// Brings the app to the front, unlocking the device as needed.
  public static let foreground = ActionOptions(rawValue: 4)

  /// Every option with the name that manifests use, in the order of the raw values.
  public static let names: [(name: String, option: ActionOptions)] = [
    ("authenticationRequired", .authenticationRequired),
    ("destructive", .destructive),
    ("foreground", .foreground),
  ]
}
