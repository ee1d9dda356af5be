#if canImport(UserNotifications)
  import Foundation

  /// A completion handler of the system, called on the main thread: some of them raise an exception
  /// elsewhere.
  ///
  /// Unchecked, because older versions of the system's interface do not mark the handlers as
  /// `Sendable`: the handler never changes, and only the main thread calls it, or the thread that it
  /// came on before the call that brought it has returned.
  final class SystemHandler<Answer: Sendable>: @unchecked Sendable {
    private let handler: (Answer) -> Void

    init(_ handler: @escaping (Answer) -> Void) {
      self.handler = handler
    }

    func call(_ answer: Answer) {
      guard !Thread.isMainThread else { return handler(answer) }
      DispatchQueue.main.async { self.handler(answer) }
    }
  }
#endif
