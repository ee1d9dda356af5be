import CSandbox
import Testing

@Suite("The memory cap of a world")
struct CSandboxMemoryTests {
  static let hoards: [(String, String)] = [
    ("tables", "local t = {} while true do t[#t + 1] = {} end"),
    ("one string", "local s = 'x' while true do s = s .. s end"),
    ("a huge rep", "return ('x'):rep(1 << 25)"),
    ("closures", "local f = print while true do local g = f f = function() return g end end"),
    ("coroutines", "local t = {} while true do t[#t + 1] = coroutine.create(print) end"),
    ("recursion", "local function f() return 1 + f() end f()"),
    (
      "caught, again and again",
      "while true do pcall(function() local t = {} while true do t[#t + 1] = {} end end) end"
    ),
    (
      "caught in coroutines",
      "while true do coroutine.resume(coroutine.create(function()"
        + " local t = {} while true do t[#t + 1] = {} end end)) end"
    ),
    ("caught by xpcall", "while true do xpcall(string.rep, function() end, 'x', 1 << 23) end"),
    (
      "a result too large to hand over",
      "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(500)"
        + " .. i end fill = ('y'):rep(400000) local u = {} for i = 1, 50 do u[i] = t end return u"
    ),
  ]

  @Test("Memory that does not suffice ends the run as such", arguments: hoards)
  func outOfMemory(_ hoard: (name: String, script: String)) throws {
    let test = try TestWorld(memory: 1 << 20, valueBytes: 1 << 30)
    try #require(test.handler(hoard.script) == CSB_RETURNED)
    for _ in 0..<2 {
      #expect(test.start() == CSB_OUT_OF_MEMORY, "\(test.message)")
      #expect(test.message == "not enough memory: the limit of 1048576 bytes was reached")
      #expect(test.memory.peak <= test.memory.limit)
      test.rewind()
    }
  }

  @Test("A script may catch a refusal and go on")
  func caught() throws {
    let test = try TestWorld(memory: 1 << 20)
    #expect(
      test.handler(
        "local ok, e = pcall(string.rep, 'x', 1 << 22) return ok, e, ('y'):rep(3)") == CSB_RETURNED)
    #expect(test.start() == CSB_RETURNED)
    #expect(test.result == [.bool(false), .string("not enough memory"), .string("yyy")])
  }

  @Test("The text of the error decides nothing")
  func fake() throws {
    let test = try TestWorld()
    #expect(test.handler("error('not enough memory', 0)") == CSB_RETURNED)
    #expect(test.start() == CSB_RAISED)
    #expect(test.message == "not enough memory")
  }

  @Test("What the host charges counts, and is given back by the rewind")
  func charge() throws {
    let test = try TestWorld(memory: 1 << 20)
    #expect(test.handler("return ('x'):rep(100000)") == CSB_RETURNED)
    test.rewind()
    let before = test.memory.used
    #expect(unsafe csb_charge(test.world, 900_000))
    #expect(unsafe !csb_charge(test.world, 900_000))
    #expect(test.memory.used == before + 900_000)
    #expect(test.start() == CSB_OUT_OF_MEMORY)
    test.rewind()
    #expect(unsafe csb_charge(test.world, 900_000))
    #expect(unsafe csb_charge(test.world, -900_000))
    #expect(test.start() == CSB_RETURNED)
  }

  @Test("A reply that finds no room is out of memory, not an empty reply")
  func replyWithoutRoom() throws {
    let test = try TestWorld([TestFunction(path: "host.large")], memory: 1 << 20) { _ in
      (CSB_ANSWER, [.bytes(Array(repeating: 120, count: 2 << 20))])
    }
    #expect(test.handler("return host.large()") == CSB_RETURNED)
    #expect(test.start() == CSB_OUT_OF_MEMORY)
  }

  static let busy = """
    local t = setmetatable({}, {__index = function(t, k) return k .. "!" end})
    local co = coroutine.wrap(function(a) while true do a = coroutine.yield({a, t[a]}) end end)
    local parts = {}
    for i = 1, 20 do parts[i] = co("k" .. i)[2] end
    pcall(error, {})
    xpcall(function() error("x") end, function(e) return e .. "y" end)
    storage.set("k", { list = { 1, 2, { x = "deep" } }, text = table.concat(parts, ",") })
    storage.update("k", function(old) return { old, #parts } end)
    print(string.format("%s %5.1f %q", t, 1.5, "q"), ("abc"):gsub("%w", "%0%0"), parts)
    return { a = { 1, 2, 3 }, b = storage.get("k") }, "dismiss"
    """

  @Test("Memory may end at any allocation of a run, and the world survives it")
  func everyAllocation() throws {
    let test = try TestWorld([
      TestFunction(path: "storage.set", parameters: "bv"),
      TestFunction(path: "storage.get", parameters: "bk"),
      TestFunction(path: "storage.update", parameters: "bf", kind: CSB_CALL_UPDATE),
    ]) { call in (CSB_ANSWER, call.phase == 0 ? [.object(["v": .array([.integer(1)])])] : []) }
    try #require(test.handler(Self.busy) == CSB_RETURNED)
    #expect(test.start() == CSB_RETURNED, "\(test.message)")
    let whole = test.result
    var refused = 0
    for count in 1... {
      test.rewind()
      unsafe csb_fail_allocation_after(test.world, count)
      let status = test.start()
      if status == CSB_RETURNED, test.result == whole, refused == 0 || count > 4000 { break }
      try #require(
        status == CSB_OUT_OF_MEMORY || status == CSB_RETURNED, "\(count): \(test.message)")
      if status == CSB_RETURNED, test.result == whole { break }
      refused += 1
    }
    #expect(refused > 50)
    test.rewind()
    #expect(test.start() == CSB_RETURNED)
    #expect(test.result == whole)
  }

  @Test("Memory may end at any allocation of a load")
  func everyAllocationOfLoad() throws {
    for count in 1...2000 {
      let test = try TestWorld()
      unsafe csb_fail_allocation_after(test.world, count)
      let status = test.load([
        ("reply.lua", "local m = require 'lib.m' return { handle = m.f, expire = function() end }"),
        ("lib/m.lua", "return { f = function() return 1 end }"),
      ])
      if status == CSB_RETURNED {
        #expect(count > 5)
        return
      }
      try #require(status == CSB_OUT_OF_MEMORY, "\(count): \(test.message)")
    }
    Issue.record("no count was large enough")
  }
}
