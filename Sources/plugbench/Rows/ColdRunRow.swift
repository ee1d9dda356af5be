/// A whole process: `plugrun run` on the sample, against `lua5.4` that reads the same sample with a
/// JSON reader in Lua and runs the same handler.
enum ColdRunRow {
  static let row = Row(
    id: "cold-run", goal: 4, unit: .ratio,
    summary: "plugrun run as a process against lua5.4 on the same sample"
  ) { seconds in
    let plugrun = try PlugrunBinary.static()
    let bundle = try TemporaryBundle(SampleScripts.reply)
    let response = try bundle.write(SampleResponse.text, to: "response.json")
    let ours = CommandLineOfProcess([plugrun, "run", response, "--plugins", bundle.path])
    let theirs = try ColdRunScript.process(bundle, response: response)
    return try await Pairs.ratio(seconds: seconds) {
      guard ours.run() == 0 else { throw BenchFailure("plugrun failed") }
    } to: {
      guard theirs.run() == 0 else { throw BenchFailure("lua5.4 failed") }
    }
  }
}
