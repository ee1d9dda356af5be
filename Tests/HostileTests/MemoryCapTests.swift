import Foundation
import Notifications
import Testing

@testable import ActionPlugins

extension HostileTests {
  /// Any memory limit works, or says at load that it is too small.
  @Suite("keeps any memory limit", .serialized)
  struct MemoryCapTests {
    static let limits: [Int] =
      [1, 1 << 10, 8 << 10, 16 << 10, 24 << 10, 28 << 10, 32 << 10, 40 << 10, 48 << 10]
      + enough

    /// Every limit from here on has room for a world.
    static let enough: [Int] = [
      64 << 10, 65_537, 80_001, 96 << 10, 128 << 10, 200_000, 256 << 10, 512 << 10, 1 << 20,
      3_000_017, 4 << 20, 8 << 20, 16 << 20, 64 << 20,
    ]

    static let scripts = [
      "tables": "local t = {} while true do t[#t + 1] = {} end",
      "one block": "local s = ('x'):rep(1 << 27)",
      "doubling": "local s = 'x' while true do s = s .. s end",
      "host": "for i = 1, 1e7 do storage.set('key ' .. i, ('v'):rep(100)) end",
      "answers": "for i = 1, 1e6 do host.echo(('x'):rep(9000), i) end",
      "reads": "for i = 1, 1e7 do storage.get('a rather long absent key ' .. i) end",
      "stack": "local function f() return 1 + f() end f()",
      "threads":
        "local t = {} while true do t[#t + 1] = coroutine.wrap(function() coroutine.yield() end) t[#t]() end",
      "patterns": "local s = ('ab'):rep(1 << 12) while true do s = s:gsub('a', 'aab') end",
      "format": "local s = 'x' while true do s = ('%s%s'):format(s, s) end",
      "json": "local t = {} while true do t = {t, t.x, json.encode({('x'):rep(5000)})} end",
    ]

    @Test("with a sentence where it is too small to start", arguments: limits)
    func starts(_ bytes: Int) async throws {
      let plugin = HostilePlugin(
        "cap", attack: "return function() end", seconds: 10, memoryBytes: bytes)
      var limits = HostileHost.limits
      limits.memoryBytes = 64 << 20
      let host = try HostileHost([plugin], limits: limits)
      if let refusal = host.refusal(of: plugin) {
        #expect(!Self.enough.contains(bytes))
        #expect(refusal.contains("memory"), "\(refusal)")
        return
      }
      let outcome = await host.handle(plugin, "harmless")
      #expect([.completed, .outOfMemory].contains(outcome.kind), "\(outcome.kind)")
      #expect(outcome.memory.limit == bytes)
      #expect(outcome.memory.peak <= bytes)
    }

    @Test("as the end of a script that wants more", arguments: enough)
    func ends(_ bytes: Int) async throws {
      let names = Self.scripts.keys.sorted()
      let plugins = names.enumerated().map { index, name in
        HostilePlugin(
          "cap-\(index)", attack: "return function() \(Self.scripts[name] ?? "") end", seconds: 60,
          memoryBytes: bytes)
      }
      var limits = HostileHost.limits
      limits.memoryBytes = 64 << 20
      let host = try HostileHost(plugins, limits: limits)
      for (name, plugin) in zip(names, plugins) {
        // Filling megabytes with small things takes long and shows nothing more.
        guard bytes <= 256 << 10 || ["one block", "doubling", "host"].contains(name) else {
          continue
        }
        let outcome = await host.handle(plugin, "attack")
        let isCaught =
          outcome.kind == .outOfMemory || name == "stack" && outcome.kind == .failed
          // A value or a result above a limit of its own is an error like any other.
          || name == "json" && outcome.kind == .failed
        #expect(isCaught, "\(name): \(outcome.kind) \(outcome.error?.message ?? "")")
        #expect(outcome.memory.peak <= bytes)
        #expect(outcome.storage == Outcome.StorageReport())
      }
    }
  }
}
