import ActionPlugins
import CBenchFloor

/// One response from its JSON text to its outcome, through the whole runtime.
enum HandleRow {
  private static let batch = 20

  static let row = Row(
    id: "handle", goal: 1.3, unit: .ratio,
    summary: "a response end to end against an isolated invocation and a thread hop"
  ) { seconds in
    let bundle = try TemporaryBundle(SampleScripts.reply)
    let runtime = try PluginRuntime(
      bundles: .directory(bundle.path), container: .inMemory,
      device: FixedDevice(isUnlocked: true, answer: .granted))
    let sandbox = try Sandbox(SampleScripts.reply)
    guard let hop = unsafe bench_hop_open() else { throw BenchFailure("no thread for the hop") }
    defer { unsafe bench_hop_close(hop) }
    let fixed = SampleResponse()
    let collector = EffectCollector()
    var numbered = SampleResponse()
    var number = 0
    return try await Pairs.ratio(seconds: seconds) {
      for _ in 0..<batch {
        number += 1
        numbered.renumber(number)
        let response = try ResponseFile.read(numbered.bytes, now: Timestamp(milliseconds: 0))
        let outcome = await runtime.handle(response)
        guard outcome.kind == .completed, !outcome.redelivered else {
          throw BenchFailure("the outcome is \(outcome.kind)")
        }
      }
    } to: {
      for _ in 0..<batch {
        try sandbox.runNow(fixed, effects: IsolatedRows.effects, keptIn: collector)
      }
      for _ in 0..<batch { unsafe bench_hop_once(hop) }
    }
  }
}
