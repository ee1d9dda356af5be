import Testing

@testable import LuaSandbox

@Suite struct QueueTests {
  private final class Job: ScriptJob {
    let number: Int
    init(_ number: Int) { self.number = number }
    func perform(on lane: ScriptLane) {}
    func refuse(_ sentence: String) {}
    func giveUpThread() -> Bool { false }
  }

  @Test func `jobs leave in the order of their arrival`() {
    var queue = JobQueue()
    var next = 0
    for number in 0..<500 {
      queue.append(Job(number))
      guard number % 3 == 0 else { continue }
      #expect((queue.popFirst() as? Job)?.number == next)
      next += 1
    }
    while let job = queue.popFirst() as? Job {
      #expect(job.number == next)
      next += 1
    }
    #expect(next == 500)
    #expect(queue.isEmpty)
  }

  @Test func `deadlines leave the heap in their order, whatever was taken out`() async throws {
    let loaded = try await Loaded("return function() end")
    var heap = DeadlineHeap()
    var numbers = SystemRandomNumberGenerator()
    let deadlines = (0..<300).map { _ in Int64.random(in: 0..<100, using: &numbers) }
    let run = loaded.executor.makeRun(loaded.program, loaded.request())
    let entries = deadlines.map { DeadlineHeap.Entry(deadline: $0, run: run, generation: 0) }
    for entry in entries { heap.insert(entry) }
    for entry in entries[..<100] { heap.remove(entry) }
    for entry in entries[..<100] { heap.remove(entry) }
    #expect(heap.popExpired(at: -1) == nil)
    var left: [Int64] = []
    while let entry = heap.popExpired(at: 100) { left.append(entry.deadline) }
    #expect(left == deadlines[100...].sorted())
    #expect(heap.isEmpty)
    #expect(heap.earliest == .max)
  }
}
