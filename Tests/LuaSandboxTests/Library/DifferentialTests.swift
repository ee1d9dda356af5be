import Foundation
import Testing

/// What is kept of the library behaves exactly as Lua 5.4's: the same calls, made from a seed, run
/// with our functions and with the stock ones, and results, errors and what they leave behind are
/// compared as text. The calls are in `Cases`; what is meant to differ is in `DifferenceTests`.
///
/// `PLUGRUN_LONG=1` compares 200,000 cases; `PLUGRUN_SEED=n` only case n of each family.
@Suite("Library functions, ours against the stock ones")
struct DifferentialTests {
  static let families = [
    "patterns", "strings", "format", "pack", "tables", "sort", "random", "time", "utf8",
  ]

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  private static var seeds: (first: Int64, count: Int64) {
    if let seed = environment["PLUGRUN_SEED"].flatMap(Int64.init) { return (seed, 1) }
    return environment["PLUGRUN_LONG"] == "1" ? (1, 22_500) : (1, 500)
  }

  /// The text of the files in `Cases`, in order.
  static func cases() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    return try ["1-kit", "2-patterns", "3-strings", "4-tables", "5-numbers"]
      .map { try String(contentsOf: folder.appending(path: $0 + ".lua"), encoding: .utf8) }
      .joined()
  }

  @Test("agree case by case", arguments: families)
  func agree(family: String) throws {
    let source = try Self.cases()
    let stock = try StockState(source)
    let ours = try LibraryWorld(source)
    let batch: Int64 = 250
    let (first, count) = Self.seeds
    var compared: Int64 = 0
    var differing = 0
    for start in stride(from: first, to: first + count, by: Int(batch)) {
      let arguments: [EncodedArgument] = [
        .string(family), .integer(start), .integer(min(batch, first + count - start)),
      ]
      let expected = try stock.text(arguments).split(separator: "\n")
      let actual = try ours.text(arguments).split(separator: "\n")
      try #require(expected.count == actual.count)
      for (offset, (one, other)) in zip(expected, actual).enumerated() {
        compared += 1
        if one.utf8.elementsEqual(other.utf8) { continue }
        differing += 1
        if differing > 5 { return }
        let seed = start + Int64(offset)
        Issue.record("\(family), PLUGRUN_SEED=\(seed)\nstock \(one)\nours  \(other)")
      }
    }
    #expect(compared == count)
  }

  @Test("make the same case of the same seed")
  func repeatable() throws {
    let source = try Self.cases()
    let arguments: [EncodedArgument] = [.string("patterns"), .integer(7), .integer(20)]
    let first = try LibraryWorld(source).text(arguments)
    let second = try LibraryWorld(source).text(arguments)
    #expect(first.utf8.elementsEqual(second.utf8))
    #expect(first.contains("true"))
  }
}
