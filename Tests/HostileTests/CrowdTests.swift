import Foundation
import Notifications
import Testing

@testable import ActionPlugins

extension HostileTests {
  /// 64 invocations at once, half of them hostile; with PLUGRUN_LONG=1 for a minute.
  @Suite("keeps many invocations apart", .serialized)
  struct CrowdTests {
    static let rounds: Duration =
      ProcessInfo.processInfo.environment["PLUGRUN_LONG"] == nil ? .seconds(3) : .seconds(60)

    /// Kinds that are over by themselves or by their deadline, mixed.
    static let hostile = [
      "cpu/006-pcall-swallow", "cpu/012-xpcall-handler-loop", "cpu/021-coroutine-resume-swallow",
      "library/006-pat-optional-exponential", "library/020-table-move-huge",
      "memory/003-many-tables", "memory/014-oom-swallow-forever", "stack/003-overflow-in-handler",
      "racing/001-yield-storm", "racing/018-wait-at-deadline", "racing/019-wait-past-deadline",
      "hostcalls/001-effects-after-stop", "hostcalls/003-call-storm", "rewind/008a-success-attack",
      "errors/004-error-tostring-loop", "conflicts/005-world-is-new",
    ]

    @Test("64 at once, half of them hostile", .timeLimit(.minutes(5)))
    func crowd() async throws {
      let scripts = try Self.hostile.map { try HostileCorpus.script($0) }
      let plugins = scripts.enumerated().map { index, script in
        HostilePlugin("crowd-\(index)", attack: script.handler, seconds: 0.2)
      }
      let honest = (0..<8).map {
        HostilePlugin("honest-\($0)", attack: "return function() end", seconds: 30)
      }
      let host = try HostileHost(plugins + honest)
      let trials = Recorder()
      let clock = ContinuousClock()
      let end = clock.now + Self.rounds
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<32 {
          let script = scripts[number % scripts.count]
          let plugin = plugins[number % plugins.count]
          group.addTask {
            repeat {
              trials.add(script, await host.handle(plugin, "attack"))
            } while clock.now < end
          }
        }
        for number in 0..<32 {
          let plugin = honest[number % honest.count]
          group.addTask {
            repeat {
              let outcome = await host.handle(plugin, "harmless")
              trials.addHonest(outcome)
            } while clock.now < end
          }
        }
      }
      let (all, honestCount, complaints) = trials.all
      #expect(complaints.prefix(5).joined(separator: "\n") == "")
      #expect(honestCount >= 32)
      var table = OvershootTable()
      table.add(all)
      print(
        "64 at once on \(ProcessInfo.processInfo.activeProcessorCount) processors, \(honestCount) honest\n\(table.text)"
      )
      // 32 endless scripts share the processors, and each sees its stop only in its turn: a turn comes
      // after the slices of all others.
      #expect(table.overshoot(share: 1) < 3000)
    }

    /// What came of all of them.
    private final class Recorder: Sendable {
      private struct State {
        var trials: [HostileTrial] = []
        var honest = 0
        var complaints: [String] = []
      }

      private let state = Locked(State())

      func add(_ script: HostileScript, _ outcome: Outcome) {
        var trial = HostileTrial(script)
        trial.outcome = outcome
        // By the budget: how long the caller, one of 64 tasks, waits for its own turn is not counted.
        if outcome.kind == .timedOut { trial.overshoot = max(0, outcome.budget.used - 0.2) * 1000 }
        if outcome.kind == .hostFault { trial.complaints.append("ended as hostFault") }
        let bad = [outcome.error?.message ?? ""].filter {
          $0.hasPrefix("ESCAPE:") || $0.hasPrefix("BUG:")
        }
        state.change { state in
          state.trials.append(trial)
          state.complaints += bad + trial.complaints
        }
      }

      func addHonest(_ outcome: Outcome) {
        var keysAside = outcome.result
        if case .object(var object)? = keysAside {
          object["keys"] = []
          keysAside = .object(object)
        }
        let isWhole =
          outcome.kind == .completed && keysAside == HostilePlugin.harmlessResult(keys: [])
        state.change { state in
          state.honest += 1
          if !isWhole {
            state.complaints.append(
              "an honest one ended as \(outcome.kind): \(outcome.error?.message ?? "")")
          }
        }
      }

      var all: ([HostileTrial], Int, [String]) {
        state.read { ($0.trials, $0.honest, $0.complaints) }
      }
    }
  }
}
