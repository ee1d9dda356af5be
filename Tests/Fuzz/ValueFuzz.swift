import CSandbox
import Notifications

@testable import LuaSandbox

/// Values on their way into a world and out of it, and the matcher.
final class ValueFuzz: Sendable {
  static let shared = ValueFuzz()

  /// Answers every call with its own arguments.
  private final class Echo: ScriptHost {
    func answer(_ call: HostCall) -> HostAnswer {
      .values(call.arguments.indices.map { .argument($0) })
    }
  }

  private let executor = ScriptExecutor(configuration: .init(threads: 1, oneBlockEach: true))
  private let program: ScriptProgram

  private init() {
    let api = SandboxAPI(
      functions: [
        SandboxFunction(
          path: "echo", parameters: "v*", kind: .leaf, isPure: false, mayWait: false,
          isBound: false)
      ], constants: [])
    let script = """
      return function(kind, one, two)
        if kind == "value" then return echo(one, one) end
        if #one > 64 then return end
        pcall(string.find, two, one) pcall(string.gsub, two, one, "%0%1")
        pcall(string.gsub, two, one, {}) pcall(string.match, two, one, -3)
        pcall(function() for a in two:gmatch(one) do end end)
        pcall(string.format, one, two, 1, 2.5) pcall(string.pack, one, 1, two)
        pcall(string.unpack, one, two)
      end
      """
    let loaded = executor.loadNow(
      [ScriptSource(file: "fuzz.lua", bytes: Array(script.utf8))], entry: "fuzz.lua", api: api,
      limits: SandboxLimits(memoryBytes: 1 << 20, valueBytes: 1 << 16, valueDepth: 32),
      loadSeconds: 1)
    guard case .success(let program) = loaded else { preconditionFailure("\(loaded)") }
    self.program = program
  }

  private func run(_ arguments: [JSONValue]) -> RunResult {
    executor.runNow(
      program,
      RunRequest(
        entry: .handle, arguments: arguments, host: Echo(),
        meter: BudgetMeter(limitSeconds: 0.05), reserveSeconds: 0, seed: (1, 2), now: { 0 }))
  }

  /// Bytes as a list of encoded values, read by the host.
  func feedEncoded(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      var reader = unsafe EncodedValueReader(start, count: buffer.count)
      _ = try? reader.list(.values)
    }
  }

  /// A JSON value into Lua, through the host, and back: the same as before, or refused.
  func feedJSON(_ bytes: [UInt8]) {
    guard let value = try? JSONReader(maximumDepth: 32, maximumBytes: 1 << 14).read(bytes) else {
      return
    }
    let ending = run(["value", value]).ending
    guard case .returned(let values) = ending, case .value(let back)? = values.first else { return }
    precondition(back == value || Self.hasEmpty(value), "a value comes back as it was")
  }

  /// The first half as a pattern or format, the rest as its subject.
  func feedPattern(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let length = min(Int(bytes[0]), bytes.count - 1)
    let pattern = String(decoding: bytes[1..<(length + 1)], as: UTF8.self)
    let subject = String(decoding: bytes[(length + 1)...], as: UTF8.self)
    _ = run(["pattern", .string(pattern), .string(subject)])
  }

  /// Whether null members, which a response leaves out, are among it.
  private static func hasEmpty(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .array(let items): items.contains(where: hasEmpty)
    case .object(let object): object.contains { hasEmpty($0.value) }
    default: false
    }
  }
}
