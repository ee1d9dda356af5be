import Notifications
import Testing

@testable import LuaSandbox

@Suite struct BudgetMeterTests {
  @Test func `a meter stands still until a script runs`() async throws {
    let meter = BudgetMeter(limitSeconds: 1000)
    #expect(meter.remainingSeconds == 1000)
    let loaded = try await Loaded("return function() for i = 1, 1e5 do end end")
    _ = await loaded.run(meter: meter)
    meter.finish()
    let usage = meter.usage
    #expect(usage.luaSeconds > 0)
    #expect(usage.usedSeconds >= usage.luaSeconds)
    #expect(usage.waitingSeconds == 0)
    #expect(meter.remainingSeconds == 1000 - usage.usedSeconds)
    #expect(meter.usage == usage)
  }

  @Test func `waiting is part of the budget`() async throws {
    let meter = BudgetMeter(limitSeconds: 5)
    let loaded = try await Loaded("return function() return wait(1) end")
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(
        HostWait {
          try? await Task.sleep(for: .milliseconds(20))
          return .values([])
        })
    }
    _ = await loaded.run(host: host, meter: meter)
    #expect(meter.usage.waitingSeconds >= 0.02)
    #expect(meter.usage.usedSeconds >= meter.usage.waitingSeconds)
  }

  @Test func `the clock stands still while a person decides`() async throws {
    let meter = BudgetMeter(limitSeconds: 20)
    let clock = ContinuousClock()
    let loaded = try await Loaded("return function() wait(1) return 'decided' end")
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(
        HostWait(stopsClock: true) {
          try? await Task.sleep(for: .milliseconds(400))
          return .values([])
        })
    }
    let taken = await clock.measure {
      #expect(await loaded.run(host: host, meter: meter).values() == [.value("decided")])
      meter.finish()
    }
    #expect(meter.usage.waitingSeconds >= 0.4)
    #expect(taken >= .seconds(meter.usage.usedSeconds + 0.4))
  }

  @Test func `pauses nest and hold before the start, too`() {
    let meter = BudgetMeter(limitSeconds: 1)
    meter.pause()
    meter.start()
    meter.pause()
    meter.resume()
    let used = meter.usage.usedSeconds
    #expect(used == 0)
    meter.resume()
    meter.resume()
    meter.finish()
    meter.pause()
    meter.resume()
    let end = meter.usage
    #expect(end.usedSeconds > 0)
    #expect(meter.usage == end)
  }

  @Test(arguments: [-1, 0, .nan, -.infinity] as [Double])
  func `a limit that is none leaves nothing`(limit: Double) {
    #expect(BudgetMeter(limitSeconds: limit).remainingSeconds == 0)
  }

  @Test func `a limit beyond the clock is no overflow`() async throws {
    let loaded = try await Loaded("return function() return 1 end")
    for limit in [1e30, Double.infinity] {
      #expect(await loaded.run(meter: BudgetMeter(limitSeconds: limit)).values() == [.value(1)])
    }
  }

  @Test func `a grant reaches beyond the limit by what is missing, and no further`() async throws {
    let meter = BudgetMeter(limitSeconds: 0.02)
    meter.start()
    while meter.remainingSeconds > 0 { try await Task.sleep(for: .milliseconds(5)) }
    meter.grant(atLeastSeconds: 1000)
    #expect(meter.remainingSeconds > 900)
    meter.grant(atLeastSeconds: 10)
    #expect(meter.remainingSeconds <= 1000)
    #expect(meter.remainingSeconds > 900)
    #expect(meter.limitSeconds == 0.02)
  }

  @Test func `in virtual time a 40 s wait times out at 30 s at once`() async throws {
    let meter = BudgetMeter(limitSeconds: 30, time: .virtual(cpuSeconds: 2))
    let loaded = try await Loaded("return function()\n  return wait(1)\nend")
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(HostWait(simulatedSeconds: 40, operation: never))
    }
    for run in [
      await loaded.run(host: host, meter: meter),
      loaded.executor.runNow(
        loaded.program,
        loaded.request(
          host: host, meter: BudgetMeter(limitSeconds: 30, time: .virtual(cpuSeconds: 2)))),
    ] {
      #expect(run.stop == .deadline)
      #expect(run.stoppedAt?.line == 2)
    }
    #expect(meter.remainingSeconds == 0)
    #expect(
      meter.usage
        == BudgetMeter.Usage(
          luaSeconds: 0, waitingSeconds: 30, queuedSeconds: 0, usedSeconds: 30))
  }

  @Test func `in virtual time a wait within the budget answers and is counted`() async throws {
    let meter = BudgetMeter(limitSeconds: 30, time: .virtual(cpuSeconds: 2))
    let loaded = try await Loaded(
      "return function() local before = os.clock() local v = wait(1) return v, os.clock() - before end"
    )
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(HostWait(simulatedSeconds: 12.5) { .values([.value("answer")]) })
    }
    #expect(
      await loaded.run(host: host, meter: meter).values() == [.value("answer"), .value(12.5)])
    #expect(meter.remainingSeconds == 17.5)
    meter.advance(bySeconds: 7.5)
    #expect(meter.remainingSeconds == 10)
  }

  @Test func `in virtual time the reserve is kept back from waits`() async throws {
    let meter = BudgetMeter(limitSeconds: 10, time: .virtual(cpuSeconds: 2))
    let loaded = try await Loaded("return function() return wait(1) end")
    let host = ClosureHost(Loaded.api) { _, _ in
      .wait(HostWait(simulatedSeconds: 9.5) { .values([]) })
    }
    #expect(await loaded.run(host: host, meter: meter, reserveSeconds: 1).stop == .deadline)
    #expect(meter.remainingSeconds == 1)
  }

  @Test func `in virtual time a loop is stopped by real time`() async throws {
    let meter = BudgetMeter(limitSeconds: 30, time: .virtual(cpuSeconds: 0.05))
    let loaded = try await Loaded("return function() while true do end end")
    #expect(await loaded.run(meter: meter).stop == .deadline)
    #expect(meter.usage.usedSeconds == 0)
  }
}
