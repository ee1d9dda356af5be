import Foundation
import LuaSandbox
import Notifications
import Synchronization
import Testing

@testable import ActionPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension HostileTests {
  /// What hosts do to their own process.
  @Suite("works in a host with habits of its own", .serialized)
  struct HostHabitTests {
    private static let endless = HostilePlugin(
      "endless",
      attack: "return function() while true do pcall(function() while true do end end) end end",
      seconds: 0.05)

    @Test("that uses the same signal itself", .disabled(if: Sanitizer.isThread))
    func usesTheSignal() async throws {
      var action = sigaction()
      unsafe sigemptyset(&action.sa_mask)
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = { _ in hostSignals.add(1, ordering: .relaxed) }
      #else
        unsafe action.__sigaction_handler.sa_handler = { _ in
          hostSignals.add(1, ordering: .relaxed)
        }
      #endif
      #expect(unsafe sigaction(SIGWINCH, &action, nil) == 0)
      let host = try HostileHost([Self.endless]) { $0.executor.stopBy = .signal(SIGWINCH) }
      let before = hostSignals.load(ordering: .relaxed)
      for number in 1...5 {
        // To the process, so that any thread may get it, also the one inside the script.
        async let outcome = host.handle(Self.endless, "attack")
        try await Task.sleep(for: .milliseconds(20))
        kill(getpid(), SIGWINCH)
        #expect(await outcome.kind == .timedOut)
        for _ in 0..<200 where hostSignals.load(ordering: .relaxed) < before + number {
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      #expect(
        hostSignals.load(ordering: .relaxed) >= before + 5, "the host's handler is still called")
    }

    @Test("whose threads block every signal", .disabled(if: Sanitizer.isThread))
    func blocksTheSignal() async throws {
      // The runtime is made on a thread that blocks everything, and so are its threads.
      let outcome = await withCheckedContinuation { (done: CheckedContinuation<Outcome?, Never>) in
        Thread.detachNewThread {
          var all = sigset_t()
          unsafe sigfillset(&all)
          unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
          let host = try? HostileHost([Self.endless])
          Task {
            let outcome = await host?.handle(Self.endless, "attack")
            done.resume(returning: outcome)
          }
        }
      }
      #expect(outcome?.kind == .timedOut)
    }

    @Test("that sets a locale")
    func setsLocale() async throws {
      // Where no locale with a decimal comma is installed, another one must do.
      let names = ["de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"]
      _ = names.first { name in unsafe setlocale(LC_ALL, name) != nil }
      defer { _ = unsafe setlocale(LC_ALL, "C") }
      let plugin = HostilePlugin(
        "locale",
        attack: """
          return function()
            return { result = { ("%.2f"):format(1.5), tostring(1.5), tonumber("2.5"), "ä" < "z",
              ("ä"):upper(), ("ä"):match("%a") == nil, os.date("!%A %B", 0) } }
          end
          """, seconds: 10)
      let outcome = await (try HostileHost([plugin])).handle(plugin, "attack")
      #expect(outcome.result == ["1.50", "1.5", 2.5, false, "ä", true, "Thursday January"])
    }
  }
}

/// How often the host's own handler was called.
private let hostSignals = Atomic<Int>(0)
