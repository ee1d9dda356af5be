import LuaSandbox
import Testing

@testable import ActionPlugins

extension HostileTests {
  /// The corpus through the public API. The table that this prints is the one of the
  /// documentation's page on the sandbox.
  @Suite("holds every script of the corpus", .serialized)
  struct CorpusTests {
    /// How a runtime's script threads are made in one pass.
    struct Pass: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let executor: ScriptExecutor.Configuration
    }

    /// 512 KiB, or what the Lua at hand needs: more where it was built without optimization.
    static let smallStack = max(512 << 10, ScriptExecutor.leastStackBytes)

    static var passes: [Pass] {
      let usual = [
        Pass(testDescription: "the normal stack", executor: .init()),
        Pass(
          testDescription: "a stack of \(smallStack >> 10) KiB",
          executor: .init(stackBytes: smallStack)),
      ]
      // A sanitizer sees nothing inside an arena.
      let separate = Pass(
        testDescription: "one allocation a block", executor: .init(oneBlockEach: true))
      if Sanitizer.isAddress { return [usual[0], separate] }
      return HostileRun.pace > 1 ? usual + [separate] : usual
    }

    @Test("on", .timeLimit(.minutes(5)), arguments: passes)
    func holds(_ pass: Pass) async throws {
      let scripts = try HostileCorpus.scripts().filter { script in
        // ThreadSanitizer looks at each byte that strcoll reads: half a minute for 40 ms.
        !(Sanitizer.isThread && script.name == "library/047-compare-nul-strings")
      }
      let all = scripts + scripts.compactMap(\.twin)
      var trials: [HostileTrial] = []
      for kind in Set(all.map(\.kind)).sorted() {
        let run = try HostileRun(all.filter { $0.kind == kind }) { $0.executor = pass.executor }
        trials += await run.trials()
      }
      for trial in trials {
        let about = Comment(
          rawValue: trial.script.name + (trial.script.isTwin ? " (late)" : "") + ": "
            + trial.script.about)
        for complaint in trial.complaints { Issue.record("\(about): \(complaint)") }
      }
      var table = OvershootTable()
      table.add(trials)
      print("Hostile scripts on \(pass.testDescription)\n\(table.text)")
    }
  }
}
