import Notifications
import Synchronization
import Testing

@testable import LuaSandbox

@Suite struct WaitingTests {
  @Test func `a waiting script goes on with the answer`() async throws {
    let loaded = try await Loaded(
      "return function(v) local a = wait(v) local b = wait(a) return a, b end")
    let host = ClosureHost(Loaded.api) { _, call in
      guard case .value(.integer(let number)) = call.arguments.first else { return .values([]) }
      return .wait(
        HostWait {
          await Task.yield()
          return .values([.value(.integer(number + 1))])
        })
    }
    #expect(await loaded.run([1], host: host).values() == [.value(2), .value(3)])
    #expect(
      loaded.executor.runNow(loaded.program, loaded.request([1], host: host)).values()
        == [.value(2), .value(3)])
  }

  @Test func `a script's own coroutine and pcall do not see the wait`() async throws {
    let loaded = try await Loaded(
      """
      return function()
        local co = coroutine.wrap(function()
          local ok, v = pcall(wait, 1)
          coroutine.yield(v)
          return "end"
        end)
        return co(), co()
      end
      """)
    let host = ClosureHost(Loaded.api) { _, _ in .wait(HostWait { .values([.value("answer")]) }) }
    #expect(await loaded.run(host: host).values() == [.value("answer"), .value("end")])
  }

  @Test func `a failed wait raises at the script's line`() async throws {
    let loaded = try await Loaded("return function()\n  wait(1)\nend")
    let host = ClosureHost(Loaded.api) { _, _ in .wait(HostWait { .raise("offline") }) }
    let error = try #require(await loaded.run(host: host).raised)
    #expect(error.message == "offline")
    #expect(error.line == 2)
  }

  @Test func `an answer after the end is dropped`() async throws {
    let loaded = try await Loaded("return function() return wait(1) end")
    let release = Box(false)
    let answered = Box(false)
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(
        HostWait {
          // Deaf to cancellation.
          while !release.value { await Task.yield() }
          answered.value = true
          return .values([.value("late")])
        })
    }
    #expect(await loaded.run(host: host, meter: BudgetMeter(limitSeconds: 0.02)).stop == .deadline)
    release.value = true
    await until("the late answer") { answered.value }
    let quick = ClosureHost(Loaded.api) { _, _ in .wait(HostWait { .values([.value("own")]) }) }
    for _ in 0..<20 { #expect(await loaded.run(host: quick).values() == [.value("own")]) }
  }

  @Test func `in a comparator a script cannot wait`() async throws {
    let loaded = try await Loaded(
      "return function() table.sort({ 2, 1 }, function() return wait(1) end) end")
    let host = ClosureHost(Loaded.api) { _, _ in .wait(HostWait { .values([]) }) }
    let error = try #require(await loaded.run(host: host).raised)
    #expect(error.message.contains("wait"))
    #expect(host.called.isEmpty)
  }

  @Test func `while all threads are busy, deadlines hold for who waits and who queues`()
    async throws
  {
    let executor = ScriptExecutor(configuration: .init(threads: 1, maximumThreads: 1))
    let loaded = try await Loaded(
      "return function(wanted) wait(wanted) while true do end end", executor: executor)
    let busy = Box(false)
    let host = ClosureHost(Loaded.api) { _, call in
      switch call.arguments {
      case [.value("wait")]: return .wait(HostWait(operation: never))
      case [.value("answer late")]:
        return .wait(
          HostWait {
            while !busy.value { await Task.yield() }
            return .values([])
          })
      default:
        busy.value = true
        return .values([])
      }
    }
    let waiting = Task {
      await loaded.run(["wait"], host: host, meter: BudgetMeter(limitSeconds: 0.2))
    }
    let answered = Task {
      await loaded.run(["answer late"], host: host, meter: BudgetMeter(limitSeconds: 0.2))
    }
    await until("both wait") { host.called.count == 2 }
    let hog = Task { await loaded.run(["compute"], host: host) }
    await until("the only thread is busy") { busy.value }
    let started = BudgetMeter(limitSeconds: 0.1)
    started.start()
    let queued = await loaded.run(["compute"], host: host, meter: started)
    #expect(queued.stop == .deadline)
    #expect(await waiting.value.stop == .deadline)
    #expect(await answered.value.stop == .deadline)
    hog.cancel()
    #expect(await hog.value.stop == .cancelled)
    #expect(await loaded.run(["compute"], meter: BudgetMeter(limitSeconds: 0.01)).stop == .deadline)
  }

  @Test func `thousands wait without a thread each, and all are cancelled`() async throws {
    let count = 2000
    let loaded = try await Loaded(
      "return function() return wait(1) end",
      executor: ScriptExecutor(configuration: .init(threads: 2, maximumThreads: 2)))
    let waiting = Atomic<Int>(0)
    let host = ClosureHost(Loaded.api) { _, _ in
      waiting.add(1, ordering: .relaxed)
      return .wait(HostWait(operation: never))
    }
    let task = Task {
      await withTaskGroup(of: StopReason?.self) { group in
        for _ in 0..<count {
          group.addTask { await loaded.run(host: host).stop }
        }
        return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
    }
    await until("all wait") { waiting.load(ordering: .relaxed) == count }
    #expect(loaded.executor.liveThreads <= 2)
    task.cancel()
    #expect(await task.value == [.cancelled: count])
  }

  @Test func `thousands of answers each reach their own script`() async throws {
    let loaded = try await Loaded("return function(n) return n, wait(n) end")
    let host = ClosureHost(Loaded.api) { _, call in
      .wait(
        HostWait {
          await Task.yield()
          guard case .value(let value) = call.arguments.first else { return .values([]) }
          return .values([.value(value)])
        })
    }
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let value = HostArgument.value(.integer(Int64(number)))
          return await loaded.run([.integer(Int64(number))], host: host).values() == [value, value]
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
