import Notifications
import Testing

@testable import LuaSandbox

@Suite struct StopTests {
  static let loops: [(name: String, body: String)] = [
    ("plain loop", "while true do end"),
    ("caught loop", "while true do pcall(function() while true do end end) end"),
    ("loop as its own message handler", "local function f() while true do end end xpcall(f, f)"),
    ("coroutines", "while true do coroutine.wrap(function() while true do end end)() end"),
    ("long library call", "string.rep('', 1 << 40) while true do end"),
    ("recursion", "local function f() return f() end f()"),
    ("host calls", "while true do echo(1) end"),
  ]

  @Test(arguments: loops.map(\.name))
  func `a script without an end is stopped at its deadline`(name: String) async throws {
    let body = try #require(Self.loops.first { $0.name == name }?.body)
    let loaded = try await Loaded("return function()\n\(body)\nend")
    let result = await loaded.run(meter: BudgetMeter(limitSeconds: 0.05))
    #expect(result.stop == .deadline)
    #expect(result.stoppedAt?.file == "main.lua")
    #expect(result.stoppedAt?.line == 2)
    // The world that was stopped serves again.
    #expect(await loaded.run(meter: BudgetMeter(limitSeconds: 0.01)).stop == .deadline)
  }

  @Test func `a script without an end is stopped on the calling thread`() async throws {
    let loaded = try await Loaded("return function() while true do end end")
    let request = loaded.request(meter: BudgetMeter(limitSeconds: 0.02))
    #expect(loaded.executor.runNow(loaded.program, request).stop == .deadline)
  }

  @Test func `the reserve is kept back`() async throws {
    let loaded = try await Loaded("return function() while true do end end")
    let meter = BudgetMeter(limitSeconds: 1000)
    let result = await loaded.run(meter: meter, reserveSeconds: 999.95)
    #expect(result.stop == .deadline)
    #expect(meter.remainingSeconds > 900)
  }

  @Test func `a budget that is used up stops the run before it starts`() async throws {
    let loaded = try await Loaded("return function() echo(1) end")
    let host = ClosureHost(Loaded.api) { _, _ in .values([]) }
    let result = await loaded.run(host: host, meter: BudgetMeter(limitSeconds: 0))
    #expect(result.stop == .deadline)
    #expect(host.called.isEmpty)
  }

  @Test func `a deadline while waiting cancels what the script waits for`() async throws {
    let loaded = try await Loaded("return function()\n  return wait(1)\nend")
    let cancelled = Box(false)
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(
        HostWait {
          let answer = await never()
          cancelled.value = true
          return answer
        })
    }
    let result = await loaded.run(host: host, meter: BudgetMeter(limitSeconds: 0.05))
    #expect(result.stop == .deadline)
    #expect(result.stoppedAt?.line == 2)
    await until("the operation is cancelled") { cancelled.value }
  }

  @Test func `a deadline while waiting on the calling thread ends the run`() async throws {
    let loaded = try await Loaded("return function() return wait(1) end")
    let host = ClosureHost(Loaded.api) { _, _ in .wait(HostWait(operation: never)) }
    let request = loaded.request(host: host, meter: BudgetMeter(limitSeconds: 0.03))
    #expect(loaded.executor.runNow(loaded.program, request).stop == .deadline)
  }

  @Test func `cancelling the task stops a running script`() async throws {
    let loaded = try await Loaded("return function()\n  echo(1)\n  while true do end\nend")
    let host = ClosureHost(Loaded.api) { _, _ in .values([]) }
    let task = Task { await loaded.run(host: host) }
    await until("the script runs") { !host.called.isEmpty }
    task.cancel()
    let result = await task.value
    #expect(result.stop == .cancelled)
    #expect(result.stoppedAt?.line == 3)
  }

  @Test func `cancelling the task stops a waiting script`() async throws {
    let loaded = try await Loaded("return function()\n  pcall(wait, 1)\n  echo(1)\nend")
    let host = ClosureHost(Loaded.api) { _, _ in .wait(HostWait(operation: never)) }
    let task = Task { await loaded.run(host: host) }
    await until("the script waits") { host.called == ["wait"] }
    task.cancel()
    #expect(await task.value.stop == .cancelled)
    #expect(host.called == ["wait"])
  }

  @Test func `a task that is cancelled already starts no script`() async throws {
    let loaded = try await Loaded("return function() echo(1) end")
    let host = ClosureHost(Loaded.api) { _, _ in .values([]) }
    let gate = Box(false)
    let task = Task {
      await until("the gate opens") { gate.value }
      return await loaded.run(host: host)
    }
    task.cancel()
    gate.value = true
    #expect(await task.value.stop == .cancelled)
    #expect(host.called.isEmpty)
  }

  @Test func `cancelling the task takes a run out of the queue`() async throws {
    let executor = ScriptExecutor(configuration: .init(threads: 1, maximumThreads: 1))
    let loaded = try await Loaded(
      "return function(busy) echo(busy) while busy do end end", executor: executor)
    let busyHost = ClosureHost(Loaded.api) { _, _ in .values([]) }
    let busy = Task { await loaded.run([true], host: busyHost) }
    await until("the only thread is busy") { !busyHost.called.isEmpty }
    let queuedHost = ClosureHost(Loaded.api) { _, _ in .values([]) }
    let queued = Task { await loaded.run([false], host: queuedHost) }
    queued.cancel()
    #expect(await queued.value.stop == .cancelled)
    busy.cancel()
    #expect(await busy.value.stop == .cancelled)
    #expect(queuedHost.called.isEmpty)
    // The thread is free again and skips what was taken out.
    #expect(await loaded.run([false]).values() == [])
  }

  @Test func `the host ends a run, and the script cannot catch it`() async throws {
    let loaded = try await Loaded(
      "return function()\n  pcall(echo, 1)\n  echo(2)\n  return 'went on'\nend")
    let host = ClosureHost(Loaded.api) { _, _ in .end }
    let result = await loaded.run(host: host)
    #expect(result.stop == .host)
    #expect(result.stoppedAt?.line == 2)
    #expect(host.called == ["echo"])
  }

  @Test func `the host ends a run at the end of a wait`() async throws {
    let loaded = try await Loaded("return function() pcall(wait, 1) return 'went on' end")
    let host = ClosureHost(Loaded.api) { _, _ in .wait(HostWait { .end }) }
    #expect(await loaded.run(host: host).stop == .host)
  }

  @Test func `a run that takes all memory is told from one that raises about memory`() async throws
  {
    let script = """
      return function(real)
        if not real then error("not enough memory", 0) end
        local t = {}
        while true do t[#t + 1] = ("x"):rep(1000) .. #t end
      end
      """
    let loaded = try await Loaded(script, memoryBytes: 1 << 20)
    let real = await loaded.run([true])
    #expect(real.isOutOfMemory)
    #expect(real.memoryPeakBytes <= 1 << 20)
    #expect(real.memoryPeakBytes > 512 << 10)
    #expect(await loaded.run([false]).raised?.message == "not enough memory")
  }

  @Test func `an answer that does not fit is out of memory`() async throws {
    let loaded = try await Loaded(
      "return function() pcall(echo, 1) return 'went on' end", memoryBytes: 256 << 10)
    let host = ClosureHost(Loaded.api) { _, _ in
      .values([.bytes([UInt8](repeating: 65, count: 1 << 20))])
    }
    let result = await loaded.run(host: host)
    #expect(result.isOutOfMemory || result.raised != nil || result.values() == [.value("went on")])
    #expect(await loaded.run().values() == [.value("went on")])
  }
}
