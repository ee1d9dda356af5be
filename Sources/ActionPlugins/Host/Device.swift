import Synchronization

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
///
/// An authentication that is granted unlocks it.
public final class FixedDevice: Device {
  /// The person's language.
  public let language: String
  /// The platform's name.
  public let platform: String
  /// The answer to every authentication.
  public let answer: Authentication
  private let unlocked: Mutex<Bool>

  /// A device in the given state; nothing has a default that would unlock it silently.
  public init(
    isUnlocked: Bool, answer: Authentication, language: String = "en",
    platform: String = "linux"
  ) {
    self.answer = answer
    self.language = language
    self.platform = platform
    unlocked = Mutex(isUnlocked)
  }

  /// Whether it is unlocked now.
  public var isUnlocked: Bool { unlocked.withLock { $0 } }

  /// Gives the fixed answer at once.
  public func authenticate(reason: String?) async -> Authentication {
    if answer == .granted { unlocked.withLock { $0 = true } }
    return answer
  }
}
