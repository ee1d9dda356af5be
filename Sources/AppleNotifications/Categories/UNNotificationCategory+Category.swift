#if canImport(UserNotifications)
  public import ActionPlugins
  public import UserNotifications

  extension UNNotificationCategory {
    /// The system's category for a plugin's.
    ///
    /// - Parameter language: The person's language as a BCP 47 tag; titles, placeholders and the
    ///   summary format are taken in it.
    public convenience init(_ category: NotificationCategory, language: String) {
      self.init(
        identifier: category.identifier.rawValue,
        actions: category.actions.map { UNNotificationAction.action($0, language: language) },
        intentIdentifiers: category.intentIdentifiers.map(\.rawValue),
        hiddenPreviewsBodyPlaceholder:
          category.hiddenPreviewsBodyPlaceholder?.text(for: language),
        categorySummaryFormat: category.summaryFormat?.text(for: language),
        options: UNNotificationCategoryOptions(category.options))
    }
  }

  extension UNNotificationCategoryOptions {
    /// The system's options for a plugin's.
    ///
    /// macOS has no CarPlay, so `allowInCarPlay` is left out there; `allowAnnouncement` is left out
    /// everywhere, because the system has ignored it since iOS 15.
    public init(_ options: CategoryOptions) {
      self = []
      if options.contains(.customDismissAction) { insert(.customDismissAction) }
      if options.contains(.hiddenPreviewsShowTitle) { insert(.hiddenPreviewsShowTitle) }
      if options.contains(.hiddenPreviewsShowSubtitle) { insert(.hiddenPreviewsShowSubtitle) }
      #if !os(macOS)
        if options.contains(.allowInCarPlay) { insert(.allowInCarPlay) }
      #endif
    }
  }
#endif
