import ContainerStore
import LuaSandbox

/// A host's way to a container: its work is done on script threads, because it may block.
///
/// Holds nothing of a runtime but these threads, so that a host function may keep a space and the
/// runtime that keeps the function still ends.
struct ContainerAccess: Sendable {
  let container: any Container
  let executor: ScriptExecutor
  let now: @Sendable () -> Timestamp

  /// Does a host's work with the container on a script thread.
  func contained<Value: Sendable>(
    _ work: @escaping @Sendable (any Container) throws(ContainerError) -> Value
  ) async throws(RuntimeError) -> Value {
    let container = container
    let result = await executor.perform {
      Result { () throws(ContainerError) in try work(container) }
    }
    do {
      return try result.get()
    } catch {
      throw RuntimeError(.container, error.description)
    }
  }
}
