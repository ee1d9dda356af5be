import Notifications
import Testing

@testable import ActionPlugins

@Suite("The names that a run sees")
struct SeenNamesTests {
  @Test("are what is stored and written, without what is removed, each once and sorted by bytes")
  func merged() throws {
    var seen = SeenNames(stored: ["b", "d", "e", "é"])
    for name: Identifier in ["z", "d", "a", "e\u{301}", "c"] { seen.add(name) }
    for name: Identifier in ["e", "never"] { seen.remove(name) }
    let names = try seen.sorted { false }
    #expect(names == ["a", "b", "c", "d", "e\u{301}", "z", "é"])
  }

  @Test("are given up soon after a stop, however many they are")
  func stopped() {
    let many = (0..<20_000).map { Identifier("\($0 * 7919 % 20_000)") }
    var stored = SeenNames(stored: many.sorted())
    stored.remove("1")
    var written = SeenNames(stored: [])
    for name in many { written.add(name) }
    for seen in [stored, written] {
      var looks = 0
      #expect(throws: SeenNames.Stopped.self) {
        try seen.sorted {
          looks += 1
          return looks == 3
        }
      }
      #expect(looks == 3)
    }
  }
}
