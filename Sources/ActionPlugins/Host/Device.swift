/// What the runtime asks of the device: whether it is unlocked, and whether its owner is there.
///
/// The properties are read from script threads and must answer at once. On Apple platforms
/// `isUnlocked` mirrors `UIApplication.isProtectedDataAvailable`.
public protocol Device: Sendable {
  /// Whether protected data can be read now.
  var isUnlocked: Bool { get }
  /// The person's language as a BCP 47 tag, such as `de` or `pt-BR`.
  var language: String { get }
  /// The platform's name in lower case, such as `ios` or `linux`.
  var platform: String { get }

  /// Asks the person to authenticate; mirrors `LAContext.evaluatePolicy`.
  ///
  /// - Parameter reason: What the person is told; `nil` when the action itself asks.
  func authenticate(reason: String?) async -> Authentication
}

/// What came of asking a person to authenticate.
public enum Authentication: String, Sendable, Hashable {
  case granted
  case refused
  /// Nobody can be asked now, as in the background.
  case unavailable
}

/// A device whose answers are given beforehand: for tests, tools, and hosts without a lock.
public struct FixedDevice: Device {
  public var isUnlocked: Bool
  public var language: String
  public var platform: String
  /// The answer to every authentication.
  public var answer: Authentication

  /// A device in the given state; nothing has a default that would unlock it silently.
  public init(
    isUnlocked: Bool, answer: Authentication, language: String = "en",
    platform: String = "linux"
  ) {
    self.isUnlocked = isUnlocked
    self.answer = answer
    self.language = language
    self.platform = platform
  }

  public func authenticate(reason: String?) async -> Authentication { answer }
}
