import ContainerStore
import LuaSandbox

/// What every invocation of a runtime shares.
struct RuntimeServices: Sendable {
  let container: any Container
  let device: any Device
  let executor: ScriptExecutor
  let outbox: Outbox
  let functions: HostFunctions
  let configuration: RuntimeConfiguration
  let delivering = DeliveringOutcomes()

  var access: ContainerAccess {
    ContainerAccess(container: container, executor: executor, now: configuration.now)
  }

  func now() -> Timestamp { configuration.now() }

  /// A lease that ends 5 s after the given time, unless it is extended.
  func lease(seconds: Double) -> Lease {
    Lease(owner: .current, seconds: seconds + 5)
  }

  func hostFunction(_ name: Identifier) -> HostFunctions.Registration? {
    functions.registration(name)
  }
}
