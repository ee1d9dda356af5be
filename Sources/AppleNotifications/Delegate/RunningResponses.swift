import Synchronization

/// The responses that are being handled, so that all of them can be cancelled.
final class RunningResponses: Sendable {
  private struct State {
    var next = 0
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Those that ended before their task was noted.
    var ended: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Begins the work in a task of its own.
  func begin(_ work: @escaping @Sendable () async -> Void) {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    let task = Task {
      await work()
      state.withLock { state in
        if state.tasks.removeValue(forKey: number) == nil { state.ended.insert(number) }
      }
    }
    state.withLock { state in
      if state.ended.remove(number) == nil { state.tasks[number] = task }
    }
  }

  /// Cancels all of them; each still ends by itself.
  func cancel() {
    for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
  }

  /// How many are being handled.
  var count: Int { state.withLock { $0.tasks.count } }
}
