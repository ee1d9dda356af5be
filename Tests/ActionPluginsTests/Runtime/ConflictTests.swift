import Notifications
import Testing

@testable import ActionPlugins

extension RuntimeTests {
  @Suite("A conflict")
  struct ConflictTests {
    /// Writes to the shared space in the midst of each of the first `times` runs.
    private func app(
      _ script: String, times: Int = 1, limits: PluginLimits = .default,
      write: @escaping @Sendable (PluginRuntime, Int) async throws -> Void
    ) throws -> (TestApp, Recorded<HostFunctionCall>) {
      let app = try TestApp(script, functions: ["meet", "ask"], limits: limits)
      let calls = Recorded<HostFunctionCall>()
      let runtime = app.runtime
      try runtime.register("meet") { call in
        let number = calls.note(call)
        if number <= times { try await write(runtime, number) }
        return .integer(Int64(number))
      }
      return (app, calls)
    }

    struct Read: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let read: String
      let key: Identifier
      let value: JSONValue?

      init(_ name: String, _ read: String, _ key: Identifier, _ value: JSONValue?) {
        testDescription = name
        self.read = read
        self.key = key
        self.value = value
      }
    }

    @Test(
      "with a read runs the handler again",
      arguments: [
        Read("of a value that changes", "space.get('n')", "n", 2),
        Read("of a value that is removed", "space.get('n')", "n", nil),
        Read("of a value that is written again", "space.get('n')", "n", 1),
        Read("of an absent key that appears", "space.get('new')", "new", 1),
        Read("of the keys", "space.keys()", "new", 1),
        Read("of the keys of a prefix", "space.keys('ne')", "new", 1),
        Read("by an update", "space.update('n', function(old) return (old or 0) + 1 end)", "n", 2),
      ])
    func rerun(_ read: Read) async throws {
      let (app, _) = try app(
        """
        return function(response)
          local space = storage.shared("unread")
          \(read.read)
          host.meet()
          storage.set("done", true)
        end
        """
      ) { runtime, _ in
        if let value = read.value {
          try await runtime.space("unread").set(read.key, value)
        } else {
          try await runtime.space("unread").remove(read.key)
        }
      }
      try await app.runtime.space("unread").set("n", 1)
      let outcome = await app.handle()
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.attempts == 2)
    }

    @Test(
      "is none where nothing that was read changed",
      arguments: [
        ("an increment", "space.increment('n')"), ("a blind write", "space.set('n', 5)"),
        ("another key", "space.get('other')"), ("another prefix", "space.keys('o')"),
      ])
    func none(name: String, use: String) async throws {
      let (app, calls) = try app(
        """
        return function(response)
          local space = storage.shared("unread")
          \(use)
          host.meet()
        end
        """
      ) { runtime, _ in try await runtime.space("unread").set("n", 1) }
      let outcome = await app.handle()
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.attempts == 1)
      #expect(calls.count == 1)
    }

    @Test("loses no update: an increment is added to what others wrote")
    func increment() async throws {
      let (app, _) = try app(
        "return function() storage.shared('unread').increment('n', 3); host.meet() end"
      ) { runtime, _ in try await runtime.space("unread").set("n", 10) }
      let outcome = await app.handle()
      #expect(outcome.storage.shared["unread"]?.set == ["n": 13])
      #expect(try await app.shared("n") == 13)
    }

    @Test("starts from nothing: staged effects of the run before are gone, its log stays")
    func dropsStaged() async throws {
      let (app, _) = try app(
        """
        return function(response)
          local space = storage.shared("unread")
          local n = space.get("n", 0)
          log.info("run " .. n)
          reply.send { text = "n is " .. n }
          if n == 0 then storage.set("first", true); notifications.post { title = "first" } end
          host.meet()
        end
        """
      ) { runtime, _ in try await runtime.space("unread").set("n", 1) }
      let outcome = await app.handle()
      #expect(outcome.replies.map(\.text) == ["n is 1"])
      #expect(outcome.notifications == [])
      #expect(outcome.storage.own.set == [:])
      #expect(outcome.log.map { "\($0.attempt) \($0.message)" } == ["1 run 0", "2 run 1"])
    }

    @Test(
      "is run again where it made the handler fail",
      arguments: [
        ("with an error", "error('torn')"), ("with a wrong word", "return 'torn'"),
        ("without memory", "local t = {} for i = 1, 1e9 do t[i] = i end"),
      ])
    func failedOnMixture(name: String, failure: String) async throws {
      let (app, _) = try app(
        """
        return function(response)
          local space = storage.shared("unread")
          local before = space.get("a", 0)
          host.meet()
          if before ~= space.get("b", 0) then \(failure) end
        end
        """
      ) { runtime, _ in
        try await runtime.space("unread").set("a", 1)
        try await runtime.space("unread").set("b", 1)
      }
      let outcome = await app.handle()
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.attempts == 2)
    }

    @Test("ends as conflict after eight re-runs, with nothing applied", arguments: [0, 2, 8])
    func beaten(reruns: Int) async throws {
      var limits = PluginLimits.default
      limits.reruns = reruns
      let (app, calls) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          storage.set("mine", n)
          host.meet(n)
        end
        """, times: 100, limits: limits
      ) { runtime, number in
        try await runtime.space("unread").set("n", .integer(Int64(number)))
      }
      let outcome = await app.handle("reply", text: "typed")
      #expect(outcome.summary == "conflict dismissAndForwardAction")
      #expect(outcome.attempts == reruns + 1)
      #expect(calls.count == reruns + 1)
      #expect(outcome.userText == "typed")
      #expect(outcome.leftNothing)
      #expect(outcome.error == nil)
    }

    @Test("is won on the last re-run")
    func wonAtLast() async throws {
      let (app, _) = try app(
        """
        return function(response)
          local n = storage.shared("unread").get("n", 0)
          host.meet(n)
          return { result = n }
        end
        """, times: 8
      ) { runtime, number in
        try await runtime.space("unread").set("n", .integer(Int64(number)))
      }
      let outcome = await app.handle()
      #expect(outcome.summary == "completed dismiss")
      #expect(outcome.attempts == 9)
      #expect(outcome.result == 8)
    }

    @Test("gives a turn after the third one: writers wait, and nobody starves")
    func turn() async throws {
      let app = try TestApp(
        """
        return function(response)
          local space = storage.shared("unread")
          local n = space.get("n", 0)
          local sum = 0
          for i = 1, 300000 do sum = sum + i end
          space.set("n", n + 1)
        end
        """)
      let space = app.runtime.space("unread")
      let isOver = Latch()
      let writer = Task {
        var writes = 0
        while !Task.isCancelled {
          try await space.set("n", .integer(Int64(writes)))
          writes += 1
        }
        isOver.open()
        return writes
      }
      for date in 1...5 {
        let outcome = await app.handle(date: Int64(date))
        #expect(outcome.kind == .completed)
        #expect(outcome.attempts <= 5)
      }
      writer.cancel()
      #expect(try await writer.value > 0)
    }

    @Test("between many writers of one key loses nothing")
    func manyWriters() async throws {
      let app = try TestApp(
        """
        return function(response)
          storage.shared("unread").update("n", function(n) return (n or 0) + 1 end)
        end
        """)
      let space = app.runtime.space("unread")
      let counts = await withTaskGroup(of: Int.self) { group in
        for number in 0..<60 {
          group.addTask {
            await app.handle(date: Int64(number)).kind == .completed ? 1 : 0
          }
          group.addTask {
            let updated = try? await space.update("n") { old in
              if case .integer(let old)? = old { .integer(old + 1) } else { 1 }
            }
            return updated == nil ? 0 : 1
          }
        }
        return await group.reduce(0, +)
      }
      #expect(counts == 120)
      #expect(try await app.shared("n") == 120)
    }
  }
}
