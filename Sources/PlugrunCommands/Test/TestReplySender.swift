import ActionPlugins
import Synchronization

/// Answers attempts at replies in the order in which they are made; the last answer stays.
final class TestReplySender: SimulatedReplySender {
  private struct State {
    var rest: ArraySlice<TestGiven.ReplyAnswer>
    /// Answers that were looked at and not given yet, by the replies' ids.
    var assigned: [Identifier: TestGiven.ReplyAnswer] = [:]

    mutating func answer(_ id: Identifier) -> TestGiven.ReplyAnswer {
      if let answer = assigned[id] { return answer }
      let answer = rest.first ?? TestGiven.ReplyAnswer()
      if rest.count > 1 { rest.removeFirst() }
      assigned[id] = answer
      return answer
    }
  }

  private let state: Mutex<State>

  init(_ answers: [TestGiven.ReplyAnswer]) {
    state = Mutex(State(rest: answers[...]))
  }

  func seconds(for reply: Reply) -> Double {
    state.withLock { $0.answer(Identifier(reply.id)).seconds }
  }

  func send(_ reply: Reply) async -> SendResult {
    state.withLock { state in
      let answer = state.answer(Identifier(reply.id))
      state.assigned[Identifier(reply.id)] = nil
      return answer.result
    }
  }
}
