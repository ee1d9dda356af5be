#if canImport(UserNotifications)
  public import ActionPlugins
  public import UserNotifications

  /// Registers plugins' categories with the system, beside those that the host has registered.
  ///
  /// `UNUserNotificationCenter.setNotificationCategories` replaces everything before it. A host that
  /// knows all its own categories passes them to ``register(_:beside:language:)`` at launch, which
  /// is done when it returns. A host that does not (another library registers some) awaits
  /// ``register(_:language:)``, which reads back what is registered; whoever registers between that
  /// reading and its end is overwritten, so it must run last. Register at each launch, and after
  /// each `reload()`.
  public actor CategoryRegistration {
    private var former: Set<Identifier> = []
    private var last: Task<[Identifier], Never>?

    /// A registration that has registered nothing yet; use one for the life of the process.
    public init() {}

    /// Registers the plugins' categories beside all that is registered now.
    ///
    /// Calls follow each other in the order in which they arrive. Categories that an earlier call
    /// registered and this one does not have are dropped.
    ///
    /// - Parameters:
    ///   - categories: `PluginRuntime.categories`.
    ///   - language: The person's language as a BCP 47 tag.
    /// - Returns: Identifiers that others had registered and that are now the plugins', sorted by
    ///   bytes. At the first call after a launch the plugins' own of the last one may be among them.
    @discardableResult
    public func register(
      _ categories: [NotificationCategory], language: String
    ) async -> [Identifier] {
      let earlier = last
      let task = Task {
        _ = await earlier?.value
        return await merge(categories, language: language)
      }
      last = task
      return await task.value
    }

    private func merge(
      _ categories: [NotificationCategory], language: String
    ) async -> [Identifier] {
      let former = former
      self.former = Set(categories.map(\.identifier))
      return await Self.merge(categories, language: language, former: former)
    }

    private nonisolated static func merge(
      _ categories: [NotificationCategory], language: String, former: Set<Identifier>
    ) async -> [Identifier] {
      let center = UNUserNotificationCenter.current()
      let registered = await center.notificationCategories()
      return center.register(categories, beside: registered, language: language, former: former)
    }

    /// Registers the plugins' categories beside the host's, and nothing else.
    ///
    /// - Returns: Identifiers that the host has as well, sorted by bytes: the plugins' stand.
    @discardableResult
    public nonisolated static func register(
      _ categories: [NotificationCategory], beside host: Set<UNNotificationCategory>,
      language: String
    ) -> [Identifier] {
      UNUserNotificationCenter.current()
        .register(categories, beside: host, language: language, former: [])
    }
  }

  extension UNUserNotificationCenter {
    fileprivate func register(
      _ categories: [NotificationCategory], beside others: Set<UNNotificationCategory>,
      language: String, former: Set<Identifier>
    ) -> [Identifier] {
      let merge = CategoryMerge(
        categories.map {
          ($0.identifier, UNNotificationCategory($0, language: language))
        },
        into: others.map { (Identifier($0.identifier), $0) }, former: former)
      setNotificationCategories(Set(merge.categories))
      return merge.replaced
    }
  }
#endif
