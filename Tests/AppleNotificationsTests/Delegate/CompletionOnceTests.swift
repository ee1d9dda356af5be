import Synchronization
import Testing

@testable import AppleNotifications

@Suite struct CompletionOnceTests {
  /// Counts the calls of a handler and keeps their answers.
  final class Calls: Sendable {
    private let list = Mutex<[Int]>([])
    var answers: [Int] { list.withLock { $0 } }
    func add(_ answer: Int) { list.withLock { $0.append(answer) } }
  }

  @Test func `the first answer counts and later ones do nothing`() {
    let calls = Calls()
    do {
      let completion = CompletionOnce(ifForgotten: 0) { calls.add($0) }
      #expect(completion(1))
      #expect(!completion(2))
    }
    #expect(calls.answers == [1])
  }

  @Test func `one that everybody lets go of is called with the answer for that`() {
    let calls = Calls()
    do {
      let completion = CompletionOnce(ifForgotten: 7) { calls.add($0) }
      let held = { completion(1) }
      _ = held
    }
    #expect(calls.answers == [7])
  }

  @Test func `one that somebody holds is not called`() {
    let calls = Calls()
    let completion = CompletionOnce(ifForgotten: 7) { calls.add($0) }
    withExtendedLifetime(completion) { #expect(calls.answers.isEmpty) }
  }

  @Test func `a handler may come back to its own completion`() {
    let calls = Calls()
    let again = Mutex<CompletionOnce<Int>?>(nil)
    let completion = CompletionOnce(ifForgotten: 0) { answer in
      calls.add(answer)
      again.withLock { $0 }?(answer + 1)
    }
    again.withLock { $0 = completion }
    completion(1)
    again.withLock { $0 = nil }
    #expect(calls.answers == [1])
  }

  @Test func `a thousand calls at once are one`() async {
    for _ in 0..<20 {
      let calls = Calls()
      let completion = CompletionOnce(ifForgotten: 0) { calls.add($0) }
      await withTaskGroup { group in
        for answer in 1...50 { group.addTask { completion(answer) } }
      }
      #expect(calls.answers.count == 1)
    }
  }
}
