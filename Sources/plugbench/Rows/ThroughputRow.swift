import LuaSandbox

/// A thousand invocations queued at once, against the same thousand at the synchronous entry on one
/// thread a core.
enum ThroughputRow {
  private static let queued = 1_000

  static let row = Row(
    id: "throughput", goal: 1.5, unit: .ratio,
    summary: "1,000 queued invocations against the synchronous entry on each core"
  ) { seconds in
    let sandbox = try Sandbox(SampleScripts.reply)
    let cores = Machine.cores
    // Its threads are as good as any others for the synchronous side.
    let threads = ScriptExecutor(configuration: .init(threads: cores))
    let response = SampleResponse()
    return try await Pairs.ratio(seconds: seconds) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<queued {
          group.addTask { try await sandbox.run(response, effects: IsolatedRows.effects) }
        }
        try await group.waitForAll()
      }
    } to: {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for core in 0..<cores {
          let share = queued / cores + (core < queued % cores ? 1 : 0)
          group.addTask {
            let result = await threads.perform {
              Result {
                for _ in 0..<share {
                  try sandbox.runNow(
                    response, effects: IsolatedRows.effects, keptIn: EffectCollector())
                }
              }
            }
            try result.get()
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
