package import Notifications
import Synchronization

/// A container that lives as long as its object: for tests of bundles, and for runs that need to
/// leave nothing behind.
///
/// Keeps every promise of `Container` but durability. Isolation: safe to use from any thread; one
/// lock guards everything and is held only within a call.
package final class InMemoryContainer: Container {
  let environment: ContainerEnvironment
  let limits: ContainerLimits
  let retries: RetryPolicy
  let state = Mutex(MemoryState())
  private let observer = Mutex<Observer?>(nil)

  package init(
    environment: ContainerEnvironment = .system, limits: ContainerLimits = ContainerLimits(),
    retries: RetryPolicy = RetryPolicy()
  ) {
    self.environment = environment
    self.limits = limits
    self.retries = retries
  }

  package func observe(_ observer: (@Sendable ([StoredKey]) -> Void)?) {
    self.observer.withLock { $0 = observer.map { Observer(tell: $0) } }
  }

  func notify(_ keys: [StoredKey]) {
    guard !keys.isEmpty, let observer = observer.withLock({ $0 }) else { return }
    observer.tell(keys)
  }

  /// Throws where the device is locked and the space is a protected one.
  func checkReadable(_ space: Space) throws(ContainerError) {
    if space.isProtected { try checkUnlocked() }
  }

  func checkUnlocked() throws(ContainerError) {
    guard environment.isProtectedDataAvailable() else { throw .deviceLocked }
  }

  package func erase(plugin: Identifier) throws(ContainerError) {
    try checkUnlocked()
    notify(state.withLock { $0.erase(plugin: plugin) })
  }

  package func eraseAll() throws(ContainerError) {
    try checkUnlocked()
    notify(
      state.withLock { state in
        let keys = state.allKeys
        // Versions go on: a value read before is not taken for one written after.
        state = MemoryState(after: state)
        return keys
      })
  }

  /// Nothing is open, so there is nothing to close.
  package func suspend() throws(ContainerError) {}
}
