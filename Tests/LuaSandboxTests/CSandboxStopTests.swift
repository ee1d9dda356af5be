import CSandbox
import Glibc
import Testing

@Suite("Stopping a world", .serialized)
struct CSandboxStopTests {
  static let loops: [(String, String)] = [
    ("a plain loop", "while true do end"),
    ("a loop behind pcall", "while true do pcall(function() while true do end end) end"),
    ("a loop as its own message handler", "local function l() while true do end end xpcall(l, l)"),
    ("handlers that fail", "while true do xpcall(error, function() error('again') end) end"),
    ("coroutines", "while true do pcall(coroutine.wrap(function() while true do end end)) end"),
    (
      "resumed coroutines",
      "while true do coroutine.resume(coroutine.create(function() while true do end end)) end"
    ),
    (
      "a chain of coroutines",
      """
      local function nest(n)
        if n == 0 then while true do end end
        return coroutine.wrap(function() pcall(nest, n - 1) end)()
      end
      nest(50)
      """
    ),
    (
      "an old coroutine and a new one",
      """
      local old = coroutine.create(function() coroutine.yield() while true do end end)
      coroutine.resume(old)
      pcall(function() while true do end end)
      coroutine.resume(old)
      coroutine.resume(coroutine.create(function() while true do end end))
      """
    ),
    ("short-lived coroutines", "while true do coroutine.wrap(function() end)() end"),
    ("tail calls", "local function f() return f() end f()"),
    ("an index loop", "setmetatable(_G, {__index = function() while true do end end}) x = y"),
    ("a comparator", "table.sort({3, 2, 1}, function() while true do end end)"),
    ("a gsub callback", "('x'):rep(9):gsub('.', function() while true do end end)"),
    (
      "a huge table.concat",
      "table.concat(setmetatable({}, {__len = function() return 1 << 60 end,"
        + " __index = function() return 'x' end}))"
    ),
    ("a pattern that explodes", "('a'):rep(28):find(('a?'):rep(28) .. ('a'):rep(28))"),
    ("print", "while true do print('x') end"),
    (
      "a tostring loop",
      "tostring(setmetatable({}, {__tostring = function() while true do end end}))"
    ),
    ("a rethrown stop", "local ok, e = pcall(function() while true do end end) error(e, 0)"),
    ("a stop renamed", "pcall(function() while true do end end) error('not enough memory', 0)"),
    ("a return after the stop", "pcall(function() while true do end end) return 'dismiss'"),
    ("require", "while true do pcall(require, 'nothing') end"),
  ]

  @Test("A signal ends any loop, and the world is clean after it", arguments: loops)
  func signal(_ loop: (name: String, script: String)) throws {
    let test = try TestWorld()
    try #require(test.handler("if response then return 'well' end " + loop.script) == CSB_RETURNED)
    for _ in 0..<2 {
      let (status, took) = Stopper.run(test, after: 30) { test.start() }
      #expect(status == CSB_STOPPED, "\(test.message)")
      #expect(took < 2000)
      #expect(unsafe csb_stop_reason_of(test.world) == CSB_STOP_DEADLINE)
      #expect(unsafe csb_stop_was_seen(test.world))
      #expect(test.message == "stopped: the deadline has passed")
      #expect(!test.frames.isEmpty)
      test.rewind()
      #expect(unsafe csb_stop_reason_of(test.world) == CSB_STOP_NONE)
      #expect(test.start(CSB_HANDLE, [.bool(true)]) == CSB_RETURNED)
      #expect(test.result == [.string("well")])
      test.rewind()
    }
  }

  static let longSteps: [(String, String)] = [
    ("a value that is its own __call", "local t = {} t = setmetatable(t, {__call = t}) t()"),
    (
      "a rehash in which all keys collide",
      """
      local step = (1 << 17) - 1
      local t = {}
      for i = 1, 1 << 16 do t[((1 << 40) + i) * step] = i end
      t.x, t.y, t.z = 1, 2, 3
      """
    ),
    (
      "anything, with blocks that come and go, host calls and dates",
      """
      while true do
        local parts = {}
        for i = 1, 600 do parts[i] = ('x'):rep(i) end
        local text = table.concat(parts):upper()
        print(os.date('%c %Z'), text, parts) pcall(error, parts)
        coroutine.wrap(function() print(#text) end)()
      end
      """
    ),
  ]

  @Test(
    "A run that goes on after its stop is left where it stands, and the world is clean after it",
    .enabled(if: csb_signals_arrive()), arguments: longSteps)
  func abandoned(_ step: (name: String, script: String)) throws {
    let test = try TestWorld()
    try #require(test.handler("if response then return 'well' end " + step.script) == CSB_RETURNED)
    for round in 0..<20 {
      let milliseconds = step.name.hasPrefix("any") ? UInt32(round) : 60
      let (status, took) = Stopper.run(test, after: milliseconds, abandoning: true) { test.start() }
      #expect(status == CSB_STOPPED, "\(test.message)")
      #expect(took < 2000)
      #expect(unsafe csb_stop_was_seen(test.world))
      #expect(test.message == "stopped: the deadline has passed")
      test.rewind()
      #expect(test.start(CSB_HANDLE, [.bool(true)]) == CSB_RETURNED)
      #expect(test.result == [.string("well")])
      test.rewind()
      if round == 2, !step.name.hasPrefix("any") { break }
    }
  }

  @Test("A file whose parsing takes a second is stopped while require reads it")
  func parsing() throws {
    // Each name of the innermost function is looked for among the locals of all functions around it.
    let locals = (0..<70).map { "l\($0)" }.joined(separator: ",")
    let depth = 150
    let head = String(repeating: "local \(locals) function f() ", count: depth)
    let names = String(repeating: "a=a ", count: 3000)
    let text = head + names + String(repeating: " end", count: depth)
    let test = try TestWorld()
    let handler = "return function() while true do pcall(require, 'long') end end"
    try #require(test.load([("reply.lua", handler), ("long.lua", text)]) == CSB_RETURNED)
    let (status, took) = Stopper.run(test, after: 20) { test.start() }
    #expect(status == CSB_STOPPED)
    #expect(took < 150, "\(took)")
  }

  @Test("A polling world stops without any signal", arguments: loops)
  func polling(_ loop: (name: String, script: String)) throws {
    let test = try TestWorld(poll: true)
    try #require(test.handler(loop.script) == CSB_RETURNED)
    nonisolated(unsafe) let world = unsafe test.world  // csb_stop may be called from any thread
    let watch = onThread {
      usleep(20_000)
      unsafe csb_stop(world, CSB_STOP_CANCELLED)
    }
    #expect(test.start() == CSB_STOPPED)
    #expect(test.message == "stopped: cancelled")
    pthread_join(watch, nil)
  }

  @Test("A top level that does not end is stopped where it stands")
  func topLevel() throws {
    let test = try TestWorld()
    let (status, _) = Stopper.run(test, after: 30) {
      test.load([("reply.lua", "\nwhile true do\nend")])
    }
    #expect(status == CSB_STOPPED)
    #expect(test.frames.first?.hasPrefix("reply.lua:2") == true, "\(test.frames)")
  }

  @Test("A stop that comes before the run or while it waits needs no signal")
  func stopOutside() throws {
    let test = try TestWorld([TestFunction(path: "host.wait", mayWait: true)]) { _ in (CSB_WAIT, [])
    }
    #expect(test.handler("host.wait() print('on')") == CSB_RETURNED)
    unsafe csb_stop(test.world, CSB_STOP_CANCELLED)
    unsafe csb_stop(test.world, CSB_STOP_DEADLINE)
    #expect(test.start() == CSB_STOPPED)
    #expect(unsafe csb_stop_reason_of(test.world) == CSB_STOP_CANCELLED)
    test.rewind()
    #expect(test.start() == CSB_WAITING)
    unsafe csb_stop(test.world, CSB_STOP_DEADLINE)
    #expect(test.resume() == CSB_STOPPED)
    #expect(test.printed.isEmpty)
  }

  @Test("CSB_END cannot be caught, also from inside a coroutine")
  func end() throws {
    let test = try TestWorld([TestFunction(path: "host.stop")]) { _ in (CSB_END, []) }
    #expect(
      test.handler(
        """
        pcall(function() coroutine.wrap(function() xpcall(host.stop, print) print(1) end)() end)
        print(2)
        """) == CSB_RETURNED)
    #expect(test.start() == CSB_STOPPED)
    #expect(unsafe csb_stop_reason_of(test.world) == CSB_STOP_HOST)
    #expect(test.printed.isEmpty)
  }

  @Test("A signal without a stop changes nothing")
  func strayTest() throws {
    let test = try TestWorld()
    try #require(
      test.handler("local n = 0 for i = 1, 3e6 do n = n + 1 end return n") == CSB_RETURNED)
    var status = CSB_STOPPED
    let script = scriptThread { status = test.start() }
    #expect(csb_signal_is_installed(SIGURG))
    for _ in 0..<50 {
      csb_signal_send(script, SIGURG)
      usleep(200)
    }
    pthread_join(script, nil)
    #expect(status == CSB_RETURNED)
    #expect(test.result == [.integer(3_000_000)])
    #expect(unsafe !csb_stop_was_seen(test.world))
  }
}
