import Notifications
import Testing

@testable import LuaSandbox

/// A loaded script with everything a run of it needs.
struct Loaded {
  static let api = SandboxAPI(
    functions: [
      SandboxFunction(path: "echo", parameters: "v*"),
      SandboxFunction(path: "data", parameters: "b"),
      SandboxFunction(path: "print", parameters: "r*"),
      SandboxFunction(path: "keep", parameters: "k"),
      SandboxFunction(path: "wait", parameters: "v", mayWait: true),
      SandboxFunction(path: "pureNow", parameters: "", isPure: true),
      SandboxFunction(path: "space.update", parameters: "vf", kind: .update, isBound: true),
      SandboxFunction(path: "space.get", parameters: "v", isBound: true),
      SandboxFunction(path: "space.shared", parameters: "v", kind: .space),
    ],
    constants: [("plugin.identifier", "com.example.test")])

  let executor: ScriptExecutor
  let program: ScriptProgram

  /// Loads a handler file named `main.lua`, beside other files.
  init(
    _ script: String, files: [String: String] = [:], memoryBytes: Int = 8 << 20,
    loadHost: (any ScriptHost)? = nil,
    executor: ScriptExecutor = ScriptExecutor(configuration: .init(threads: 2))
  ) async throws {
    var sources = [ScriptSource(file: "main.lua", bytes: Array(script.utf8))]
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      sources.append(ScriptSource(file: file, bytes: Array(text.utf8)))
    }
    self.executor = executor
    program = try await executor.load(
      sources, entry: "main.lua", api: Self.api, limits: SandboxLimits(memoryBytes: memoryBytes),
      loadSeconds: 5, host: loadHost
    ).get()
  }

  static let echo = ClosureHost(api) { name, call in
    switch name {
    case "keep": .values([.argument(0)])
    default:
      .values(
        call.arguments.map {
          switch $0 {
          case .value(let value): .value(value)
          case .bytes(let bytes): .bytes(bytes)
          case .invalid(let invalid): .value(.string("\(invalid.reason) \(invalid.path)"))
          case .none, .function: .none
          }
        })
    }
  }

  func request(
    _ arguments: [JSONValue] = [], entry: ScriptEntry = .handle,
    host: any ScriptHost = Loaded.echo, meter: BudgetMeter = BudgetMeter(limitSeconds: 1000),
    reserveSeconds: Double = 0
  ) -> RunRequest {
    RunRequest(
      entry: entry, arguments: arguments, host: host, meter: meter,
      reserveSeconds: reserveSeconds, seed: (1, 2), now: { 1_700_000_000 })
  }

  func run(
    _ arguments: [JSONValue] = [], entry: ScriptEntry = .handle,
    host: any ScriptHost = Loaded.echo, meter: BudgetMeter = BudgetMeter(limitSeconds: 1000),
    reserveSeconds: Double = 0
  ) async -> RunResult {
    await executor.run(
      program,
      request(arguments, entry: entry, host: host, meter: meter, reserveSeconds: reserveSeconds))
  }
}

extension RunResult {
  /// The values returned; records an issue for any other ending.
  func values(_ location: SourceLocation = #_sourceLocation) -> [HostArgument] {
    if case .returned(let values) = ending { return values }
    Issue.record("ended as \(ending)", sourceLocation: location)
    return []
  }

  var raised: ScriptError? {
    if case .raised(let error) = ending { return error }
    return nil
  }

  var stop: StopReason? {
    if case .stopped(let reason, _) = ending { return reason }
    return nil
  }

  var stoppedAt: ScriptError? {
    if case .stopped(_, let error) = ending { return error }
    return nil
  }

  var isOutOfMemory: Bool {
    if case .outOfMemory = ending { return true }
    return false
  }
}

/// Waits until a condition holds; gives up after a time that only a hang takes.
func until(
  _ what: String, _ location: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
  for _ in 0..<20_000 {
    if condition() { return }
    try? await Task.sleep(for: .milliseconds(1))
  }
  Issue.record("never: \(what)", sourceLocation: location)
}

/// Sleeps until its task is cancelled; the answer of a host function that never comes.
@Sendable func never() async -> HostAnswer {
  while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  return .values([.value("too late")])
}
