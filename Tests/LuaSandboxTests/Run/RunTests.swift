import Notifications
import Testing

@testable import LuaSandbox

@Suite struct RunTests {
  @Test func `a handler gets its arguments and its values come back`() async throws {
    let loaded = try await Loaded("return function(response) return response.text, 7, 1.0 end")
    let result = await loaded.run([["text": "hello"]])
    #expect(result.values() == [.value("hello"), .value(7), .value(1.0)])
    #expect(result.memoryPeakBytes > 0)
    #expect(result.memoryLimitBytes == 8 << 20)
  }

  @Test func `on the calling thread a run ends the same`() async throws {
    let loaded = try await Loaded("return function(response) return response.text end")
    let result = loaded.executor.runNow(loaded.program, loaded.request([["text": "hello"]]))
    #expect(result.values() == [.value("hello")])
  }

  @Test func `null members are absent, nulls in arrays are json.null`() async throws {
    let loaded = try await Loaded(
      """
      return function(response)
        return response.absent == nil, response.items[1] == json.null, #response.items
      end
      """)
    let result = await loaded.run([["absent": nil, "items": [nil, 2], "other": true]])
    #expect(result.values() == [.value(true), .value(true), .value(2)])
  }

  @Test func `null members stay where the request says so`() async throws {
    let loaded = try await Loaded("return function(r) return r.absent == json.null end")
    var request = loaded.request([["absent": nil]])
    request.leavesOutNullMembers = false
    let result = await loaded.executor.run(loaded.program, request)
    #expect(result.values() == [.value(true)])
  }

  @Test(
    arguments: [
      "text", "", 0, -1, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808, 1.5, -0.0, 1e300,
      true, false, nil, [], [1, "two", [3.0]], [nil, nil],
      ["a": 1, "b": ["c": []], "ü": "\u{0}\u{7F}\u{FFFF}"],
      ["e\u{301}": 1, "\u{e9}": 2],
    ] as [JSONValue])
  func `a value survives the way through a script`(value: JSONValue) async throws {
    let loaded = try await Loaded("return function(v) return (echo(v)) end")
    var request = loaded.request([value])
    request.leavesOutNullMembers = false
    let result = await loaded.executor.run(loaded.program, request)
    #expect(result.values() == [.value(value)])
  }

  @Test func `bytes survive the way through a script`() async throws {
    let loaded = try await Loaded("return function() return #data('\\0\\xFFa'), data('\\xC3') end")
    let seen = Box<[HostArgument]>([])
    let host = ClosureHost(Loaded.api) { _, call in
      seen.change { $0 += call.arguments }
      return .values([.bytes([0, 0xFF, 0x61])])
    }
    let result = await loaded.run(host: host)
    #expect(result.values().first == .value(3))
    #expect(seen.value == [.bytes([0, 0xFF, 0x61]), .bytes([0xC3])])
  }

  @Test func `what has no faithful form says which part and why`() async throws {
    let loaded = try await Loaded(
      "return function() return echo({ items = { 1, 2, { price = 0/0 } } }), print end")
    let result = await loaded.run()
    #expect(result.values().first == .value("nan .items[3].price"))
    guard case .invalid(let invalid) = result.values().last else {
      Issue.record("a function came back as \(result.values())")
      return
    }
    #expect(invalid.reason == .type)
  }

  @Test func `a value that stays in Lua comes back as itself`() async throws {
    let loaded = try await Loaded(
      "return function() local t = {} return keep(t) == t, rawequal(keep(print), print) end")
    #expect(await loaded.run().values() == [.value(true), .value(true)])
  }

  @Test func `print joins its arguments by tabs`() async throws {
    let loaded = try await Loaded("return function() print(1, 'a', nil, true) end")
    let seen = Box<[HostArgument]>([])
    let host = ClosureHost(Loaded.api) { _, call in
      seen.value = call.arguments
      return .values([])
    }
    _ = await loaded.run(host: host)
    #expect(seen.value == [.bytes(Array("1\ta\tnil\ttrue".utf8))])
  }

  @Test func `constants are readable`() async throws {
    let loaded = try await Loaded("return function() return plugin.identifier end")
    #expect(await loaded.run().values() == [.value("com.example.test")])
  }

  @Test func `two runs do not see each other's globals`() async throws {
    let loaded = try await Loaded(
      """
      return function()
        count = (count or 0) + 1
        string.gone = (string.gone or 0) + 1
        return count, string.gone
      end
      """)
    for _ in 0..<4 {
      #expect(await loaded.run().values() == [.value(1), .value(1)])
    }
  }

  @Test func `one seed gives one sequence`() async throws {
    let loaded = try await Loaded("return function() return math.random(1 << 40) end")
    let first = await loaded.run().values()
    #expect(await loaded.run().values() == first)
    var request = loaded.request()
    request.seed = (3, 4)
    #expect(await loaded.executor.run(loaded.program, request).values() != first)
  }

  @Test func `os.time shows the request's clock`() async throws {
    let loaded = try await Loaded("return function() return os.time() end")
    #expect(await loaded.run().values() == [.value(1_700_000_000)])
  }

  @Test func `a file offers the entries it returns`() async throws {
    let all = try await Loaded(
      "return { handle = function() return 1 end, expire = function() return 2 end }")
    #expect(all.program.offers == [.handle, .expire])
    #expect(await all.run(entry: .expire).values() == [.value(2)])
    #expect(try await Loaded("return function() end").program.offers == [.handle])
  }

  @Test func `what a host raises points at the script's line`() async throws {
    let loaded = try await Loaded("return function()\n  echo(1)\nend")
    let host = ClosureHost(Loaded.api) { _, _ in .raise("echo: no permission") }
    let error = try #require(await loaded.run(host: host).raised)
    #expect(error.message == "echo: no permission")
    #expect(error.file == "main.lua")
    #expect(error.line == 2)
  }

  @Test func `a host may not wait where the function does not say so`() async throws {
    let loaded = try await Loaded("return function() echo(1) end")
    let host = ClosureHost(Loaded.api) { _, _ in .wait(HostWait(operation: never)) }
    let error = try #require(await loaded.run(host: host).raised)
    #expect(error.message.contains("echo"))
    #expect(error.message.contains("wait"))
  }

  @Test func `an answer nested too deeply raises and does not crash`() async throws {
    let loaded = try await Loaded("return function() echo(1) end")
    let host = ClosureHost(Loaded.api) { _, _ in
      var value: JSONValue = 1
      for _ in 0..<400 { value = [value] }
      return .values([.value(value)])
    }
    let error = try #require(await loaded.run(host: host).raised)
    #expect(error.message.contains("128 levels"))
  }
}
