/// Work that may block, done on a script thread.
final class BlockingWork<Value: Sendable>: ScriptJob {
  private let work: @Sendable () -> Value
  private let continuation: CheckedContinuation<Value, Never>

  init(_ work: @escaping @Sendable () -> Value, _ continuation: CheckedContinuation<Value, Never>) {
    self.work = work
    self.continuation = continuation
  }

  func perform(on lane: ScriptLane) {
    continuation.resume(returning: work())
  }

  /// Where the system gives no thread, the caller's must do.
  func refuse(_ sentence: String) {
    continuation.resume(returning: work())
  }

  func giveUpThread() -> Bool { false }
}
