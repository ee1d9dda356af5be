import ActionPlugins
import Synchronization

/// The device of a test case. It is unlocked until ``begin()``, so that protected values can be
/// stored before.
final class TestDevice: Device {
  let language: String
  let platform: String
  private let answer: Authentication
  private let isLockedAtFirst: Bool
  private let unlocked = Atomic(true)

  init(_ given: TestGiven) {
    language = given.language
    platform = given.platform
    answer = given.answer
    isLockedAtFirst = given.isLocked
  }

  var isUnlocked: Bool { unlocked.load(ordering: .acquiring) }

  /// From here on it is as the case has it.
  func begin() { unlocked.store(!isLockedAtFirst, ordering: .releasing) }

  /// From here on everything can be looked at.
  func end() { unlocked.store(true, ordering: .releasing) }

  func authenticate(reason: String?) async -> Authentication {
    if answer == .granted { end() }
    return answer
  }
}
