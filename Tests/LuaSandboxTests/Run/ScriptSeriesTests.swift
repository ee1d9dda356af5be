import Notifications
import Testing

@testable import LuaSandbox

@Suite struct ScriptSeriesTests {
  @Test func `a series runs until nothing more is wanted`() async throws {
    let loaded = try await Loaded("return function(n) return n end")
    let seen = Box<[HostArgument]>([])
    await loaded.executor.run(loaded.program) { result in
      if let result { seen.change { $0 += result.values() } }
      let count = Int64(seen.value.count)
      return count < 5 ? loaded.request([.integer(count)]) : nil
    }
    #expect(seen.value == (0..<5).map { .value(.integer($0)) })
  }

  @Test func `cancelling a series stops the run under way`() async throws {
    let loaded = try await Loaded("return function() echo(1) while true do end end")
    let endings = Box<[StopReason?]>([])
    let host = ClosureHost(Loaded.api) { _, _ in .values([]) }
    let task = Task {
      await loaded.executor.run(loaded.program) { result in
        guard let result else { return loaded.request(host: host) }
        endings.change { $0.append(result.stop) }
        return nil
      }
    }
    await until("the script runs") { !host.called.isEmpty }
    task.cancel()
    await task.value
    #expect(endings.value == [.cancelled])
  }

  @Test func `a series goes on after a wait that ran out of budget`() async throws {
    let loaded = try await Loaded("return { handle = function() wait(1) end, expire = echo }")
    let endings = Box<[String]>([])
    let host = ClosureHost(Loaded.api) { name, _ in
      name == "wait" ? .wait(HostWait(operation: never)) : .values([.value("expired")])
    }
    let meter = BudgetMeter(limitSeconds: 5)
    await loaded.executor.run(loaded.program) { result in
      switch result?.ending {
      case nil: return loaded.request(host: host, meter: meter, reserveSeconds: 4.95)
      case .stopped(let reason, _):
        endings.change { $0.append("\(reason)") }
        return loaded.request(entry: .expire, host: host, meter: meter)
      case .returned(let values):
        endings.change { $0.append("\(values)") }
        return nil
      default: return nil
      }
    }
    #expect(endings.value == ["deadline", "\([HostArgument.value("expired")])"])
  }

  @Test func `a series whose run ends while all threads are busy asks on a script thread`()
    async throws
  {
    let executor = ScriptExecutor(configuration: .init(threads: 1, maximumThreads: 1))
    let loaded = try await Loaded(
      "return function(wanted) wait(wanted) while true do end end", executor: executor)
    let busy = Box(false)
    let host = ClosureHost(Loaded.api) { _, call in
      guard call.arguments == [.value("compute")] else {
        return .wait(HostWait(operation: never))
      }
      busy.value = true
      return .values([])
    }
    let endings = Box<[StopReason?]>([])
    let series = Task {
      await loaded.executor.run(loaded.program) { result in
        guard let result else {
          return loaded.request(["wait"], host: host, meter: BudgetMeter(limitSeconds: 0.1))
        }
        endings.change { $0.append(result.stop) }
        return endings.value.count < 2
          ? loaded.request(["compute"], host: host, meter: BudgetMeter(limitSeconds: 0.01)) : nil
      }
    }
    await until("the script waits") { !host.called.isEmpty }
    let hog = Task {
      await loaded.run(["compute"], host: host, meter: BudgetMeter(limitSeconds: 0.3))
    }
    #expect(await hog.value.stop == .deadline)
    await series.value
    #expect(endings.value == [.deadline, .deadline])
  }

  @Test func `one system block for each block of a world needs a new world for each run`()
    async throws
  {
    let executor = ScriptExecutor(configuration: .init(threads: 1, oneBlockEach: true))
    let loaded = try await Loaded(
      "return function(n) count = (count or 0) + n return count end", executor: executor)
    for _ in 0..<3 { #expect(await loaded.run([2]).values() == [.value(2)]) }
    #expect(executor.runNow(loaded.program, loaded.request([3])).values() == [.value(3)])
  }
}
