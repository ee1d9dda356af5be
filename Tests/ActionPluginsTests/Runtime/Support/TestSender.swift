@testable import ActionPlugins

/// Records replies and answers as the test says.
final class TestSender: ReplySender {
  let replies = Recorded<Reply>()
  private let answer: @Sendable (Reply, _ number: Int) async throws -> SendResult

  var texts: [String?] { replies.all.map(\.text) }

  init(_ answer: @escaping @Sendable (Reply, _ number: Int) async throws -> SendResult) {
    self.answer = answer
  }

  /// Gives one answer to every reply.
  convenience init(_ result: SendResult = .sent) {
    self.init { _, _ in result }
  }

  func send(_ reply: Reply) async throws -> SendResult {
    try await answer(reply, replies.note(reply))
  }
}

/// Records changes of notifications and fails where the test says so.
final class TestPresenter: NotificationPresenter {
  let changes = Recorded<NotificationChange>()
  private let failure: (any Error)?

  init(failure: (any Error)? = nil) {
    self.failure = failure
  }

  func apply(_ change: NotificationChange) async throws {
    changes.note(change)
    if let failure { throw failure }
  }
}

/// What the host's own code throws in tests.
struct HostTrouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
