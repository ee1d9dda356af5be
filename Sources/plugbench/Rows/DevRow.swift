import ActionPlugins
import CBenchFloor
import LuaSandbox
import Notifications

enum DevRow {
  static func least(_ name: String, _ batch: Int = 100, _ work: () async throws -> Void) async throws {
    var best = Double.infinity
    for _ in 0..<300 {
      let t = try await Pairs.time { for _ in 0..<batch { try await work() } }
      best = min(best, t / Double(batch))
    }
    StandardStreams.complain("\(name): \((best * 1e9).rounded() / 1000) µs")
  }

  static let row = Row(id: "dev", goal: 1, unit: .ratio, summary: "") { _ in
    let sandbox = try Sandbox(SampleScripts.reply)
    let empty = try Sandbox("return function(response) return 'dismiss' end")
    let floor = try Floor(SampleScripts.reply)
    let emptyFloor = try Floor("return function(response) return 'dismiss' end")
    let response = SampleResponse()
    try await least("floor warm") { try floor.call(response, effects: 3) }
    try await least("floor warm, empty handler") { try emptyFloor.call(response, effects: 0) }
    try await least("floor fresh", 20) { try Floor(SampleScripts.reply).call(response, effects: 3) }
    try await least("isolated") { try sandbox.runNow(response, effects: 3) }
    try await least("isolated, empty handler") { try empty.runNow(response, effects: 0) }
    let reader = JSONReader()
    try await least("JSONReader.read") { _ = try reader.read(response.bytes) }
    try await least("isolated no args") { _ = empty.runBareNow(seconds: 30) }
    let hop = unsafe bench_hop_open()!
    try await least("hop") { unsafe bench_hop_once(hop) }
    let bundle = try TemporaryBundle(SampleScripts.reply)
    let runtime = try PluginRuntime(
      bundles: .directory(bundle.path), container: .inMemory,
      device: FixedDevice(isUnlocked: true, answer: .granted))
    try await least("ResponseFile.read") { _ = try ResponseFile.read(response.bytes, now: Timestamp(milliseconds: 0)) }
    try await least("perform hop") { await sandbox.executor.perform {} }
    var numbered = response
    var number = 0
    try await least("handle", 20) {
      number += 1
      numbered.renumber(number)
      let response = try ResponseFile.read(numbered.bytes, now: Timestamp(milliseconds: 0))
      _ = await runtime.handle(response)
    }
    return Measurement(value: 0, spread: 0)
  }
}
