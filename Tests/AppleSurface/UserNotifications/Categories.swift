// Declared by hand after Apple's documentation, only what AppleNotifications uses.
import Foundation

public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
}

open class UNNotificationCategory: NSObject {
  public let identifier: String
  public let actions: [UNNotificationAction]
  public let intentIdentifiers: [String]
  public let hiddenPreviewsBodyPlaceholder: String
  public let categorySummaryFormat: String
  public let options: UNNotificationCategoryOptions

  init(
    _ identifier: String, _ actions: [UNNotificationAction], _ intentIdentifiers: [String],
    _ placeholder: String, _ summaryFormat: String, _ options: UNNotificationCategoryOptions
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    hiddenPreviewsBodyPlaceholder = placeholder
    categorySummaryFormat = summaryFormat
    self.options = options
  }

  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier, actions, intentIdentifiers, hiddenPreviewsBodyPlaceholder ?? "",
      categorySummaryFormat ?? "", options)
  }
}

public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
  public static let destructive = UNNotificationActionOptions(rawValue: 2)
  public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

open class UNNotificationActionIcon: NSObject {
  let systemImageName: String

  init(name: String) { systemImageName = name }

  public convenience init(systemImageName: String) { self.init(name: systemImageName) }
}

open class UNNotificationAction: NSObject {
  public let identifier: String
  public let title: String
  public let options: UNNotificationActionOptions
  public let icon: UNNotificationActionIcon?

  init(
    _ identifier: String, _ title: String, _ options: UNNotificationActionOptions,
    _ icon: UNNotificationActionIcon?
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.icon = icon
  }

  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?
  ) {
    self.init(identifier, title, options, icon)
  }
}

open class UNTextInputNotificationAction: UNNotificationAction {
  public private(set) var textInputButtonTitle = ""
  public private(set) var textInputPlaceholder = ""

  override init(
    _ identifier: String, _ title: String, _ options: UNNotificationActionOptions,
    _ icon: UNNotificationActionIcon?
  ) {
    super.init(identifier, title, options, icon)
  }

  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.init(identifier, title, options, icon)
    self.textInputButtonTitle = textInputButtonTitle
    self.textInputPlaceholder = textInputPlaceholder
  }
}
