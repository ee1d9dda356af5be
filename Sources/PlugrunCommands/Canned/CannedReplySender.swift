import ActionPlugins

/// A sender that refuses every reply, in one of the ways in which real ones do.
struct CannedReplySender: ReplySender {
  /// Why it refuses.
  enum Failure: String, CaseIterable, Sendable {
    /// There is no connection: replies wait.
    case offline
    /// The receiver will never take them.
    case rejected
  }

  let failure: Failure

  func send(_ reply: Reply) async -> SendResult {
    switch failure {
    case .offline: .offline
    case .rejected: .rejected(reason: "--fail-replies rejected")
    }
  }
}
