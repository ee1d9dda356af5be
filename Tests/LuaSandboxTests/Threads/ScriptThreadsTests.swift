import Notifications
import Testing

@testable import LuaSandbox

@Suite struct ScriptThreadsTests {
  @Test func `threads grow while all are busy, and idle ones end`() async throws {
    let executor = ScriptExecutor(
      configuration: .init(threads: 1, maximumThreads: 3, idleSeconds: 0.02))
    let loaded = try await Loaded(
      "return function() echo(1) while true do end end", executor: executor)
    let host = ClosureHost(Loaded.api) { _, _ in .values([]) }
    let task = Task {
      await withTaskGroup(of: StopReason?.self) { group in
        for _ in 0..<3 { group.addTask { await loaded.run(host: host).stop } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    await until("three scripts run at once") { host.called.count == 3 }
    #expect(executor.liveThreads == 3)
    task.cancel()
    #expect(await task.value == [.cancelled, .cancelled, .cancelled])
    await until("idle threads end") { executor.liveThreads == 0 }
    #expect(await loaded.run(meter: BudgetMeter(limitSeconds: 0.01)).stop == .deadline)
  }

  @Test func `no more threads live than the maximum`() async throws {
    let executor = ScriptExecutor(configuration: .init(threads: 1, maximumThreads: 2))
    let loaded = try await Loaded(
      "return function() local n = 0 for i = 1, 3e6 do n = n + i end return n end",
      executor: executor)
    let most = Box(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          _ = await loaded.run()
          let live = executor.liveThreads
          most.change { $0 = max($0, live) }
        }
      }
    }
    #expect(most.value <= 2)
  }

  @Test func `after the shutdown runs are refused and those under way end`() async throws {
    let executor = ScriptExecutor(configuration: .init(threads: 2))
    let loaded = try await Loaded("return function() return wait(1) end", executor: executor)
    let release = Box(false)
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(
        HostWait {
          while !release.value { await Task.yield() }
          return .values([.value("answer")])
        })
    }
    let task = Task { await loaded.run(host: host) }
    await until("the script waits") { host.called.count == 1 }
    executor.shutDown()
    await until("idle threads end") { executor.liveThreads == 0 }
    guard case .unavailable = await loaded.run().ending else {
      Issue.record("a run began after the shutdown")
      return
    }
    release.value = true
    #expect(await task.value.values() == [.value("answer")])
    await until("the last thread ends") { executor.liveThreads == 0 }
  }

  @Test func `scripts read and write numbers in the C locale`() async throws {
    let loaded = try await Loaded("return function() return tostring(1.5), tonumber('2.5') end")
    #expect(await loaded.run().values() == [.value("1.5"), .value(2.5)])
  }
}
