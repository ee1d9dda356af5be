/// A script that only computes, under its budget, against the plain interpreter.
enum ProcessorRow {
  static let row = Row(
    id: "cpu", goal: 1.05, unit: .ratio,
    summary: "a computing script against the plain interpreter"
  ) { seconds in
    let sandbox = try Sandbox(SampleScripts.processor)
    let floor = try Floor(SampleScripts.processor)
    return try await Pairs.ratio(seconds: seconds) {
      let result = sandbox.runBareNow(seconds: 30)
      guard case .returned = result.ending else {
        throw BenchFailure("the run ended as \(result.ending)")
      }
    } to: {
      try floor.callBare()
    }
  }
}
