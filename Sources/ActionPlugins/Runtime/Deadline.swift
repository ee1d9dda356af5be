import Synchronization

/// Bounds how long an answer is waited for, whatever the one who answers does.
enum Deadline {
  /// The work's answer, or `late` once the time is over or the task is cancelled.
  ///
  /// The work is cancelled then, and what it answers later is dropped. It may go on for as long as
  /// it ignores that; nobody waits for it.
  static func race<Answer: Sendable>(
    seconds: Double, otherwise late: Answer, _ work: @escaping @Sendable () async -> Answer
  ) async -> Answer {
    let race = Race<Answer>(late: late)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        race.begin(continuation, seconds: seconds, work)
      }
    } onCancel: {
      race.end(late)
    }
  }
}

private final class Race<Answer: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Answer, Never>?
    var isOver = false
    var tasks: [Task<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let late: Answer

  init(late: Answer) {
    self.late = late
  }

  func begin(
    _ continuation: CheckedContinuation<Answer, Never>, seconds: Double,
    _ work: @escaping @Sendable () async -> Answer
  ) {
    let isOver = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    guard !isOver else { return continuation.resume(returning: late) }
    let worker = Task { self.end(await work()) }
    let timer = Task {
      guard (try? await Task.sleep(for: .seconds(max(0, seconds)))) != nil else { return }
      self.end(self.late)
    }
    let isOverNow = state.withLock { state in
      state.tasks = [worker, timer]
      return state.isOver
    }
    if isOverNow { cancel() }
  }

  func end(_ answer: Answer) {
    let continuation = state.withLock { state in
      state.isOver = true
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: answer)
    cancel()
  }

  private func cancel() {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }
}
