import ActionPlugins
import CBenchFloor
import Synchronization

/// What an invocation that waits for a function of the host keeps in memory, all of it counted.
enum WaitingRow {
  private static let step = 500
  private static let steps = 5

  static let row = Row(
    id: "waiting-memory", goal: 64, unit: .kibibytes,
    summary: "memory that an invocation holds while it waits for the host"
  ) { _ in
    guard bench_resident_bytes() > 0 else {
      throw Skip(reason: "this system does not tell a process's resident memory in a file")
    }
    let bundle = try TemporaryBundle(SampleScripts.waiting, function: "bench.wait")
    let runtime = try PluginRuntime(
      bundles: .directory(bundle.path), container: .inMemory,
      device: FixedDevice(isUnlocked: true, answer: .granted))
    let arrived = Arrivals()
    try runtime.register("bench.wait") { _ in
      arrived.add()
      try await Task.sleep(for: .seconds(3_600))
      return .null
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      var numbered = SampleResponse()
      var samples: [Double] = []
      // The first step also fills the pool of worlds that are kept.
      for round in 0...steps {
        let before = bench_resident_bytes()
        for index in 0..<step {
          numbered.renumber(round * step + index)
          let response = try ResponseFile.read(numbered.bytes, now: Timestamp(milliseconds: 0))
          group.addTask { _ = await runtime.handle(response) }
        }
        try await arrived.reach((round + 1) * step)
        let grown = Double(bench_resident_bytes()) - Double(before)
        if round > 0 { samples.append(grown / Double(step) / 1_024) }
      }
      group.cancelAll()
      try await group.waitForAll()
      return Measurement(medianOf: samples)
    }
  }
}

/// Counts those who wait.
private final class Arrivals: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }

  /// Returns once this many wait, and what their threads still do has settled.
  func reach(_ wanted: Int) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while count.load(ordering: .relaxed) < wanted {
      guard ContinuousClock.now < end else {
        throw BenchFailure("only \(count.load(ordering: .relaxed)) of \(wanted) came to wait")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await Task.sleep(for: .milliseconds(100))
  }
}
