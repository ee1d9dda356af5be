import CSandbox
import Foundation
import Testing

/// Count hooks never run inside C functions, so each loop of ours that a script can make long looks
/// at the world's flag itself. Here nothing but the flag is set, no hook is armed and no signal is
/// sent: a loop that does not look would run on for minutes or for ever.
@Suite("Library functions that are told to stop")
struct LibraryStopTests {
  /// Each body is one call that does not end by itself, or repeats one that only C code can leave.
  static let scripts: KeyValuePairs<String, String> = [
    "find, optional items": #"""
    local n = 40
    return string.find(string.rep("a", n - 1), "^" .. string.rep("a?", n) .. string.rep("a", n))
    """#,
    "find, a chain of stars": #"string.find(string.rep("a", 60), string.rep("a*", 20) .. "b")"#,
    "match, a lazy chain": #"string.match(string.rep("a", 200), string.rep(".-", 15) .. "x")"#,
    "gmatch, each start to the end": #"""
    for _ in string.gmatch(string.rep("a", 2000000), ".-x") do end
    """#,
    "gsub, each start to the end": #"string.gsub(string.rep("a", 2000000), "a-b", "")"#,
    "find, a back reference": #"string.find(string.rep("a", 40000), "(.*)%1%1x")"#,
    "find, balanced from each start": #"string.find(string.rep("(", 2000000), "%b()")"#,
    "find, a long set": #"""
    string.find(string.rep("a", 2000000), "[" .. string.rep("b", 2000000) .. "]")
    """#,
    "find, plain": #"""
    local n = 3000000
    local text = string.rep("a", n) .. "b" .. string.rep("a", 9)
    string.find(string.rep("a", 2 * n), text, 1, true)
    """#,
    "find, plain, ends alike": #"""
    local n = 1000000
    local subject = string.rep("a", 2 * n)
    local wanted = string.rep("a", n) .. "b" .. string.rep("a", n // 2)
    while true do string.find(subject, wanted, 1, true) end
    """#,
    "gsub into a table with a C __index": #"""
    local t = setmetatable({}, { __index = rawlen })
    local s = string.rep("a", 3000000)
    while true do string.gsub(s, ".", t) end
    """#,
    "gmatch iterator after too complex a pattern": #"""
    local pattern = string.rep("x?", 190) .. string.rep("x-", 9) .. "y"
    local it = string.gmatch(string.rep("x", 400), pattern)
    while true do pcall(it) end
    """#,
    "rep of megabytes, again": #"while true do string.rep("abcdefgh", 900000) end"#,
    "upper, again": #"local s = string.rep("a", 9000000) while true do string.upper(s) end"#,
    "reverse, again": #"local s = string.rep("a", 9000000) while true do string.reverse(s) end"#,
    "format %s, again": #"""
    local s = string.rep("x", 5000000)
    while true do string.format("<%s>", s) end
    """#,
    "format %q, again": #"""
    local s = string.rep("\1", 1500000)
    while true do string.format("%q", s) end
    """#,
    "pack of padding, again": #"while true do string.pack("c4000000", "") end"#,
    "packsize of a long format": #"""
    local f = string.rep("!8b ", 1000000)
    while true do string.packsize(f) end
    """#,
    "unpack of many results": #"""
    local f, s = string.rep("b", 900000), string.rep("x", 900000)
    while true do pcall(string.unpack, f, s) end
    """#,
    "table.move of absent slots": #"table.move({}, 1, 1 << 60, 1)"#,
    "table.move through C metamethods": #"""
    local m = { __index = rawlen, __newindex = rawlen }
    table.move(setmetatable({}, m), 1, 1 << 60, 1, setmetatable({}, m))
    """#,
    "table.insert with a lying length": #"""
    local n = 1 << 60
    table.insert(setmetatable({}, { __len = function() return n end }), 1, "x")
    """#,
    "table.remove with a lying length": #"""
    table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)
    """#,
    "table.concat of nothing": #"""
    local t = setmetatable({}, { __index = table.concat })
    table.concat(t, "", math.maxinteger - (1 << 40), math.maxinteger)
    """#,
    "table.concat of numbers, again": #"""
    local t = {}
    for i = 1, 200000 do t[i] = i + 0.123456 end
    while true do table.concat(t, ",") end
    """#,
    "table.unpack, again": #"""
    while true do select("#", table.unpack({}, 1, 40000)) end
    """#,
    "table.sort of phantoms": #"""
    local m = { __len = function() return (1 << 31) - 2 end, __newindex = rawlen }
    table.sort(setmetatable({}, m), math.type)
    """#,
    "table.sort of many, again": #"""
    local t = {}
    for i = 1, 400000 do t[i] = (i * 7919) % 400009 end
    while true do
      t[1] = t[#t]
      table.sort(t)
      t[200000], t[1] = t[1], t[200000]
    end
    """#,
    "utf8.len, again":
      #"local s = string.rep("\u{10FFFF}", 2000000) while true do utf8.len(s) end"#,
    "utf8.offset, again": #"""
    local s = string.rep("\u{7FF}", 3000000)
    while true do
      utf8.offset(s, 2999999)
      utf8.offset(s, -2999999)
    end
    """#,
    "utf8.offset over continuation bytes": #"""
    local s = "a" .. string.rep("\x80", 9000000)
    while true do utf8.offset(s, 0, #s) end
    """#,
    "utf8.codepoint, again": #"""
    local s = string.rep("a", 900000)
    while true do pcall(utf8.codepoint, s, 1, -1) end
    """#,
    "utf8.char, again": #"""
    local t = {}
    for i = 1, 200000 do t[i] = 0x10FFFF end
    while true do utf8.char(table.unpack(t)) end
    """#,
    "os.date of a long format, again": #"""
    local f = string.rep("%Y", 500000)
    while true do os.date(f, 0) end
    """#,
  ]

  @Test("end stopped soon after the flag is set", arguments: scripts.map(\.key))
  func stops(name: String) throws {
    let body = try #require(Self.scripts.first { $0.key == name }).value
    let world = try LibraryWorld("return function() \(body) end")
    let clock = ContinuousClock()
    let told = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var toldAt = clock.now  // written before the signal, read after the wait
    let status = world.start {
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.03)
        unsafe toldAt = clock.now
        world.stop()
        told.signal()
      }
    }
    let ended = clock.now
    told.wait()
    #expect(status == CSB_STOPPED, "\(world.message)")
    let late = unsafe ended - toldAt
    // Milliseconds on an idle machine; the limit leaves room for a busy one.
    #expect(late < .seconds(1), "\(late)")
    if ProcessInfo.processInfo.environment["PLUGRUN_LONG"] == "1" { print("\(late) \(name)") }
  }
}
