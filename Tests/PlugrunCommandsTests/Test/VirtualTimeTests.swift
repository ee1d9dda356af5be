import Foundation
import Testing

@testable import PlugrunCommands

/// Waits of a test case take the time that they would take, and nobody waits.
@Suite struct VirtualTimeTests {
  /// A handler, what is given, what is expected.
  struct Wait: CustomTestStringConvertible, Sendable {
    var name: String
    var handler: String
    var given: String
    var expect: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Wait(
      name: "a host function of 40 s times out at 30",
      handler: "host.crm.lookup()",
      given: "{ \"host\": { \"crm.lookup\": { \"delay\": 40, \"return\": 1 } } }",
      expect: "{ \"outcome\": \"timedOut\", \"budget\": { \"atMost\": 1 } }"),
    Wait(
      name: "a host function of 12 s takes 12",
      handler: "local at = os.time() host.crm.lookup() return { result = os.time() - at }",
      given: "{ \"host\": { \"crm.lookup\": { \"delay\": 12, \"return\": 1 } } }",
      expect: "{ \"result\": 12, \"budget\": { \"atMost\": 0.4 } }"),
    // Whoever really waited would still wait.
    Wait(
      name: "host functions of 23 hours take 23 hours",
      handler: "local at = os.time() for _ = 1, 23 do host.crm.lookup() end "
        + "return { result = os.time() - at }",
      given: "{ \"host\": { \"crm.lookup\": { \"delay\": 3600, \"return\": 1 } }, "
        + "\"limits\": { \"seconds\": 86400 } }",
      expect: "{ \"result\": 82800 }"),
    Wait(
      name: "a reply of 4 s sent now takes 4",
      handler: "local at = os.time() local r = reply.sendNow { text = 'x' } "
        + "return { result = { state = r.state, seconds = os.time() - at } }",
      given: "{ \"replies\": { \"delay\": 4 } }",
      expect: "{ \"result\": { \"state\": \"sent\", \"seconds\": 4 } }"),
    Wait(
      name: "a reply of 40 s sent now waits after 10",
      handler: "local at = os.time() local r = reply.sendNow { text = 'x' } "
        + "return { result = { state = r.state, seconds = os.time() - at } }",
      given: "{ \"replies\": [{ \"delay\": 40 }, \"sent\"] }",
      expect: "{ \"result\": { \"state\": \"queued\", \"seconds\": 10 } }"),
    Wait(
      name: "with 3 s of budget a reply sent now has 2",
      handler: "reply.sendNow { text = 'x' } return { result = budget.remaining() }",
      given: "{ \"replies\": { \"delay\": 40 }, \"limits\": { \"seconds\": 3 } }",
      expect: "{ \"result\": 1.0, \"outcome\": \"completed\" }"),
    Wait(
      name: "a staged reply of 40 s waits after 5",
      handler: "reply.send { text = 'x' }", given: "{ \"replies\": { \"delay\": 40 } }",
      expect: "{ \"replies\": [{ \"state\": \"queued\", \"reason\": \"no answer within 5.0 s\" }] }"
    ),
    Wait(
      name: "staged replies to several people take as long as the longest, answers in order",
      handler: "for _, to in ipairs { 'a', 'b', 'c' } do reply.send { to = to, text = to } end",
      given: "{ \"replies\": [{ \"delay\": 3 }, \"offline\", { \"rejected\": \"no\" }] }",
      expect: "{ \"replies\": [{ \"to\": \"a\", \"state\": \"sent\" }, "
        + "{ \"to\": \"b\", \"state\": \"queued\" }, "
        + "{ \"to\": \"c\", \"state\": \"rejected\", \"reason\": \"no\" }], "
        + "\"budget\": { \"atMost\": 0.1 } }"),
    Wait(
      name: "the clock stands still, and starts where it was given",
      handler: "for i = 1, 1e5 do end return { result = { os.time(), os.clock() } }",
      given: "{ \"now\": \"2026-03-01T00:00:00Z\" }",
      expect: "{ \"result\": [1772323200, 0.0] }"),
    Wait(
      name: "an endless loop is stopped all the same",
      handler: "while true do end", given: "{}", expect: "{ \"outcome\": \"timedOut\" }"),
  ])
  func `a wait has its effect`(_ wait: Wait) async throws {
    let bundle = try TestedBundle(
      handler: wait.handler,
      tests: TestedBundle.testCase("c", given: wait.given, expect: wait.expect))
    let result = await bundle.test()
    #expect(result.code == .asExpected, "\(result.output)\(result.errors)")
  }
}

/// What chance would decide is decided by the case.
@Suite struct RepeatedTestTests {
  private static let handler = """
      local names = {}
      for name in pairs { one = 1, two = 2, three = 3, four = 4, five = 5, six = 6 } do
        names[#names + 1] = name
      end
      reply.send { text = "x" }
      return { result = { names = table.concat(names, " "), chance = math.random(1 << 30) } }
    """

  @Test func `the same command prints the same bytes twice`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler, tests: TestedBundle.testCase("c", expect: "{ \"result\": 0 }"))
    let first = await bundle.test("--format", "json")
    #expect(first.code == .otherOutcome)
    for _ in 0..<3 { #expect(await bundle.test("--format", "json").output == first.output) }
  }

  @Test func `orders of tables find a handler that depends on one`() async throws {
    let bundle = try TestedBundle(
      handler: Self.handler,
      tests: TestedBundle.testCase("c", expect: "{ \"result\": 0 }"))
    #expect(await bundle.test("--update").code == .asExpected)
    #expect(await bundle.test().code == .asExpected)
    let orders = await bundle.test("--orders", "10")
    #expect(orders.code == .otherOutcome)
    #expect(orders.output.contains("of those that --orders tries"))
  }

  @Test func `a case near a limit fails where that is asked for`() async throws {
    let bundle = try TestedBundle(
      handler: "host.crm.lookup()",
      tests: TestedBundle.testCase(
        "c", given: "{ \"host\": { \"crm.lookup\": { \"delay\": 27, \"return\": 1 } } }",
        expect: "{ \"outcome\": \"completed\" }"))
    #expect(await bundle.test("--near-limit", "95").code == .asExpected)
    let near = await bundle.test("--near-limit", "80")
    #expect(near.code == .otherOutcome)
    #expect(near.output.contains("budget  (near its limit)"))
    #expect(near.output.contains("90.0 %"))
  }
}
