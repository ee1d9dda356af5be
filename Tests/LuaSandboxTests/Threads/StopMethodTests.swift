import Notifications
import Testing

@testable import LuaSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Signals have one handler in a process, so these run one after the other.
@Suite(.serialized) struct StopMethodTests {
  /// ThreadSanitizer holds signals back; its builds poll from the start.
  static let isThreadSanitized = unsafe dlsym(nil, "__tsan_init") != nil

  @Test func `polling stops a script without an end`() async throws {
    let loaded = try await Loaded(
      "return function() while true do end end",
      executor: ScriptExecutor(configuration: .init(threads: 1, stopBy: .polling)))
    #expect(await loaded.run(meter: BudgetMeter(limitSeconds: 0.02)).stop == .deadline)
    #expect(loaded.executor.stopReport == nil)
  }

  @Test(.disabled(if: isThreadSanitized))
  func `a signal that is blocked is reported, and later runs poll`() async throws {
    let reports = Box<[String]>([])
    let executor = ScriptExecutor(
      configuration: .init(
        threads: 1, stopBy: .signal(SIGUSR2), report: { text in reports.change { $0.append(text) } }
      ))
    // The host blocks the signal on the script's thread. The loop is long enough for the watchdog
    // to give the signal up, and ends by itself.
    let deaf = try await Loaded(
      """
      return function(block)
        echo(block)
        local n = 0
        for i = 1, 3e8 do n = n + i end
        return n
      end
      """, executor: executor)
    let blocking = ClosureHost(Loaded.api) { _, _ in
      block(SIGUSR2)
      return .values([])
    }
    _ = await deaf.run([true], host: blocking, meter: BudgetMeter(limitSeconds: 0.02))
    #expect(executor.stopReport?.contains("signal \(SIGUSR2)") == true)
    #expect(reports.value.count == 1)
    // The signal is still blocked on the only thread.
    let endless = try await Loaded("return function() while true do end end", executor: executor)
    #expect(await endless.run(meter: BudgetMeter(limitSeconds: 0.02)).stop == .deadline)
    // A world of the pool that was built for signals is not used any more.
    #expect(await deaf.run([false], meter: BudgetMeter(limitSeconds: 0.02)).stop == .deadline)
  }

  @Test(.disabled(if: isThreadSanitized))
  func `a handler that was replaced is put back and reported`() async throws {
    let executor = ScriptExecutor(configuration: .init(threads: 1, stopBy: .signal(SIGUSR1)))
    let loaded = try await Loaded("return function() while true do end end", executor: executor)
    var action = sigaction()
    unsafe sigemptyset(&action.sa_mask)
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = { _ in }
    #else
      unsafe action.__sigaction_handler.sa_handler = { _ in }
    #endif
    #expect(unsafe sigaction(SIGUSR1, &action, nil) == 0)
    #expect(await loaded.run(meter: BudgetMeter(limitSeconds: 0.02)).stop == .deadline)
    #expect(executor.stopReport?.contains("replaced") == true)
    #expect(await loaded.run(meter: BudgetMeter(limitSeconds: 0.02)).stop == .deadline)
  }

  private func block(_ signal: Int32) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
