import ContainerStore
import Notifications
import Synchronization

/// A system whose clock, processes and lock state a test drives; sleeping advances the clock.
final class TestSystem: Sendable {
  private struct State {
    var bootSeconds = 1000.0
    var gone: Set<Int32> = []
    var isLocked = false
  }

  private let state = Mutex(State())

  var bootSeconds: Double { state.withLock { $0.bootSeconds } }

  func advance(bySeconds seconds: Double) {
    state.withLock { $0.bootSeconds += seconds }
  }

  func kill(_ process: Int32) {
    state.withLock { _ = $0.gone.insert(process) }
  }

  func setLocked(_ isLocked: Bool) {
    state.withLock { $0.isLocked = isLocked }
  }

  func lease(of process: Int32 = 1, seconds: Double = 35) -> Lease {
    Lease(
      owner: ProcessIdentity(processID: process, startTime: 7, bootID: "boot"), seconds: seconds)
  }

  var environment: ContainerEnvironment {
    ContainerEnvironment(
      bootSeconds: { self.bootSeconds },
      bootID: "boot",
      liveness: { process in
        self.state.withLock { $0.gone.contains(process.processID) } ? .gone : .running
      },
      isProtectedDataAvailable: { !self.state.withLock { $0.isLocked } },
      random: { 0.5 },
      sleep: { self.advance(bySeconds: $0) })
  }
}
