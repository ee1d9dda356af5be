/// How a category behaves. Mirrors `UNNotificationCategoryOptions`, raw values included.
public struct CategoryOptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// An explicit dismissal is sent as a response.
  public static let customDismissAction = CategoryOptions(rawValue: 1)
  /// Notifications of the category may appear in CarPlay.
  public static let allowInCarPlay = CategoryOptions(rawValue: 2)
  /// The title shows even where previews are hidden.
  public static let hiddenPreviewsShowTitle = CategoryOptions(rawValue: 4)
  /// The subtitle shows even where previews are hidden.
  public static let hiddenPreviewsShowSubtitle = CategoryOptions(rawValue: 8)
  /// Siri may announce notifications of the category; without effect since iOS 15.
  public static let allowAnnouncement = CategoryOptions(rawValue: 16)

  /// Every option with the name that manifests use, in the order of the raw values.
  public static let names: [(name: String, option: CategoryOptions)] = [
    ("customDismissAction", .customDismissAction),
    ("allowInCarPlay", .allowInCarPlay),
    ("hiddenPreviewsShowTitle", .hiddenPreviewsShowTitle),
    ("hiddenPreviewsShowSubtitle", .hiddenPreviewsShowSubtitle),
    ("allowAnnouncement", .allowAnnouncement),
  ]
}
