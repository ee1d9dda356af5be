import Foundation
import Notifications
import Synchronization
import Testing

@testable import ActionPlugins

extension HostileTests {
  /// Memory that ends at the worst instant: at each allocation of a handler in turn.
  @Suite("survives a refused allocation", .serialized)
  struct AllocationFailureTests {
    /// A bit of everything, with calls of every kind.
    static let handler = """
      return function(response)
        local words = {}
        for word in (response.userText .. " one two three"):gmatch("%a+") do words[#words + 1] = word end
        table.sort(words, function(a, b) return a > b end)
        local text = table.concat(words, ","):gsub("%a+", string.upper)
        storage.set("words", json.array(words))
        storage.update("count", function(old) return (old or 0) + 1 end)
        storage.increment("sum", 2)
        storage.shared("common").set("text", text)
        files.write("file", ("x"):rep(5000))
        local co = coroutine.wrap(function(...) coroutine.yield(host.echo(...)) end)
        local answer = co(text, {1, {2}}, json.null)
        reply.send { text = text, userInfo = { answer = answer } }
        notifications.post { title = text, after = 5 }
        log.info(setmetatable({}, {__tostring = function() return text end}), { words = #words })
        local decoded = json.decode(json.encode({ a = { 1, 2.5, "x" }, b = answer }))
        return { result = { text = text, length = #files.read("file"), decoded = decoded } }
      end
      """

    @Test("at each allocation in turn", .timeLimit(.minutes(5)), arguments: [false, true])
    func everyAllocation(oneBlockEach: Bool) async throws {
      let plugin = HostilePlugin("typical", attack: Self.handler, seconds: 10)
      let count = Box()
      let host = try HostileHost([plugin]) { configuration in
        configuration.executor.oneBlockEach = oneBlockEach
        configuration.executor.failingAllocation = { count.value }
      }
      let whole = await host.handle(plugin, "attack")
      try #require(whole.kind == .completed, "\(whole.error?.message ?? "")")
      var refused = 0
      for number in 1...5000 {
        count.value = number
        let outcome = await host.handle(plugin, "attack")
        count.value = nil
        if outcome.kind == .completed {
          #expect(outcome.result == whole.result)
          break
        }
        refused += 1
        try #require(
          outcome.kind == .outOfMemory, "\(number): \(outcome.kind) \(outcome.error?.message ?? "")"
        )
        #expect(outcome.replies.isEmpty && outcome.notifications.isEmpty)
        #expect(outcome.storage == Outcome.StorageReport())
        #expect(outcome.files == Outcome.FilesReport())
      }
      #expect(refused > 100)
      #expect(refused < 5000)
      let after = await host.handle(plugin, "attack")
      #expect(after.kind == .completed)
      #expect(after.result == whole.result)
    }

    /// The number of the allocation to refuse, set between runs.
    private final class Box: Sendable {
      private let number = Mutex<Int?>(nil)

      var value: Int? {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
      }
    }
  }
}
