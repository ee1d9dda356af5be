import Synchronization

/// A completion handler that is called exactly once, whatever those who hold it do.
///
/// The system raises an exception when a completion is called twice, and warns when it never is.
/// The first call counts, later ones do nothing; if everybody lets go of it without a call, it is
/// called with the answer given for that case.
final class CompletionOnce<Answer: Sendable>: Sendable {
  private let handler: Mutex<(@Sendable (Answer) -> Void)?>
  private let forgotten: Answer

  /// - Parameter forgotten: The answer where nobody gives one.
  init(ifForgotten forgotten: Answer, _ handler: @escaping @Sendable (Answer) -> Void) {
    self.forgotten = forgotten
    self.handler = Mutex(handler)
  }

  deinit {
    take()?(forgotten)
  }

  /// Calls the handler, unless it was called before; returns whether this was the call.
  @discardableResult
  func callAsFunction(_ answer: Answer) -> Bool {
    guard let handler = take() else { return false }
    handler(answer)
    return true
  }

  // The handler is called outside the lock: it may come back.
  private func take() -> (@Sendable (Answer) -> Void)? {
    handler.withLock { handler in
      defer { handler = nil }
      return handler
    }
  }
}
