import CSandbox
import Testing

/// What a release of Lua computes otherwise than the ones after it, as the documentation's page on
/// releases has it. Seen with 5.4.4, 5.4.6, 5.4.7 and 5.4.8.
struct ReleaseFault: Sendable, CustomTestStringConvertible {
  let name: String
  /// The third number of the release that is the first to be right.
  let rightSince: Int
  /// Returns a function that returns a string.
  let script: String
  let right: String

  var testDescription: String { name }

  static let all = [
    ReleaseFault(
      name: "a comparison as the index of a local of an outer function", rightSince: 8,
      script: """
        local names = {[true] = "less", [false] = "more"}
        return function()
          local function name(a, b) return names[a < b] end
          local ok, found = pcall(name, 1, 2)
          return ok and found or "another"
        end
        """,
      right: "less"),
    ReleaseFault(
      name: "a negated comparison as such an index", rightSince: 8,
      script: """
        local names = {[true] = "less", [false] = "more"}
        return function()
          local function name(a, b) return names[not (a < b)] end
          local ok, found = pcall(name, 2, 1)
          return ok and found or "another"
        end
        """,
      right: "less"),
    // 5.4.5 by Lua's own list of bugs; 5.4.4 is wrong and 5.4.6 is right.
    ReleaseFault(
      name: "a bitwise operator with its 257th constant before an 'or'", rightSince: 5,
      script: "return function() local x = {\(fractions(255))} return tostring(8 | (1 or 2)) end",
      right: "9"),
    ReleaseFault(
      name: "the line of a call whose parenthesis is on another line than its function",
      rightSince: 7,
      script: """
        return function()
          local missing
          local _, message = pcall(function()
            missing
            (
              1)
          end)
          return message:match(":(%d+):")
        end
        """,
      right: "5"),
    ReleaseFault(
      name: "which argument table.remove blames", rightSince: 5,
      script: """
        return function()
          return select(2, pcall(table.remove, {}, 5)):match("#%d")
        end
        """,
      right: "#2"),
  ]

  /// What is right on every release, though close to the above.
  static let sound = [
    ReleaseFault(
      name: "a comparison as the index of the function's own local", rightSince: 0,
      script: """
        return function()
          local names = {[true] = "less", [false] = "more"}
          local function name(a, b) local names = names return names[a < b] end
          return name(1, 2)
        end
        """,
      right: "less"),
    ReleaseFault(
      name: "a bitwise operator with its 256th constant before an 'or'", rightSince: 0,
      script: "return function() local x = {\(fractions(254))} return tostring(8 | (1 or 2)) end",
      right: "9"),
    ReleaseFault(
      name: "a bitwise operator with its 257th constant after an 'or'", rightSince: 0,
      script: "return function() local x = {\(fractions(255))} return tostring((1 or 2) | 8) end",
      right: "9"),
    ReleaseFault(
      name: "a bitwise operator with its 257th constant before a sum", rightSince: 0,
      script: """
        return function()
          local one = 1
          local x = {\(fractions(255))}
          return tostring(8 | (one + 1))
        end
        """,
      right: "10"),
  ]

  /// That many constants; the name of `tostring` is one more, before the operator's.
  private static func fractions(_ count: Int) -> String {
    (1...count).map { "\($0).25" }.joined(separator: ", ")
  }
}

@Suite("What differs between releases of Lua")
struct ReleaseTests {
  /// The third number of the release at hand.
  static let release = unsafe Int(
    String(cString: csb_lua_release()).split(separator: ".").last ?? "")

  @Test("is wrong before a release, and right since", arguments: ReleaseFault.all)
  func fault(_ fault: ReleaseFault) throws {
    let release = try #require(Self.release)
    let result = try StockState(fault.script).text()
    #expect((result == fault.right) == (release >= fault.rightSince), "\(result)")
  }

  @Test("leaves what is close to it right", arguments: ReleaseFault.sound)
  func sound(_ fault: ReleaseFault) throws {
    #expect(try StockState(fault.script).text() == fault.right)
  }
}
