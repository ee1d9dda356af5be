/// One invocation at the sandbox's synchronous entry: JSON text in, effects out.
enum IsolatedRows {
  /// How many effects the sample's handler has.
  static let effects = 3
  /// So few that most batches end before the system gives the core to somebody else.
  private static let batch = 20

  static let fresh = Row(
    id: "isolated-fresh", goal: 0.25, unit: .ratio,
    summary: "an isolated invocation against a fresh C state"
  ) { seconds in
    let sandbox = try Sandbox(SampleScripts.reply)
    let response = SampleResponse()
    let collector = EffectCollector()
    return try await Pairs.ratio(seconds: seconds) {
      for _ in 0..<batch {
        try sandbox.runNow(response, effects: effects, keptIn: collector)
      }
    } to: {
      for _ in 0..<batch {
        try Floor(SampleScripts.reply).call(response, effects: effects)
      }
    }
  }

  static let warm = Row(
    id: "isolated-warm", goal: 1.3, unit: .ratio,
    summary: "an isolated invocation against a warm, reused C state"
  ) { seconds in
    let sandbox = try Sandbox(SampleScripts.reply)
    let floor = try Floor(SampleScripts.reply)
    let response = SampleResponse()
    let collector = EffectCollector()
    return try await Pairs.ratio(seconds: seconds) {
      for _ in 0..<batch {
        try sandbox.runNow(response, effects: effects, keptIn: collector)
      }
    } to: {
      for _ in 0..<batch { try floor.call(response, effects: effects) }
    }
  }
}
