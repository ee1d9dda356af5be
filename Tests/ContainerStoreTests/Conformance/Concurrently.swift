import Foundation
import Synchronization

/// Runs the work on so many threads of its own and throws the first error of any.
func concurrently(
  _ count: Int, _ work: @escaping @Sendable (_ index: Int) throws -> Void
) throws {
  let failure = Mutex<(any Error)?>(nil)
  DispatchQueue.concurrentPerform(iterations: count) { index in
    do {
      try work(index)
    } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }
  if let error = failure.withLock({ $0 }) { throw error }
}
