import Testing

/// Where our library functions are meant to differ from the stock ones of Lua 5.4.4, with the
/// reason. Everything else is compared case by case in `DifferentialTests`.
struct Difference: Sendable, CustomTestStringConvertible {
  let name: String
  let reason: String
  /// Returns a string.
  let script: String
  let ours: String

  var testDescription: String { name }

  static let all = [
    Difference(
      name: "utf8.codes refuses a continuation byte at the start",
      reason: "5.4.4 accepts it in places, 5.4.8 does not; the surface is the same on every Lua",
      script: #"return select(2, pcall(utf8.codes, "\x80a"))"#,
      ours: "bad argument #1 to 'utf8.codes' (invalid UTF-8 code)"),
    Difference(
      name: "utf8.codes refuses a stray continuation byte",
      reason: "as above: what walks through is valid UTF-8",
      script: #"""
        local _, e = pcall(function() for _ in utf8.codes("ab\x80\x80", true) do end end)
        return e
        """#,
      ours: "cases.lua:1: invalid UTF-8 code"),
    Difference(
      name: "%p of a table is its identity, the number that tostring shows",
      reason: "an address tells a script about the host's memory",
      script: #"""
        local t = {}
        return tostring(tostring(t) == "table: " .. string.format("%p", t))
        """#,
      ours: "true"),
    Difference(
      name: "%p of a string is (null)",
      reason: "stock Lua shows the string's address, and a string has no identity",
      script: #"return string.format("%p|%8p", "text", "text")"#,
      ours: "(null)|  (null)"),
    Difference(
      name: "string.dump is absent",
      reason: "no precompiled code goes in or out",
      script: "return tostring(string.dump)",
      ours: "nil"),
    Difference(
      name: "a gmatch iterator survives \"pattern too complex\"",
      reason:
        "the stock one's depth counter stays below zero, and its next call overruns the stack",
      script: #"""
        local it = string.gmatch(string.rep("x", 400000), string.rep("x?", 400000) .. "y")
        local _, first = pcall(it)
        local _, second = pcall(it)
        return first .. "|" .. second
        """#,
      ours: "pattern too complex|pattern too complex"),
    Difference(
      name: "string.rep of nothing takes no time",
      reason: "the stock one counts to the number of repetitions",
      script: #"return "<" .. string.rep("", math.maxinteger) .. ">""#,
      ours: "<>"),
  ]
}

@Suite("Library functions where they are meant to differ")
struct DifferenceTests {
  @Test("do as the table of differences says", arguments: Difference.all)
  func differ(_ difference: Difference) throws {
    let world = try LibraryWorld("return function() \(difference.script) end")
    let result = try world.text()
    #expect(result.utf8.elementsEqual(difference.ours.utf8), "\(result): \(difference.reason)")
  }

  @Test("randomseed() without arguments keeps a seeded run repeatable")
  func randomseed() throws {
    let script = """
      return function()
        math.randomseed()
        return math.random(0) .. " " .. math.random(1, 1000000)
      end
      """
    let first = try LibraryWorld(script, seed: (7, 8)).text()
    #expect(try LibraryWorld(script, seed: (7, 8)).text() == first)
    #expect(try LibraryWorld(script, seed: (7, 9)).text() != first)
  }

  @Test("table.sort takes the same steps each time, also where stock Lua asks the clock")
  func sort() throws {
    // Nearly sorted pairs that split badly: here stock Lua picks a pivot by time and clock.
    let script = """
      return function()
        local t = {}
        for i = 1, 20000 do t[i] = { i % 3 == 0 and 1 or i % 7, i } end
        local asked = 0
        table.sort(t, function(a, b)
          asked = asked * 31 + a[2] * 7 + b[2]
          return a[1] < b[1]
        end)
        return tostring(asked)
      end
      """
    #expect(try LibraryWorld(script).text() == LibraryWorld(script).text())
  }

  @Test(
    "the top level draws no numbers and reads no clock",
    arguments: ["math.random()", "math.randomseed(1)", "os.time()", "os.date()", "os.clock()"])
  func sealed(call: String) throws {
    let error = #expect(throws: LibraryWorld.Failure.self) {
      try LibraryWorld("\(call) return function() return 'x' end")
    }
    #expect(error?.description.contains("only inside a handler") == true, "\(error as Any)")
  }

  @Test("times that are given are pure, at the top level too")
  func pure() throws {
    let script = """
      local text = os.date("!%Y-%m-%d", 0) .. os.difftime(3, 1)
      local time = os.time { year = 2026, month = 1, day = 1 }
      return function() return text .. math.type(time) end
      """
    #expect(try LibraryWorld(script).text() == "1970-01-012.0integer")
  }
}
