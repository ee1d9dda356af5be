import Notifications
import Synchronization
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("Under load")
  struct SoakTests {
    private static let script = """
      seen = seen or 0
      return function(response)
        seen = seen + 1
        local mode = response.userText
        local kept = storage.increment("count")
        storage.set("last", { seen = seen, big = string.rep("x", 2000) })
        log.info(seen)
        if mode == "complete" then return { result = seen } end
        if mode == "reply" then reply.send { text = mode }; return { result = seen } end
        if mode == "error" then error({ "table" }) end
        if mode == "deep" then local function f() return 1 + f() end return f() end
        if mode == "return" then return "nothing" end
        if mode == "permission" then storage.shared("nobody") end
        if mode == "memory" then local t = {} for i = 1, 1e9 do t[i] = i end end
        if mode == "auth" then auth.require("why") end
        if mode == "coroutine" then
          coroutine.wrap(function() host.ask(); error("inside") end)()
        end
        if mode == "host" then return { result = host.ask() == nil and seen } end
      end
      """

    private static let modes: [(String, Outcome.Kind)] = [
      ("complete", .completed), ("error", .failed), ("reply", .completed), ("deep", .outOfMemory),
      ("host", .completed), ("return", .failed), ("complete", .completed),
      ("permission", .failed), ("reply", .completed), ("memory", .outOfMemory),
      ("host", .completed), ("auth", .authenticationRequired), ("complete", .completed),
      ("coroutine", .failed),
    ]

    /// 3,000 responses, or 100,000 with `PLUGRUN_LONG=1`, half of them failing in different ways.
    @Test("every response has one outcome, no state is carried over, and memory stays flat")
    func soak() async throws {
      let count = ProcessUse.isLong ? 100_000 : 3000
      var limits = PluginLimits.default
      limits.memoryBytes = 512 << 10
      let sender = CountingSender()
      let app = try TestApp(
        Self.script, functions: ["ask"],
        device: FixedDevice(isUnlocked: true, answer: .refused), sender: sender, limits: limits,
        configure: { $0.records = 200 })
      try app.folder.write(
        """
        {"api": 1, "identifier": "com.example.slow", "version": "1", "categories": [
          {"identifier": "slow", "defaultHandler": "main.lua"}], "limits": {"seconds": 0.02}}
        """, to: "slow/plugin.json")
      try app.folder.write("return function() while true do end end", to: "slow/main.lua")
      try app.runtime.reload()
      try app.runtime.register("ask") { _ in throw HostTrouble("down") }
      var memory: [Int] = []
      let batch = 500
      for start in stride(from: 0, to: count, by: batch) {
        await withTaskGroup(of: Void.self) { group in
          for worker in 0..<4 {
            group.addTask {
              for number in stride(from: start + worker, to: start + batch, by: 4) {
                await Self.handle(number, app)
              }
            }
          }
        }
        if start >= batch * 2 { ProcessUse.residentBytes.map { memory.append($0) } }
      }
      let replies = (0..<count).count { Self.mode(of: $0)?.0 == "reply" }
      #expect(sender.count == replies)
      guard let first = memory.first, let last = memory.last else { return }
      // Other tests run in this process at the same time; in a long run they have ended.
      let room = (ProcessUse.isLong ? 8 : 24) << 20
      #expect(last - first < room, "grew from \(first) to \(last) bytes")
    }

    /// `nil`: the response goes to the plugin that never ends.
    private static func mode(of number: Int) -> (String, Outcome.Kind)? {
      number % 100 == 99 ? nil : modes[number % modes.count]
    }

    private static func handle(_ number: Int, _ app: TestApp) async {
      guard let (mode, kind) = mode(of: number) else {
        let outcome = await app.runtime.handle(
          TestApp.response(
            ActionIdentifier.default.rawValue, date: Int64(number), category: "slow"))
        #expect(outcome.kind == .timedOut)
        return
      }
      let outcome = await app.handle("reply", text: mode, date: Int64(number))
      #expect(outcome.kind == kind, "\(mode): \(outcome.summary)")
      #expect(!outcome.redelivered)
      #expect(outcome.attempts == 1)
      #expect(outcome.logged == ["1"])
      if kind == .completed { #expect(outcome.result == 1) }
      #expect(outcome.userText == (kind == .completed ? nil : mode))
    }

    #if DEBUG
      // Code that is not optimised keeps larger frames of suspended functions.
      private static let bytesEach = 96 << 10
    #else
      private static let bytesEach = 64 << 10
    #endif

    /// 2,000 invocations, or 10,000 with `PLUGRUN_LONG=1`.
    @Test("waiting takes no thread and little memory, and all are cancelled within a second")
    func waiting() async throws {
      let count = ProcessUse.isLong ? 10_000 : 2000
      let latch = Latch()
      // The host function does not heed its cancellation: nobody waits for it.
      let app = try TestApp(
        """
        local function help(n) if n == 0 then return host.wait() end return (help(n - 1)) end
        return function(response) return help(10) end
        """, functions: ["wait"])
      try app.runtime.register("wait") { _ in
        await latch.wait()
        return nil
      }
      let (before, threadsBefore) = (ProcessUse.residentBytes, ProcessUse.threads)
      let tasks = (0..<count).map { number in
        Task { await app.handle(date: Int64(number)) }
      }
      #expect(await eventually { latch.arrived == count })
      if let before, let after = ProcessUse.residentBytes {
        let each = (after - before) / count
        // The notes of ThreadSanitizer count as well.
        if !ProcessUse.isThreadSanitized {
          #expect(each <= Self.bytesEach, "\(each) bytes each")
        }
      }
      if let threadsBefore, let threads = ProcessUse.threads {
        #expect(threads - threadsBefore <= 70, "\(threads) threads, \(threadsBefore) before")
      }
      let start = ContinuousClock.now
      for task in tasks { task.cancel() }
      var cancelled = 0
      for task in tasks where await task.value.kind == .cancelled { cancelled += 1 }
      let time = ContinuousClock.now - start
      #expect(cancelled == count)
      #expect(time < .seconds(ProcessUse.isThreadSanitized ? 10 : 1), "took \(time)")
      latch.open()
    }
  }
}

/// Sends everything and keeps nothing but the number.
private final class CountingSender: ReplySender {
  private let sent = Atomic<Int>(0)

  var count: Int { sent.load(ordering: .relaxed) }

  func send(_ reply: Reply) async throws -> SendResult {
    sent.add(1, ordering: .relaxed)
    return .sent
  }
}
