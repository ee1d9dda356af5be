import CSandbox
import Testing

@Suite("Calls from a script to its host")
struct CSandboxCallTests {
  static let functions: [TestFunction] = [
    TestFunction(path: "storage.get", parameters: "bk", isBound: true),
    TestFunction(path: "storage.set", parameters: "bv", isBound: true),
    TestFunction(path: "storage.update", parameters: "bf", kind: CSB_CALL_UPDATE, isBound: true),
    TestFunction(path: "storage.shared", parameters: "b", kind: CSB_CALL_SPACE),
    TestFunction(path: "storage.protected", kind: CSB_CALL_SPACE),
    TestFunction(path: "host.crm.lookup", parameters: "v*", mayWait: true),
    TestFunction(path: "log.info", parameters: "rv", isPure: true),
    TestFunction(path: "json.encode", parameters: "v", isPure: true),
  ]

  static func run(
    _ script: String, _ answer: @escaping (TestCall) -> (csb_verdict, [Wire])
  ) throws -> (TestWorld, csb_status) {
    let test = try TestWorld(functions, constants: ["plugin.version": .string("1.0.0")]) {
      answer($0)
    }
    try #require(test.handler(script) == CSB_RETURNED, "\(test.message)")
    return (test, test.start())
  }

  static let encoded: [(String, TestCall)] = [
    (
      "storage.get('k', print)",
      TestCall(path: "storage.get", arguments: [.string("k"), .bool(true)])
    ),
    ("storage.get('k')", TestCall(path: "storage.get", arguments: [.string("k")])),
    ("storage.get('k', nil, 3)", TestCall(path: "storage.get", arguments: [.string("k"), .none])),
    ("storage.get()", TestCall(path: "storage.get", arguments: [])),
    ("storage.get('\\0\\xff')", TestCall(path: "storage.get", arguments: [.bytes([0, 255])])),
    ("storage.get(12)", TestCall(path: "storage.get", arguments: [.integer(12)])),
    (
      "storage.get({})",
      TestCall(
        path: "storage.get",
        arguments: [.invalid(CSB_INVALID_TYPE.rawValue, path: "", detail: "table")])
    ),
    ("storage.set('k', nil)", TestCall(path: "storage.set", arguments: [.string("k"), .none])),
    (
      "host.crm.lookup(1, 'x', {}, nil)",
      TestCall(
        path: "host.crm.lookup", arguments: [.integer(1), .string("x"), .object([:]), .none])
    ),
    ("host.crm.lookup()", TestCall(path: "host.crm.lookup", arguments: [])),
    (
      "log.info(json.null, { a = 1 })",
      TestCall(path: "log.info", arguments: [.string("null"), .object(["a": .integer(1)])])
    ),
    ("log.info(1.0)", TestCall(path: "log.info", arguments: [.string("1.0")])),
    (
      "log.info(setmetatable({}, { __tostring = function() return 'mine' end }))",
      TestCall(path: "log.info", arguments: [.string("mine")])
    ),
    (
      "storage.protected.get('k')",
      TestCall(path: "storage.get", space: "protected", arguments: [.string("k")])
    ),
    (
      "storage.update('k', 5)",
      TestCall(path: "storage.update", arguments: [.string("k"), .integer(5)])
    ),
  ]

  @Test("Arguments arrive as their parameters say", arguments: encoded)
  func arguments(_ call: (script: String, expected: TestCall)) throws {
    let (test, _) = try Self.run(call.script) { _ in (CSB_ANSWER, [.none, .none]) }
    #expect(test.calls == [call.expected])
  }

  @Test("print joins everything by tabs, as Lua's does")
  func printing() throws {
    let (test, status) = try Self.run("print('a', 1, nil, true, 2.5) print() print('x')") { _ in
      (CSB_ANSWER, [])
    }
    #expect(status == CSB_RETURNED)
    #expect(test.printed == ["a\t1\tnil\ttrue\t2.5", "", "x"])
  }

  @Test("A __tostring that calls the API again does not disturb the outer call")
  func reentrant() throws {
    let (test, status) = try Self.run(
      """
      log.info(setmetatable({}, { __tostring = function()
        log.info("inner", { 1 }) return "outer"
      end }), { 2 })
      """
    ) { _ in (CSB_ANSWER, []) }
    #expect(status == CSB_RETURNED)
    #expect(
      test.calls == [
        TestCall(path: "log.info", arguments: [.string("inner"), .array([.integer(1)])]),
        TestCall(path: "log.info", arguments: [.string("outer"), .array([.integer(2)])]),
      ])
  }

  @Test("Answers come back, an argument by its identity")
  func answers() throws {
    let (test, status) = try Self.run(
      """
      local default = {}
      local a, b, c = storage.get("k", default)
      return a == default, b, c, storage.get("k")
      """
    ) { _ in (CSB_ANSWER, [.argument(1), .none, .string("locked")]) }
    #expect(status == CSB_RETURNED, "\(test.message)")
    #expect(
      test.result == [.bool(true), .none, .string("locked"), .none, .none, .string("locked")])
  }

  @Test("An error is raised where the script called")
  func raise() throws {
    let (test, status) = try Self.run("\nlocal function f()\nstorage.set('k')\nend\nf()") { _ in
      (CSB_RAISE, [.string("storage.set: value is missing")])
    }
    #expect(status == CSB_RAISED)
    #expect(test.message == "reply.lua:4: storage.set: value is missing")
    #expect(test.frames == ["reply.lua:4 f", "reply.lua:6 handle"])
  }

  @Test("Constants are plain values")
  func constants() throws {
    let (test, _) = try Self.run("return plugin.version, type(plugin)") { _ in (CSB_ANSWER, []) }
    #expect(test.result == [.string("1.0.0"), .string("table")])
  }

  @Test("update asks, runs the function, hands over")
  func update() throws {
    let (test, status) = try Self.run(
      "return storage.shared('unread').update('n', function(old) return old + 1 end)"
    ) { call in
      switch (call.path.last, call.phase) {
      case ("e", 0): (CSB_ANSWER, [.integer(41)])
      case ("e", _): (CSB_ANSWER, [call.arguments[1]])
      default: (CSB_ANSWER, [])
      }
    }
    #expect(status == CSB_RETURNED, "\(test.message)")
    #expect(test.result == [.integer(42)])
    #expect(
      test.calls == [
        TestCall(path: "storage.shared", arguments: [.string("unread")]),
        TestCall(
          path: "storage.update", space: "shared:unread", arguments: [.string("n"), .function]),
        TestCall(
          path: "storage.update", phase: 1, space: "shared:unread",
          arguments: [.string("n"), .integer(42)]),
      ])
  }

  @Test("An update that is answered with a failure does not call the function")
  func updateFails() throws {
    let (test, _) = try Self.run("return storage.update('n', error)") { _ in
      (CSB_ANSWER, [.none, .string("locked"), .string("locked")])
    }
    #expect(test.result == [.none, .string("locked"), .string("locked")])
    #expect(test.calls.count == 1)
  }

  @Test("A function that waits inside an update goes on with the update")
  func waitInUpdate() throws {
    let (test, status) = try Self.run(
      "return storage.update('n', function(old) return old + host.crm.lookup() end)"
    ) { call in
      if call.path == "host.crm.lookup" { return (CSB_WAIT, []) }
      return (CSB_ANSWER, [.integer(call.phase == 0 ? 40 : 0)])
    }
    #expect(status == CSB_WAITING)
    #expect(test.resume(CSB_ANSWER, [.integer(2)]) == CSB_RETURNED)
    #expect(test.calls.last?.arguments == [.string("n"), .integer(42)])
  }

  static let waits: [(String, String, [Wire])] = [
    ("directly", "return host.crm.lookup(1)", [.integer(1)]),
    ("behind pcall", "return pcall(host.crm.lookup)", [.bool(true), .integer(1)]),
    (
      "behind xpcall", "return xpcall(function() return host.crm.lookup() end, print)",
      [.bool(true), .integer(1)]
    ),
    (
      "in a message handler",
      "return xpcall(error, function(e) return host.crm.lookup() .. e end, 'x')",
      [.bool(false), .string("1x")]
    ),
    (
      "in a wrapped coroutine",
      """
      local f = coroutine.wrap(function(a)
        local b = host.crm.lookup()
        local c = coroutine.yield(a + b)
        return c .. host.crm.lookup()
      end)
      return f(10), f("got ")
      """, [.integer(11), .string("got 2")]
    ),
    (
      "in coroutines inside each other",
      """
      local function nest(n)
        if n == 0 then return host.crm.lookup() end
        return select(2, coroutine.resume(coroutine.create(nest), n - 1))
      end
      return nest(20), coroutine.wrap(nest)(3)
      """, [.integer(1), .integer(2)]
    ),
    (
      "in an iterator",
      "local s = 0 for v in host.crm.lookup do s = s + v if v > 3 then return s end end",
      [.integer(10)]
    ),
    (
      "in a metamethod",
      "return setmetatable({}, { __index = function() return host.crm.lookup() end }).x",
      [.integer(1)]
    ),
    (
      "then failing in a coroutine",
      """
      local ok, e = pcall(coroutine.wrap(function() host.crm.lookup() error("late", 0) end))
      return ok, e
      """, [.bool(false), .string("late")]
    ),
  ]

  @Test("A call that waits passes through what the script wrapped it in", arguments: waits)
  func waiting(_ wait: (name: String, script: String, result: [Wire])) throws {
    var (test, status) = try Self.run(wait.script) { _ in (CSB_WAIT, []) }
    var answers: Int64 = 0
    while status == CSB_WAITING && answers < 50 {
      answers += 1
      status = test.resume(CSB_ANSWER, [.integer(answers)])
    }
    #expect(status == CSB_RETURNED, "\(test.message)")
    #expect(test.result == wait.result)
    #expect(answers > 0)
  }

  @Test("A wait that ends in an error raises it at the call")
  func waitRaises() throws {
    let (test, status) = try Self.run("\nlocal x = host.crm.lookup()\nreturn x") { _ in
      (CSB_WAIT, [])
    }
    #expect(status == CSB_WAITING)
    #expect(test.resume(CSB_RAISE, [.string("refused")]) == CSB_RAISED)
    #expect(test.message == "reply.lua:3: refused")
  }

  @Test("A wait that ends the invocation cannot be caught")
  func waitEnds() throws {
    let (test, _) = try Self.run("pcall(host.crm.lookup) print('on')") { _ in (CSB_WAIT, []) }
    #expect(test.resume(CSB_END) == CSB_STOPPED)
    #expect(test.printed.isEmpty)
  }

  static let cannotWait: [(String, String)] = [
    ("a comparator", "table.sort({ 2, 1 }, function() return host.crm.lookup() end)"),
    ("a gsub callback", "('x'):gsub('x', function() return host.crm.lookup() end)"),
    ("tostring", "tostring(setmetatable({}, { __tostring = host.crm.lookup }))"),
    (
      "a coroutine in a comparator",
      "table.sort({ 2, 1 }, function() return coroutine.wrap(host.crm.lookup)() end)"
    ),
  ]

  @Test("Where Lua cannot be suspended a waiting call says so", arguments: cannotWait)
  func unable(_ place: (name: String, script: String)) throws {
    let (test, status) = try Self.run(place.script) { _ in (CSB_WAIT, []) }
    #expect(status == CSB_RAISED)
    #expect(test.message.contains("host.crm.lookup: cannot wait here"), "\(test.message)")
    #expect(test.calls.isEmpty)
  }

  @Test("Many waiting worlds go on in any order")
  func manyWaiting() throws {
    let worlds = try (0..<200).map { _ in
      try Self.run("local a = host.crm.lookup() return a, host.crm.lookup()") { _ in (CSB_WAIT, [])
      }
    }
    for (index, (test, _)) in worlds.enumerated().reversed() {
      #expect(test.resume(CSB_ANSWER, [.integer(Int64(index))]) == CSB_WAITING)
    }
    for (index, (test, _)) in worlds.enumerated() {
      #expect(test.resume(CSB_ANSWER, [.null]) == CSB_RETURNED)
      #expect(test.result == [.integer(Int64(index)), .null])
    }
  }
}
