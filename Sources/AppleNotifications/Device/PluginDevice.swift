#if canImport(UserNotifications)
  public import ActionPlugins
  import Foundation

  #if canImport(UIKit) && !os(watchOS)
    import Synchronization
    public import UIKit
  #endif

  /// The device that the app runs on.
  ///
  /// Its lock state must come from somewhere: from the application where there is one, else from
  /// the host. Nothing takes a device for unlocked by default.
  public final class PluginDevice: Device {
    private let unlocked: @Sendable () -> Bool
    let question: String

    /// A device whose lock state the host knows: in an app extension, on a watch, on a Mac.
    ///
    /// - Parameters:
    ///   - question: What the person is told when an action itself asks to authenticate. Default:
    ///     "Continue with this notification".
    ///   - isUnlocked: Whether protected data can be read now; called on any thread, answers at
    ///     once.
    public init(
      question: String = "Continue with this notification",
      isUnlocked: @escaping @Sendable () -> Bool
    ) {
      self.question = question
      unlocked = isUnlocked
    }

    #if canImport(UIKit) && !os(watchOS)
      /// The device of an application: unlocked while `isProtectedDataAvailable`.
      ///
      /// The application can be asked on the main actor only, scripts ask on their own threads: so
      /// the state is kept here and follows the application's notifications.
      ///
      /// - Parameter application: `UIApplication.shared`.
      @MainActor public convenience init(
        application: UIApplication, question: String = "Continue with this notification"
      ) {
        let state = ProtectedData(isAvailable: application.isProtectedDataAvailable)
        self.init(question: question) { state.isAvailable }
      }
    #endif

    /// Whether protected data can be read now.
    public var isUnlocked: Bool { unlocked() }

    /// The first of the person's preferred languages.
    public var language: String { Locale.preferredLanguages.first ?? "en" }

    /// `ios`, `macos`, `watchos`, `visionos` or `other`.
    public var platform: String {
      #if os(iOS)
        "ios"
      #elseif os(macOS)
        "macos"
      #elseif os(watchOS)
        "watchos"
      #elseif os(visionOS)
        "visionos"
      #else
        "other"
      #endif
    }
  }

  #if canImport(UIKit) && !os(watchOS)
    /// Whether protected data is available, as the application last told.
    private final class ProtectedData: Sendable {
      private let available: Mutex<Bool>

      /// The observers stay for the life of the process; each holds this flag and nothing else.
      @MainActor init(isAvailable: Bool) {
        available = Mutex(isAvailable)
        follow(UIApplication.protectedDataDidBecomeAvailableNotification, isAvailable: true)
        follow(UIApplication.protectedDataWillBecomeUnavailableNotification, isAvailable: false)
      }

      var isAvailable: Bool { available.withLock { $0 } }

      private func follow(_ name: Foundation.Notification.Name, isAvailable: Bool) {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          self.available.withLock { $0 = isAvailable }
        }
      }
    }
  #endif
#endif
