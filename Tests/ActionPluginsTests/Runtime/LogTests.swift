import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("The log")
  struct LogTests {
    @Test(
      "is kept whatever becomes of the invocation",
      arguments: [
        ("", Outcome.Kind.completed), ("error('no')", .failed), ("while true do end", .timedOut),
        ("local t = {} for i = 1, 1e9 do t[i] = i end", .outOfMemory),
        ("auth.require('why')", .authenticationRequired),
      ])
    func kept(ending: String, kind: Outcome.Kind) async throws {
      let app = try TestApp(
        """
        return function(response)
          log.debug("a", { n = 1 }); log.info("b"); log.warn(nil); log.error({}, {})
          print("c", 1, nil, 2.0)
          \(ending)
        end
        """, seconds: 0.3, device: FixedDevice(isUnlocked: true, answer: .refused))
      let outcome = await app.handle()
      #expect(outcome.kind == kind)
      #expect(outcome.log.map(\.level) == [.debug, .info, .warn, .error, .info])
      #expect(outcome.logged.prefix(3) == ["a", "b", "nil"])
      #expect(outcome.logged.last == "c\t1\tnil\t2.0")
      #expect(outcome.log.map(\.fields).first == ["n": 1])
      #expect(outcome.log.allSatisfy { $0.attempt == 1 })
    }

    @Test("keeps 200 lines and counts the rest", arguments: [(200, 0), (201, 1), (1000, 800)])
    func lines(written: Int, dropped: Int) async throws {
      let app = try TestApp("return function() for i = 1, \(written) do log.info(i) end end")
      let outcome = await app.handle()
      #expect(outcome.log.count == 200)
      #expect(outcome.logDropped == dropped)
      #expect(outcome.logged.last == "200")
    }

    @Test(
      "cuts a line of more than 2,048 bytes on a character boundary",
      arguments: [
        ("string.rep('x', 2048)", 2048, false), ("string.rep('x', 2049)", 2048, true),
        ("string.rep('é', 1024)", 2048, false), ("string.rep('é', 1025)", 2047, true),
        ("string.rep('👨‍👩‍👧', 200)", 2037, true), ("string.rep('🇬🇷', 300)", 2043, true),
      ])
    func cut(message: String, bytes: Int, isCut: Bool) async throws {
      let app = try TestApp("return function() log.info(\(message)) end")
      let line = try #require(await app.handle().logged.first)
      #expect(line.utf8.count == bytes)
      #expect(line.hasSuffix("…") == isCut)
      #expect(!line.contains("\u{FFFD}"))
    }
  }
}
