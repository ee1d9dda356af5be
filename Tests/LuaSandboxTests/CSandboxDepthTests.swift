import CSandbox
import Glibc
import Synchronization
import Testing

/// A Lua built from source without optimization needs 4 KiB of C stack for each of its 200 nested
/// calls, and recursion through `__tostring` ran out of a thread's 512 KiB. Lua's own limit is all
/// that stands between a metamethod and the stack's end, so a thread has what that limit allows.
@Suite("The C stack of a script's thread")
struct CSandboxDepthTests {
  static let recursions: [(String, String)] = [
    (
      "__index",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k + 1] end return t[1]"
    ),
    (
      "__newindex",
      "local t = setmetatable({}, {}) getmetatable(t).__newindex = function(_, k) t[k + 1] = 1 end t[1] = 1"
    ),
    (
      "__eq",
      "local m = {} local a, b = setmetatable({}, m), setmetatable({}, m) m.__eq = function() return a == b end return a == b"
    ),
    (
      "__lt",
      "local t = setmetatable({}, {}) getmetatable(t).__lt = function() return t < t end return t < t"
    ),
    (
      "__unm",
      "local t = setmetatable({}, {}) getmetatable(t).__unm = function() return -t end return -t"
    ),
    (
      "__tostring",
      "local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end return tostring(t)"
    ),
    (
      "print",
      "local t = setmetatable({}, {}) getmetatable(t).__tostring = function() print(t) end print(t)"
    ),
    (
      "string.format",
      "local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return ('%s'):format(t) end return tostring(t)"
    ),
    ("gsub", "local function f() return (('x'):gsub('.', f)) end return f()"),
    ("table.sort", "local function f() table.sort({3, 2, 1}, f) return false end return f()"),
    (
      "table.sort by __lt",
      "local m = {} local function f() table.sort({setmetatable({}, m), setmetatable({}, m)}) end m.__lt = f f()"
    ),
    (
      "pcall in gsub",
      "local function f() local ok, e = pcall(string.gsub, 'x', '.', f) if not ok then error(e, 0) end end f()"
    ),
    (
      "xpcall in __index",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) local ok, e = xpcall(function() return t[k + 1] end, function(e) return e end) if not ok then error(e, 0) end end return t[1]"
    ),
    (
      "coroutines",
      "local function f() local ok, e = coroutine.resume(coroutine.create(f)) if not ok then error(e, 0) end end f()"
    ),
    (
      "coroutines in __index",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return coroutine.wrap(function() return t[k + 1] end)() end return t[1]"
    ),
    (
      "table.concat",
      "local t = setmetatable({}, {__len = function() return 1 end}) getmetatable(t).__index = function() return table.concat(t) end return table.concat(t)"
    ),
    (
      "table.unpack",
      "local t = setmetatable({}, {__len = function() return 1 end}) getmetatable(t).__index = function() return table.unpack(t) end return table.unpack(t)"
    ),
    (
      "half of ours, half of Lua's",
      "local t = setmetatable({}, {}) local n = 0 local m = getmetatable(t) m.__index = function(_, k) return t[k + 1] end local function f() n = n + 1 if n == 95 then return t[1] end return (('x'):gsub('.', f)) end return f()"
    ),
  ]

  @Test("holds recursion through", arguments: recursions)
  func holds(_ recursion: (name: String, script: String)) throws {
    let page = Int(getpagesize())
    let size = (csb_stack_needed() + page - 1) / page * page
    // Memory of its own: a thread that asks for a stack may be given a larger one from before.
    let base = unsafe try #require(
      mmap(nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { unsafe munmap(base, size + page) }
    unsafe mprotect(base, page, PROT_NONE)
    let ending = Mutex((status: CSB_RETURNED, message: ""))
    let script = recursion.script
    let thread = unsafe onThread(on: (base + page, size)) {
      guard let test = try? TestWorld() else { return }
      var status = test.handler("local ok, e = pcall(function() \(script) end) error(e, 0)")
      if status == CSB_RETURNED { status = test.start() }
      ending.withLock { $0 = (status, test.message) }
    }
    pthread_join(thread, nil)
    let (status, message) = ending.withLock { $0 }
    #expect(status == CSB_RAISED)
    #expect(message.contains("stack overflow"), "\(message)")
  }
}
