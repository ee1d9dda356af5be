import CSandbox
import Testing

@Suite("Values between Lua and the host")
struct CSandboxValueTests {
  static let faithful: [Wire] = [
    .none, .null, .bool(true), .bool(false), .integer(.max), .integer(.min), .integer(0),
    .number(1), .number(-0.0), .number(0.1), .number(1e308), .string(""), .string("ünï 😀 \0 z"),
    .array([]), .object([:]), .array([.integer(1), .number(1), .string("1"), .bool(true)]),
    .array([.null, .array([.array([])]), .object(["": .null])]),
    .object(["a b": .object(["c": .array([.object(["d": .integer(1)])])]), "aps": .string("x")]),
  ]

  @Test("What the host gives comes back as it was", arguments: faithful)
  func roundTrip(_ value: Wire) throws {
    let test = try TestWorld()
    #expect(test.handler("return response") == CSB_RETURNED)
    #expect(test.start(CSB_HANDLE, [value]) == CSB_RETURNED)
    #expect(test.result == [value])
  }

  @Test("Lua's kinds are kept apart")
  func kinds() throws {
    let test = try TestWorld()
    #expect(
      test.handler(
        """
        local a, b, c, d, e = response.a, response.b, response.c, response.d, response.e
        return math.type(a), math.type(b), type(c), type(d), e == json.null, tostring(e),
          {}, json.array{}, json.array{1}, {1, 2}, {x = json.null}, 1 == 1.0, nil
        """) == CSB_RETURNED)
    let given: Wire = .object([
      "a": .integer(1), "b": .number(1), "c": .bool(true), "d": .string("1"), "e": .null,
    ])
    #expect(test.start(CSB_HANDLE, [given]) == CSB_RETURNED)
    #expect(
      test.result == [
        .string("integer"), .string("float"), .string("boolean"), .string("string"), .bool(true),
        .string("null"), .object([:]), .array([]), .array([.integer(1)]),
        .array([.integer(1), .integer(2)]), .object(["x": .null]), .bool(true), .none,
      ])
  }

  static let invalid: [(String, Wire)] = [
    ("print", .invalid(CSB_INVALID_TYPE.rawValue, path: "", detail: "function")),
    ("{ a = { print } }", .invalid(CSB_INVALID_TYPE.rawValue, path: ".a[1]", detail: "function")),
    (
      "coroutine.create(print)",
      .invalid(CSB_INVALID_TYPE.rawValue, path: "", detail: "thread")
    ),
    ("{ x = 0/0 }", .invalid(CSB_INVALID_NAN.rawValue, path: ".x", detail: "nan")),
    ("{ 1, -1/0 }", .invalid(CSB_INVALID_INFINITY.rawValue, path: "[2]", detail: "-inf")),
    ("{ t = '\\xff' }", .invalid(CSB_INVALID_UTF8.rawValue, path: ".t", detail: "string")),
    ("'\\xed\\xa0\\x80'", .invalid(CSB_INVALID_UTF8.rawValue, path: "", detail: "string")),
    ("'\\xc0\\x80'", .invalid(CSB_INVALID_UTF8.rawValue, path: "", detail: "string")),
    ("'\\xf4\\x90\\x80\\x80'", .invalid(CSB_INVALID_UTF8.rawValue, path: "", detail: "string")),
    ("'12345678\\xe2\\x82'", .invalid(CSB_INVALID_UTF8.rawValue, path: "", detail: "string")),
    (
      "{ ['a\\xff'] = 1 }",
      .invalid(CSB_INVALID_UTF8.rawValue, path: "[\"a?\"]", detail: "key")
    ),
    ("{ [true] = 1 }", .invalid(CSB_INVALID_KEY.rawValue, path: "", detail: "boolean")),
    ("{ k = { [1.5] = 1 } }", .invalid(CSB_INVALID_KEY.rawValue, path: ".k", detail: "number")),
    ("{ [0] = 1 }", .invalid(CSB_INVALID_KEY.rawValue, path: "", detail: "number")),
    ("{ 1, x = 2 }", .invalid(CSB_INVALID_MIXED.rawValue, path: "", detail: "table")),
    (
      "json.array{ x = 2 }", .invalid(CSB_INVALID_MIXED.rawValue, path: "", detail: "table")
    ),
    (
      "{ items = { 1, 2, { 1, nil, 3 } } }",
      .invalid(CSB_INVALID_SPARSE.rawValue, path: ".items[3]", detail: "table")
    ),
    (
      "(function() local t = {} t.a = { t } return t end)()",
      .invalid(CSB_INVALID_CYCLE.rawValue, path: ".a[1]", detail: "table")
    ),
    (
      "{ ['two words'] = { f = print } }",
      .invalid(CSB_INVALID_TYPE.rawValue, path: "[\"two words\"].f", detail: "function")
    ),
    (
      "{{{{{ 1 }}}}}",
      .invalid(CSB_INVALID_DEPTH.rawValue, path: "[1][1][1][1]", detail: "table")
    ),
    (
      "{ a = ('x'):rep(300) }",
      .invalid(CSB_INVALID_SIZE.rawValue, path: ".a", detail: "string")
    ),
  ]

  @Test("What has no faithful form is named with its place", arguments: invalid)
  func invalidValues(_ value: (script: String, expected: Wire)) throws {
    let test = try TestWorld(
      [TestFunction(path: "storage.set", parameters: "bv")], valueBytes: 256, valueDepth: 4)
    try #require(
      test.handler("local v = \(value.script) storage.set('k', v) return v, 1") == CSB_RETURNED)
    #expect(test.start() == CSB_RETURNED)
    #expect(test.calls.first?.arguments == [.string("k"), value.expected])
    #expect(test.result == [value.expected, .integer(1)])
  }

  @Test("Depth and size hold at the limit and fail one past it")
  func limits() throws {
    let test = try TestWorld(valueBytes: 105, valueDepth: 4)
    #expect(
      test.handler("return {{{{ 1 }}}}, ('x'):rep(100), ('x'):rep(101)") == CSB_RETURNED)
    #expect(test.start() == CSB_RETURNED)
    #expect(test.result[0] == .array([.array([.array([.array([.integer(1)])])])]))
    #expect(test.result[1] == .string(String(repeating: "x", count: 100)))
    #expect(
      test.result[2] == .invalid(CSB_INVALID_SIZE.rawValue, path: "", detail: "string"))
  }

  @Test("Metatables are not followed")
  func rawAccess() throws {
    let test = try TestWorld()
    #expect(
      test.handler(
        """
        local hit = function() error("followed") end
        local t = setmetatable({ a = 1 }, { __index = hit, __pairs = hit, __len = hit })
        return t, setmetatable({ 1, 2 }, { __len = function() return 9 end })
        """) == CSB_RETURNED)
    #expect(test.start() == CSB_RETURNED, "\(test.message)")
    #expect(test.result == [.object(["a": .integer(1)]), .array([.integer(1), .integer(2)])])
  }

  @Test("setmetatable replaces the array mark, json.array respects a protected metatable")
  func mark() throws {
    let test = try TestWorld()
    #expect(
      test.handler(
        """
        local t = json.array{}
        setmetatable(t, nil)
        return t, pcall(json.array, setmetatable({}, { __metatable = 1 }))
        """) == CSB_RETURNED)
    #expect(test.start() == CSB_RETURNED)
    #expect(test.result[0] == .object([:]))
    #expect(test.result[1] == .bool(false))
  }

  @Test("Malformed bytes from the host raise and harm nothing")
  func malformed() throws {
    let test = try TestWorld()
    #expect(test.handler("return response") == CSB_RETURNED)
    let whole = Wire.list([.object(["key": .array([.integer(1), .string("text")])])])
    for length in 0..<whole.count {
      test.rewind()
      let status = unsafe csb_start(test.world, CSB_HANDLE, Array(whole.prefix(length)), length)
      #expect(status == (length == 0 ? CSB_RETURNED : CSB_RAISED))
    }
    for at in whole.indices {
      for byte: UInt8 in [0, 1, 5, 7, 9, 12, 200, 255] {
        test.rewind()
        var bytes = whole
        bytes[at] = byte
        let status = unsafe csb_start(test.world, CSB_HANDLE, bytes, bytes.count)
        #expect(status == CSB_RETURNED || status == CSB_RAISED || status == CSB_OUT_OF_MEMORY)
      }
    }
  }
}
