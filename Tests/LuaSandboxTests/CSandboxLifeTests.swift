import CSandbox
import Testing

@Suite("A world in its arena")
struct CSandboxLifeTests {
  @Test("The start-up probe finds every defence in place")
  func probe() {
    let why = unsafe csb_probe().map { unsafe String(cString: $0) }
    #expect(why == nil)
    #expect(unsafe String(cString: csb_lua_release()).hasPrefix("Lua 5.4"))
  }

  @Test("A memory limit too small for the libraries is refused with the reason")
  func tooSmall() {
    #expect { try TestWorld(memory: 8192) } throws: { error in
      (error as? TestWorldError)?.why.contains("memory limit is too small") == true
    }
  }

  static let poisons: [(String, String)] = [
    ("globals", "probe = 1 string.upper = nil _G.tostring = nil _ENV.pairs = nil"),
    ("the string library", "string.len = function() return 42 end"),
    ("a module's table", "require('lib.format').shout = function() return 'poison' end"),
    ("the array mark", "getmetatable(json.array{}).__index = function() return 'poison' end"),
    ("an upvalue", "seen = seen and error('seen') or true count()"),
    ("out of memory", "local t = {} while true do t[#t + 1] = {} end"),
    ("out of memory, caught", "pcall(function() local t = {} while true do t[#t+1] = {} end end)"),
    ("runaway recursion", "local function f() return 1 + f() end f()"),
    ("an error", "error('no')"),
    ("abandoned coroutines", "for i = 1, 50 do coroutine.wrap(coroutine.yield)() end"),
    ("large blocks", "big = string.rep('x', 1000000) local t = {} for i=1,9999 do t[i] = i end"),
  ]

  @Test("A rewind leaves nothing of a run behind", arguments: poisons)
  func rewindIsClean(_ poison: (name: String, script: String)) throws {
    let test = try TestWorld([TestFunction(path: "storage.get", parameters: "b")])
    let status = test.load([
      (
        "reply.lua",
        """
        local format = require "lib.format"
        local large = {} for i = 1, 2000 do large[i] = i end
        local n = 0
        function count() n = n + 1 return n end
        return {
          handle = function() \(poison.script) end,
          expire = function()
            local sum = 0
            for i, v in ipairs(large) do sum = sum + v end
            return probe == nil and big == nil and seen == nil and ("abc"):upper() .. #"abc",
              format.shout("x"), json.array{}.missing, count(), tostring(nil), sum, pairs ~= nil
          end }
        """
      ), ("lib/format.lua", "return { shout = function(s) return s .. '!' end }"),
    ])
    try #require(status == CSB_RETURNED, "\(test.message)")
    #expect(unsafe csb_freeze(test.world))
    let clean: [Wire] = [
      .string("ABC3"), .string("x!"), .none, .integer(1), .string("nil"), .integer(2_001_000),
      .bool(true),
    ]
    #expect(test.start(CSB_EXPIRE) == CSB_RETURNED)
    #expect(test.result == clean)
    test.rewind()
    let before = test.memory.used
    for _ in 0..<3 {
      _ = test.start(CSB_HANDLE)
      test.rewind()
      #expect(test.memory.used == before)
      #expect(test.start(CSB_EXPIRE) == CSB_RETURNED)
      #expect(test.result == clean)
      test.rewind()
    }
  }

  @Test("A block of the picture that a run frees or grows is whole again after the rewind")
  func largeBlocks() throws {
    let test = try TestWorld()
    #expect(
      test.load([
        (
          "reply.lua",
          """
          local list = {} for i = 1, 5000 do list[i] = i end
          return function(drop)
            local sum = 0
            for i = 1, #list do sum = sum + list[i] end
            for i = #list + 1, 20000 do list[i] = 1 end
            list = nil
            local filler = {} for i = 1, 20000 do filler[i] = {} end
            return sum
          end
          """
        )
      ]) == CSB_RETURNED)
    #expect(unsafe csb_freeze(test.world))
    for _ in 0..<5 {
      #expect(test.start() == CSB_RETURNED)
      #expect(test.result == [.integer(12_502_500)])
      test.rewind()
    }
  }

  @Test("Without a picture a world runs once, block by block")
  func oneBlockEach() throws {
    let test = try TestWorld(oneBlockEach: true)
    #expect(test.load([("reply.lua", "return function() return 7 end")]) == CSB_RETURNED)
    #expect(unsafe !csb_freeze(test.world))
    #expect(unsafe csb_picture_bytes(test.world) == 0)
    #expect(test.start() == CSB_RETURNED)
    #expect(test.result == [.integer(7)])
    #expect(test.start() == CSB_RAISED)
  }

  @Test("Calls out of order are refused with a sentence")
  func order() throws {
    let test = try TestWorld()
    #expect(test.start() == CSB_RAISED)
    #expect(test.message.contains("after it was loaded"))
    #expect(test.resume() == CSB_RAISED)
    #expect(test.handler("return 1") == CSB_RETURNED)
    #expect(test.handler("return 1") == CSB_RAISED)
    #expect(test.start(CSB_EXPIRE) == CSB_RAISED)
    #expect(test.message.contains("does not offer"))
    #expect(test.start() == CSB_RETURNED)
  }

  static let files: [(String, String, String)] = [
    ("nothing", "local x = 1", "returned nothing"),
    ("a number", "return 5", "returned a number"),
    ("no handle", "return { expire = print }", "no function 'handle'"),
    ("an unknown key", "return { handle = print, epxire = print }", "epxire"),
    ("a wrong type", "return { handle = 1 }", "'handle' in the table it returns is a number"),
    ("a syntax error", "local x =\n= 1", "reply.lua:2: unexpected symbol near '='"),
    ("bytecode", "\u{1B}LuaT", "attempt to load a binary chunk"),
    ("a raise", "\n\nerror('at load')", "reply.lua:3: at load"),
    ("an API call", "\nstorage.get('x')", "reply.lua:2: storage.get: only inside a handler"),
    ("a bound call", "storage.protected.get('x')", "storage.get: only inside a handler"),
    ("a wait", "host.wait()", "host.wait: only inside a handler"),
    ("the time", "return os.time()", "os.time: only inside a handler"),
    ("a random number", "return math.random()", "math.random: only inside a handler"),
    ("a yield", "coroutine.yield()", "attempt to yield from outside a coroutine"),
    ("no such module", "require 'lib.fromat'", "the nearest is 'lib.format' (lib/format.lua)"),
    ("a circle", "require 'lib.circle'", "'lib.circle' is being loaded already"),
    ("a broken module", "require 'lib.broken'", "lib/broken.lua:1: "),
    (
      "a long chain of indices", "local t\nreturn t" + String(repeating: ".x", count: 30_000),
      "reply.lua:2: more than 100 index steps"
    ),
  ]

  @Test("A handler file is refused with where and why", arguments: files)
  func refusedFiles(_ file: (name: String, text: String, message: String)) throws {
    let test = try TestWorld([
      TestFunction(path: "storage.get", parameters: "b", isBound: true),
      TestFunction(path: "storage.protected", kind: CSB_CALL_SPACE),
      TestFunction(path: "host.wait", mayWait: true),
    ])
    let status = test.load([
      ("reply.lua", file.text), ("lib/format.lua", "return {}"),
      ("lib/circle.lua", "return require 'lib.circle'"), ("lib/broken.lua", "local = 1"),
    ])
    #expect(status == CSB_RAISED)
    #expect(test.message.contains(file.message), "\(test.message)")
    #expect(test.calls.isEmpty)
  }

  @Test("A failed module can be required again, a loaded one is loaded once")
  func requireTwice() throws {
    let test = try TestWorld()
    #expect(
      test.load([
        (
          "reply.lua",
          """
          return function()
            local first = pcall(require, "lib.fails")
            local second, why = pcall(require, "lib.fails")
            local a, file = require "lib.counts"
            return first, second, why, a == require "lib.counts", file, loads
          end
          """
        ), ("lib/fails.lua", "error('always')"),
        ("lib/counts.lua", "loads = (loads or 0) + 1 return {}"),
      ]) == CSB_RETURNED)
    #expect(test.start() == CSB_RETURNED)
    #expect(
      test.result == [
        .bool(false), .bool(false), .string("lib/fails.lua:1: always"), .bool(true),
        .string("lib/counts.lua"), .integer(1),
      ])
  }

  @Test("The long way round an index chain stays allowed")
  func honestChains() throws {
    let test = try TestWorld()
    let pieces = (0..<2000).map { "  x.a.b[1].c = x.a.b[\($0)].d.e -- t.x.x.x" }
    #expect(
      test.load([
        (
          "reply.lua",
          "return function(x)\nif x then\n" + pieces.joined(separator: "\n")
            + "\nend return [[a.b.c]] .. \"d.e\" .. 1.5 end"
        )
      ]) == CSB_RETURNED, "\(test.message)")
  }
}
