import Testing

@testable import PlugrunCommands

@Suite struct LineChangeTests {
  @Test(
    arguments: [
      ([], [], []),
      (["a"], ["a"], [.same("a")]),
      (["a"], ["b"], [.expected("a"), .actual("b")]),
      (["a", "b", "c"], ["a", "c"], [.same("a"), .expected("b"), .same("c")]),
      (["a", "c"], ["a", "b", "c"], [.same("a"), .actual("b"), .same("c")]),
      ([], ["a"], [.actual("a")]),
      // Canonically equal and yet other bytes.
      (["é"], ["e\u{301}"], [.expected("é"), .actual("e\u{301}")]),
    ] as [([String], [String], [LineChange])])
  func `lines in common are told once`(
    _ expected: [String], _ actual: [String], _ changes: [LineChange]
  ) {
    let found = LineChange.changes(from: expected, to: actual)
    #expect(found.map { Array("\($0)".utf8) } == changes.map { Array("\($0)".utf8) })
  }
}
