import Notifications
import Testing

@testable import LuaSandbox

@Suite struct FunctionKindTests {
  /// A host with one number by space and key.
  private final class Spaces: Sendable {
    let numbers = Box<[String: Int64]>([:])

    func host() -> ClosureHost {
      ClosureHost(Loaded.api) { [numbers] name, call in
        func place() -> String {
          guard case .value(.string(let key)) = call.arguments.first else { return "?" }
          return "\(call.space?.rawValue ?? "plain"):\(key)"
        }
        switch name {
        case "space.get":
          return .values([numbers.value[place()].map { .value(.integer($0)) } ?? .none])
        case "space.update" where call.phase == 0:
          return .values([numbers.value[place()].map { .value(.integer($0)) } ?? .none])
        case "space.update":
          guard case .value(.integer(let new)) = call.arguments.last else {
            return .raise("space.update: the function returned \(call.arguments)")
          }
          let key = place()
          numbers.change { $0[key] = new }
          return .values([.value(.integer(new))])
        default: return .values([])
        }
      }
    }
  }

  @Test func `an update asks for the old value and hands over the new one`() async throws {
    let loaded = try await Loaded(
      """
      return function()
        space.update("n", function(old) return (old or 0) + 1 end)
        return space.update("n", function(old) return old + 10 end)
      end
      """)
    let spaces = Spaces()
    #expect(await loaded.run(host: spaces.host()).values() == [.value(11)])
    #expect(spaces.numbers.value == ["plain:n": 11])
  }

  @Test func `an update whose function returns nothing raises at the script's line`() async throws {
    let loaded = try await Loaded(
      "return function()\n  space.update('n', function() end)\nend")
    let error = try #require(await loaded.run(host: Spaces().host()).raised)
    #expect(error.line == 2)
    #expect(error.message.hasPrefix("space.update: the function returned"))
  }

  @Test func `a space's table carries its name into each call`() async throws {
    let loaded = try await Loaded(
      """
      return function()
        local unread = space.shared("unread")
        unread.update("n", function() return 5 end)
        space.update("n", function() return 6 end)
        return unread.get("n"), space.get("n"), space.shared("other").get("n")
      end
      """)
    let spaces = Spaces()
    #expect(
      await loaded.run(host: spaces.host()).values() == [.value(5), .value(6), .none])
    #expect(Set(spaces.numbers.value.keys) == ["shared:unread:n", "plain:n"])
  }

  @Test func `a function inside an update may wait`() async throws {
    let loaded = try await Loaded(
      "return function() return space.update('n', function() return wait(7) end) end")
    let spaces = Spaces().host()
    let host = ClosureHost(Loaded.api) { name, call in
      name == "wait" ? .wait(HostWait { .values([.value(7)]) }) : spaces.answer(call)
    }
    #expect(await loaded.run(host: host).values() == [.value(7)])
  }
}
