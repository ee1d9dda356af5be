import Foundation
import Testing

/// Each shipped sample ends as `Examples/README.md` says.
@Suite struct SampleOutcomeTests {
  @Test(arguments: try SampleTable().rows)
  func `a sample ends as the table says`(_ row: SampleTable.Row) throws {
    let result = try PlugrunProcess.run(row.arguments)
    let outcome = try result.json()
    #expect(outcome["outcome"] as? String == row.outcome)
    #expect(outcome["completion"] as? String == row.completion)
    let effects = SampleTable.effects(of: outcome)
    #expect(effects.utf8.elementsEqual(row.effects.utf8), "\(effects) instead of \(row.effects)")
    #expect(result.code == (row.outcome == "completed" ? 0 : 1))
  }

  @Test func `every sample is in the table`() throws {
    let folder = PlugrunProcess.packageFolder + "/Examples"
    let samples = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") || $0.hasSuffix(".apns") }
    try #require(!samples.isEmpty)
    let named = Set(try SampleTable().rows.flatMap { CommandWords.words(of: $0.run) })
    #expect(samples.filter { !named.contains($0) } == [])
  }
}
