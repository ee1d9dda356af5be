import CLua
import LuaSandbox
import Testing

@testable import PlugrunCommands

/// The rules on wrong code against the Lua that is linked: what they tell of goes wrong before the
/// release that they name and is right from it on, and what they advise is right everywhere.
@Suite struct WrongCodeTests {
  /// A bug of Lua's compiler.
  struct Bug: CustomTestStringConvertible, Sendable {
    let rule: CheckRule
    /// The last part of the release 5.4.x that mended it.
    let mended: Int
    /// A script whose top level raises where the code is wrong.
    let script: String
    /// The same as the rule's message advises.
    let cured: String

    var testDescription: String { rule.rawValue }
  }

  private static func bits(_ expression: String) -> String {
    """
    local function masked(mask, other)
      local data = { \((0..<300).map { "'s\($0)'" }.joined(separator: ", ")) }
      return \(expression), data
    end
    local ok, value = pcall(masked, 0x1234, 1)
    assert(ok and value == 0x1200, value)
    return function() end
    """
  }

  private static func index(_ way: String) -> String {
    """
    local names = { [true] = "less", [false] = "more" }
    local function name(a, b)
      \(way)
    end
    local ok, value = pcall(name, 1, 2)
    assert(ok and value == "less", value)
    return function() end
    """
  }

  static let bugs: [Bug] = [
    Bug(
      rule: .wrongCodeBitwise, mended: 5, script: bits("0xFF00 & (mask or other)"),
      cured: bits("(mask or other) & 0xFF00")),
    Bug(
      rule: .wrongCodeIndex, mended: 8, script: index("return names[a < b]"),
      cured: index("local isLess = a < b return names[isLess]")),
  ]

  private static let executor = ScriptExecutor()

  /// Whether the top level, which tells by an error, computes rightly.
  private static func isRight(_ script: String) -> Bool {
    let loaded = executor.loadNow(
      [ScriptSource(file: "a.lua", bytes: Array(script.utf8))], entry: "a.lua", api: SandboxAPI(),
      limits: SandboxLimits(memoryBytes: 8 << 20), loadSeconds: 10)
    return switch loaded {
    case .success: true
    case .failure: false
    }
  }

  @Test(arguments: bugs)
  func `what a rule tells of is wrong before the release that it names`(_ bug: Bug) throws {
    let release = try #require(Int(LUA_VERSION_RELEASE))
    #expect(Self.isRight(bug.script) == (release >= bug.mended))
    let rules = try CheckedBundle(scripts: ["reply.lua": bug.script]).findings().map(\.rule)
    #expect(rules == [bug.rule.rawValue])
  }

  @Test(arguments: bugs)
  func `what a rule advises is right on every release, and not told of`(_ bug: Bug) throws {
    #expect(Self.isRight(bug.cured))
    #expect(try CheckedBundle(scripts: ["reply.lua": bug.cured]).findings().isEmpty)
  }
}
