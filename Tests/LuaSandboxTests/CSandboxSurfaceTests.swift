import CSandbox
import Testing

@Suite("What a script finds in its world")
struct CSandboxSurfaceTests {
  static func result(of script: String) throws -> [Wire] {
    let test = try TestWorld()
    try #require(test.handler(script) == CSB_RETURNED, "\(test.message)")
    try #require(test.start() == CSB_RETURNED, "\(test.message)")
    return test.result
  }

  @Test("The globals are these and no others")
  func globals() throws {
    let names = try Self.result(
      of: "local t = {} for k in pairs(_G) do t[#t + 1] = k end table.sort(t) return t")
    #expect(
      names == [
        .array(
          [
            "_G", "_VERSION", "assert", "coroutine", "error", "getmetatable", "ipairs", "json",
            "math", "next", "os", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen",
            "rawset", "require", "select", "setmetatable", "string", "table", "tonumber",
            "tostring", "type", "utf8", "xpcall",
          ].map(Wire.string))
      ])
  }

  static let late: [(String, String)] = [
    ("__concat", "mt.__concat = hit return pcall(function() return t .. 'x' end)"),
    ("__close", "mt.__close = hit return pcall(function() local c <close> = t end)"),
    (
      "__gc",
      "mt.__gc = hit t = nil for i = 1, 200000 do local x = {} end return called == false, nil"
    ),
  ]

  @Test("A metamethod that must not exist has no effect when it is assigned late", arguments: late)
  func lateMetamethods(_ kind: (name: String, script: String)) throws {
    let result = try Self.result(
      of: """
        called = false
        local function hit() called = true return "hit" end
        local mt = {}
        local t = setmetatable({}, mt)
        local a, b = (function() \(kind.script) end)()
        return called, a, b
        """)
    #expect(result[0] == .bool(false))
    #expect(result[1] == .bool(kind.name == "__gc"))
  }

  @Test("A late __mode makes no table weak")
  func lateMode() throws {
    let result = try Self.result(
      of: """
        local mt = {}
        local t = setmetatable({}, mt)
        mt.__mode = "kv"
        for i = 1, 100 do t[i] = {} t[{}] = i end
        for i = 1, 300000 do local x = { i } end
        local n = 0
        for _ in pairs(t) do n = n + 1 end
        return n
        """)
    #expect(result == [.integer(200)])
  }

  static let facts: [(String, [Wire])] = [
    (
      "return pcall(setmetatable, {}, { __gc = false })",
      [.bool(false), .string("'__gc' does not exist here: there are no finalizers")]
    ),
    (
      "return pcall(setmetatable, {}, { __mode = 'k' })",
      [.bool(false), .string("'__mode' does not exist here: there are no weak tables")]
    ),
    (
      "return pcall(setmetatable, {}, { __close = print })",
      [.bool(false), .string("'__close' does not exist here: there are no to-be-closed values")]
    ),
    (
      "return pcall(setmetatable, {}, { __concat = print })",
      [
        .bool(false),
        .string("'__concat' does not exist here: `..` joins strings and numbers only"),
      ]
    ),
    ("return getmetatable('x'), ('x'):upper()", [.none, .string("X")]),
    ("return getmetatable(setmetatable({}, { __metatable = 'mine' }))", [.string("mine")]),
    (
      "return pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {})",
      [.bool(false), .string("cannot change a protected metatable")]
    ),
    ("return (tostring({}):gsub('%d+', 'N'))", [.string("table: N")]),
    (
      "local t = {} return tostring(t) == tostring(t), tostring(t) ~= tostring({})",
      [.bool(true), .bool(true)]
    ),
    (
      "return tostring(print) ~= tostring(type), tostring(pcall) == tostring(pcall)",
      [.bool(true), .bool(true)]
    ),
    (
      "return (tostring(setmetatable({}, { __name = 'Chat' })):gsub('%d+', 'N'))",
      [.string("Chat: N")]
    ),
    (
      "return pcall(tostring, setmetatable({}, { __tostring = function() return {} end }))",
      [.bool(false), .string("'__tostring' must return a string")]
    ),
    (
      "return tostring(1e15), tostring(-0.0), tostring(2^63), tostring(7)",
      [.string("1e+15"), .string("-0.0"), .string("9.2233720368548e+18"), .string("7")]
    ),
    (
      "local co, main = coroutine.running() return type(co), main, coroutine.isyieldable()",
      [.string("thread"), .bool(true), .bool(false)]
    ),
    (
      "return coroutine.wrap(function() return select(2, coroutine.running()),"
        + " coroutine.isyieldable() end)()", [.bool(false), .bool(true)]
    ),
    (
      "return pcall(coroutine.yield, 1)",
      [.bool(false), .string("attempt to yield from outside a coroutine")]
    ),
    (
      "local co = coroutine.create(function() error('x', 0) end)"
        + " return coroutine.resume(co), coroutine.status(co), coroutine.close(co)",
      [.bool(false), .string("dead"), .bool(false), .string("x")]
    ),
    (
      "local co = coroutine.create(coroutine.yield) coroutine.resume(co)"
        + " return coroutine.status(co), coroutine.close(co), coroutine.status(co)",
      [.string("suspended"), .bool(true), .string("dead")]
    ),
    (
      "return coroutine.resume(coroutine.running())",
      [.bool(false), .string("cannot resume non-suspended coroutine")]
    ),
    (
      "local f = coroutine.wrap(function() end) f() return pcall(f)",
      [.bool(false), .string("cannot resume dead coroutine")]
    ),
    (
      "return xpcall(function() error('a', 0) end, function(e) return e .. 'b' end)",
      [.bool(false), .string("ab")]
    ),
    (
      "return xpcall(function() error('a', 0) end, function(e) if e == 'a' then error('b', 0) end"
        + " return 'h:' .. e end)", [.bool(false), .string("h:b")]
    ),
    (
      "return xpcall(error, function() error('again') end)",
      [.bool(false), .string("error in error handling")]
    ),
    (
      "return pcall(xpcall, print)",
      [.bool(false), .string("bad argument #2 to 'xpcall' (function expected, got no value)")]
    ),
    (
      "return xpcall(function(...) return select('#', ...), ... end, print, 1, nil)",
      [.bool(true), .integer(2), .integer(1), .none]
    ),
    ("return select('#', pcall(function() return nil, nil end))", [.integer(3)]),
    (
      "return utf8.char(72, 228, 8364, 128512), utf8.len('ä€')",
      [.string("Hä€😀"), .integer(2)]
    ),
  ]

  @Test("The base and coroutine functions answer as documented", arguments: facts)
  func behaviour(_ fact: (script: String, result: [Wire])) throws {
    #expect(try Self.result(of: fact.script) == fact.result)
  }

  static let errors: [(String, String, [String])] = [
    ("an error object", "error({ secret = 1 })", ["reply.lua:2 handle"]),
    ("nil", "error()", ["reply.lua:2 handle"]),
    ("a number", "error(12)", ["reply.lua:2 handle"]),
    (
      "its own tostring", "error(setmetatable({}, { __tostring = function() print('ran') end }))",
      ["reply.lua:2 handle"]
    ),
    (
      "inside a coroutine",
      "local function inner() error('deep') end\nlocal f = coroutine.wrap(function()\n inner()\nend)\nf()",
      ["reply.lua:2 inner", "reply.lua:4 ", "reply.lua:6 handle"]
    ),
    (
      "inside a module", "require 'lib.fails'", ["lib/fails.lua:2 ", "reply.lua:2 handle"]
    ),
    (
      "again after it was caught",
      "pcall(coroutine.wrap(function() error('same', 0) end))\nerror('same', 0)",
      ["reply.lua:3 handle"]
    ),
  ]

  static let messages = [
    "the error is a table, not a text; raise one that says what is wrong",
    "the error is nil, not a text; raise one that says what is wrong", "12",
    "the error is a table, not a text; raise one that says what is wrong",
    "reply.lua:6: reply.lua:2: deep", "lib/fails.lua:2: at load", "same",
  ]

  @Test("An error names its place without running script code", arguments: zip(errors, messages))
  func failures(_ failure: (name: String, script: String, frames: [String]), message: String) throws
  {
    let test = try TestWorld()
    let status = test.load([
      ("reply.lua", "return function()\n\(failure.script)\nend"),
      ("lib/fails.lua", "\nerror('at load')"),
    ])
    try #require(status == CSB_RETURNED, "\(test.message)")
    #expect(test.start() == CSB_RAISED)
    #expect(test.message == message)
    #expect(test.frames == failure.frames)
    #expect(test.printed.isEmpty)
  }

  @Test("A long error message is cut between characters")
  func longMessage() throws {
    let test = try TestWorld()
    #expect(test.handler("error(('ä'):rep(10000), 0)") == CSB_RETURNED)
    #expect(test.start() == CSB_RAISED)
    #expect(test.message.utf8.count <= 8192)
    #expect(test.message.unicodeScalars.allSatisfy { $0 == "ä" })
  }
}
