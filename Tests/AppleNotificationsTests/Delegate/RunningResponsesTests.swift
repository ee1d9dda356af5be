import Testing

@testable import AppleNotifications

@Suite struct RunningResponsesTests {
  @Test func `cancelling reaches all that run, and none is kept afterwards`() async {
    let running = RunningResponses()
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    for _ in 0..<20 {
      running.begin {
        try? await Task.sleep(for: .seconds(60))
        end.yield(Task.isCancelled)
      }
    }
    running.cancel()
    var count = 0
    for await isCancelled in ended {
      #expect(isCancelled)
      count += 1
      if count == 20 { break }
    }
    await Self.settle(running)
    #expect(running.count == 0)
  }

  @Test func `work that ends at once is not kept`() async {
    let running = RunningResponses()
    for _ in 0..<200 { running.begin {} }
    await Self.settle(running)
    #expect(running.count == 0)
  }

  /// A task is forgotten right after its work has ended, not within it.
  static func settle(_ running: RunningResponses) async {
    for _ in 0..<500 where running.count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
  }
}
