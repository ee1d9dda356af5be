import ActionPlugins
import Synchronization

/// A device whose lock and whose owner's answer the command line gives.
///
/// A person who authenticates unlocks the device, and it stays so.
final class CannedDevice: Device {
  private let unlocked: Atomic<Bool>
  private let answer: Authentication
  let language = "en"

  init(isLocked: Bool, answer: Authentication) {
    unlocked = Atomic(!isLocked)
    self.answer = answer
  }

  var isUnlocked: Bool { unlocked.load(ordering: .acquiring) }

  var platform: String {
    #if os(Linux)
      "linux"
    #elseif os(macOS)
      "macos"
    #else
      "unknown"
    #endif
  }

  func authenticate(reason: String?) async -> Authentication {
    if answer == .granted { unlocked.store(true, ordering: .releasing) }
    return answer
  }
}
