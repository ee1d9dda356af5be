import Synchronization

@testable import ActionPlugins

/// A device that the test locks, and whose person answers as the test says.
final class TestDevice: Device {
  let language = "de"
  let platform = "ios"
  /// What the person was told, each time.
  let asked = Recorded<String?>()
  private let unlocked: Mutex<Bool>
  private let answer: @Sendable () async -> Authentication

  init(isUnlocked: Bool, _ answer: @escaping @Sendable () async -> Authentication) {
    unlocked = Mutex(isUnlocked)
    self.answer = answer
  }

  var isUnlocked: Bool { unlocked.withLock { $0 } }

  func setUnlocked(_ isUnlocked: Bool) {
    unlocked.withLock { $0 = isUnlocked }
  }

  func authenticate(reason: String?) async -> Authentication {
    asked.note(reason)
    let answer = await answer()
    if answer == .granted { setUnlocked(true) }
    return answer
  }
}
