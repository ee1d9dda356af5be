import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("storage")
  struct StorageTests {
    static let answers: [AnsweredCall] = [
      AnsweredCall(
        "get gives nothing where the key is absent",
        "return { select('#', storage.get('k')), storage.get('k') == nil }", gives: [1, true]),
      AnsweredCall(
        "get gives the default where the key is absent",
        "return { storage.get('k', 7), storage.get('k', false), storage.get('k', nil) == nil }",
        gives: [7, false, true]),
      AnsweredCall(
        "get hands back the default itself, whatever it is",
        """
        local default = { print }
          return { storage.get('k', default) == default, storage.get('k', print) == print }
        """, gives: [true, true]),
      AnsweredCall(
        "get gives what is stored, even where that is false",
        "storage.set('k', false) return { storage.get('k', 'default') }", gives: [false]),
      AnsweredCall(
        "set, remove and a failing lookup give nothing",
        "return { select('#', storage.set('k', 1)), select('#', storage.remove('k')) }",
        gives: [0, 0]),
      AnsweredCall(
        "set replaces, remove removes, and removing twice is no error",
        """
        storage.set('k', 1) storage.set('k', 2)
          local seen = storage.get('k')
          storage.remove('k') storage.remove('k')
          return { seen, storage.get('k', 'absent') }
        """, gives: [2, "absent"]),
      AnsweredCall(
        "keys are told apart by their bytes",
        """
        storage.set('\\u{E9}', 'composed') storage.set('e\\u{301}', 'decomposed')
          storage.set('K', 'upper') storage.set('k', 'lower')
          return { storage.get('\\u{E9}'), storage.get('e\\u{301}'), storage.get('K'),
            storage.get('k'), #storage.keys() }
        """, gives: ["composed", "decomposed", "upper", "lower", 4]),
      AnsweredCall(
        "keys may hold any text",
        """
        for _, key in ipairs { ' ', 'a\\nb', 'a\\0b', '/', '..', '%', "'" } do
            storage.set(key, key)
            assert(storage.get(key) == key)
          end
          return #storage.keys()
        """, gives: 7),
      AnsweredCall(
        "keys() is an empty array at first",
        "return storage.keys()", gives: []),
      AnsweredCall(
        "keys() sorts by bytes",
        """
        for _, key in ipairs { 'b', 'a', 'B', '\\u{E9}', 'e\\u{301}', 'aa', '', nil } do
            if key ~= '' then storage.set(key, 1) end
          end
          return storage.keys()
        """, gives: ["B", "a", "aa", "b", "e\u{301}", "\u{E9}"]),
      AnsweredCall(
        "keys(prefix) compares bytes",
        """
        for _, key in ipairs { 'caf\\u{E9}', 'cafe\\u{301}', 'cafe', 'CAFE' } do
            storage.set(key, 1)
          end
          return { storage.keys('cafe'), storage.keys('caf\\u{E9}'), storage.keys('x'),
            storage.keys('') }
        """,
        gives: [
          ["cafe", "cafe\u{301}"], ["caf\u{E9}"], [],
          ["CAFE", "cafe", "cafe\u{301}", "caf\u{E9}"],
        ]),
      AnsweredCall(
        "update gives the function the old value, and gives back the new one",
        """
        local olds = {}
          local function change(old) olds[#olds + 1] = old or 'none'; return (old or 0) + 1 end
          return { storage.update('k', change), storage.update('k', change), olds }
        """, gives: [1, 2, ["none", 1]]),
      AnsweredCall(
        "update may work on other keys meanwhile",
        """
        storage.update('a', function()
            storage.set('b', 1)
            return storage.update('c', function() return 2 end) + storage.get('b')
          end)
          return { storage.get('a'), storage.get('b'), storage.get('c') }
        """, gives: [3, 1, 2]),
      AnsweredCall(
        "update whose function raises stores nothing and hands the error on",
        """
        storage.set('k', 1)
          local ok, message = pcall(storage.update, 'k', function() error('no', 0) end)
          return { ok, message, storage.get('k') }
        """, gives: [false, "no", 1]),
      AnsweredCall(
        "update may wait for the host meanwhile",
        """
        storage.set('k', 1)
          return { storage.update('k', function(old) return old + host.ask(old) end),
            storage.get('k') }
        """, gives: [11, 11]),
      AnsweredCall(
        "update takes the first of what its function returns",
        "return { storage.update('k', function() return 1, 2 end), storage.get('k') }",
        gives: [1, 1]),
      AnsweredCall(
        "update may store null",
        "return { storage.update('k', function() return json.null end) == json.null }",
        gives: [true]),
      AnsweredCall(
        "increment counts from nothing, by one where nothing else is said",
        """
        return { storage.increment('k'), storage.increment('k'), storage.increment('k', 10),
            storage.increment('k', -2), storage.increment('k', 0) }
        """, gives: [1, 2, 12, 10, 10]),
      AnsweredCall(
        "increment keeps integers integers, and one float makes a float",
        """
        return { storage.increment('a', 1), storage.increment('a', 2.0), storage.increment('a'),
            storage.increment('b', 0.5) }
        """, gives: [1, 3.0, 4.0, 0.5]),
      AnsweredCall(
        "increment goes on from the invocation's own writes",
        """
        storage.set('a', 5) storage.increment('a', 2)
          storage.set('b', 1) storage.remove('b') storage.increment('b', 3)
          storage.increment('c', 2)
          return { storage.get('a'), storage.get('b'), storage.get('c'), storage.keys() }
        """, gives: [7, 3, 2, ["a", "b", "c"]]),
      AnsweredCall(
        "increment reaches the edges of 64 bits",
        """
        return { storage.increment('a', math.maxinteger), storage.increment('b', math.mininteger),
            storage.increment('a', math.mininteger) }
        """, gives: [.integer(.max), .integer(.min), -1]),
      AnsweredCall(
        "a refused increment changes nothing",
        """
        storage.set('a', math.maxinteger) storage.increment('b', math.maxinteger)
          return { pcall(storage.increment, 'a'), pcall(storage.increment, 'b') == false,
            storage.get('a') == math.maxinteger, storage.get('b') == math.maxinteger }
        """, gives: [false, true, true, true]),
      AnsweredCall(
        "spaces are apart",
        """
        storage.set('k', 'own') storage.protected.set('k', 'protected')
          storage.shared('unread').set('k', 'shared')
          return { storage.get('k'), storage.protected.get('k'), storage.shared('unread').get('k'),
            storage.shared('session').get('k', 'absent') }
        """, gives: ["own", "protected", "shared", "absent"]),
      AnsweredCall(
        "a space has every call, and may be kept in a variable",
        """
        local space = storage.shared('unread')
          space.set('a', 1) space.increment('a') space.update('b', function() return 5 end)
          space.set('c', 1) space.remove('c')
          return { space.get('a'), space.get('b'), space.get('c', 'absent'), space.keys() }
        """, gives: [2, 5, "absent", ["a", "b"]]),
      AnsweredCall(
        "calls ignore what comes behind their last argument",
        "storage.set('k', 1, 2, 3) return storage.get('k', nil, 5)", gives: 1),
    ]

    @Test("does what it says", arguments: answers)
    func answered(_ call: AnsweredCall) async throws {
      try await call.expectAnswered(functions: ["ask"]) {
        try $0.runtime.register("ask") { _ in 10 }
      }
    }

    static let locked: [AnsweredCall] = [
      "storage.protected.get('k')", "storage.protected.get('k', 'default')",
      "storage.protected.keys()", "storage.protected.keys('k')",
    ].map { call in
      AnsweredCall(
        call,
        """
        local value, message, code = \(call)
          return { value == nil, message, code, select('#', \(call)) }
        """, gives: [true, "the device is locked", "locked", 3])
    }

    @Test("answers reads of the protected space as locked, never as absent", arguments: locked)
    func isLocked(_ call: AnsweredCall) async throws {
      try await call.expectAnswered(device: FixedDevice(isUnlocked: false, answer: .refused))
    }

    @Test("keys() sees what others stored and the invocation's own writes")
    func keys() async throws {
      try await AnsweredCall(
        "keys",
        """
        local space = storage.shared('unread')
          space.set('n', 1) space.remove('a') space.set('gone', 1) space.remove('gone')
          space.increment('counted')
          return { space.keys(), space.keys('b') }
        """, gives: [["b", "ba", "counted", "n"], ["b", "ba"]]
      ).expectAnswered { app in
        for key: Identifier in ["ba", "a", "b"] {
          try await app.runtime.space("unread").set(key, 1)
        }
      }
    }

    @Test("increments what others stored, kinds of numbers kept")
    func incrementStored() async throws {
      let outcome = try await AnsweredCall(
        "increment",
        """
        local space = storage.shared('unread')
          return { space.increment('int'), space.increment('float'), space.increment('int', 0.5) }
        """, gives: [8, 1.5, 8.5]
      ).expectAnswered { app in
        try await app.runtime.space("unread").set("int", 7)
        try await app.runtime.space("unread").set("float", 0.5)
      }
      #expect(outcome.storage.shared["unread"]?.set == ["int": 8.5, "float": 1.5])
    }

    @Test("gives a provisional number where another adds meanwhile, and loses nothing")
    func provisional() async throws {
      let app = try TestApp(
        """
        return function()
          local space = storage.shared('unread')
          local seen = space.increment('n', 2)
          host.meet()
          return { result = seen }
        end
        """, functions: ["meet"])
      let runtime = app.runtime
      try runtime.register("meet") { _ in
        try await runtime.space("unread").set("n", 10)
        return nil
      }
      let outcome = await app.handle()
      #expect(outcome.result == 2)
      #expect(outcome.attempts == 1)
      #expect(try await app.shared("n") == 12)
    }

    @Test("of one plugin is not another's")
    func ofPlugins() async throws {
      let app = try TestApp(
        "return function() return { result = { storage.keys(), files.list() } } end")
      try app.folder.write(
        """
        {"api": 1, "identifier": "com.example.other", "version": "1", "categories": [
          {"identifier": "other", "actions": [{"identifier": "tap", "title": "Tap"}]}],
         "permissions": {"files": true}}
        """, to: "other/plugin.json")
      try app.folder.write(
        "return function() storage.set('k', 1) files.write('f', 'x') end", to: "other/tap.lua")
      try app.runtime.reload()
      #expect(
        await app.runtime.handle(TestApp.response("tap", category: "other")).kind == .completed)
      #expect(await app.handle(date: 2).result == [[], []])
    }
  }
}
