import ActionPlugins
import LuaSandbox
import Notifications

/// A script loaded at the sandbox's entry, without the runtime above it.
struct Sandbox: Sendable {
  let executor: ScriptExecutor
  private let program: ScriptProgram
  private let reader = JSONReader()

  /// Loads the script into worlds that have the whole API of handlers.
  init(_ script: StaticString) throws {
    executor = ScriptExecutor()
    let api = APITable().sandboxAPI(constants: [("plugin.identifier", "com.example.bench")])
    program = try executor.loadNow(
      [ScriptSource(file: "handler.lua", bytes: Array(script.description.utf8))],
      entry: "handler.lua",
      api: api, limits: SandboxLimits(), loadSeconds: 10
    ).get()
  }

  /// JSON text in, effects out, on the calling thread; what the collector had is forgotten.
  func runNow(
    _ response: SampleResponse, effects wanted: Int, keptIn collector: EffectCollector
  ) throws {
    collector.forget()
    let result = executor.runNow(program, try request(response, collector))
    try check(result, collector, wanted)
  }

  /// The same on a script thread.
  func run(_ response: SampleResponse, effects wanted: Int) async throws {
    let host = EffectCollector()
    let result = await executor.run(program, try request(response, host))
    try check(result, host, wanted)
  }

  /// Runs a script that wants nothing; the seconds are its budget.
  func runBare(seconds: Double) async -> RunResult {
    await executor.run(program, bareRequest(seconds: seconds))
  }

  /// The same on the calling thread.
  func runBareNow(seconds: Double) -> RunResult {
    executor.runNow(program, bareRequest(seconds: seconds))
  }

  private func bareRequest(seconds: Double) -> RunRequest {
    RunRequest(
      arguments: [], host: EffectCollector(), meter: BudgetMeter(limitSeconds: seconds),
      seed: (1, 2), now: { 1_700_000_000 })
  }

  private func request(
    _ response: SampleResponse, _ host: EffectCollector
  ) throws -> RunRequest {
    RunRequest(
      values: [.flat(try reader.readFlat(response.bytes.span, leavingOutNullMembers: true))],
      host: host,
      meter: BudgetMeter(limitSeconds: 30), seed: (1, 2), now: { 1_700_000_000 })
  }

  private func check(_ result: RunResult, _ host: EffectCollector, _ wanted: Int) throws {
    guard case .returned = result.ending, host.count == wanted else {
      throw BenchFailure("the run ended as \(result.ending) with \(host.count) effects")
    }
  }
}
