import Testing

@testable import PlugrunCommands

@Suite struct ReportLinesTests {
  @Test func `a very long cell pushes only its own line aside`() {
    var lines = ReportLines(style: .plain, labelWidth: 6)
    let long = String(repeating: "n", count: 250)
    lines.add("files", rows: [[.init("a"), .init("1 B")], [.init(long), .init("2 B")]])
    lines.add("files", rows: [[.init("a"), .init("1 B")], [.init("abc"), .init("2 B")]])
    #expect(
      lines.text == """
        files a  1 B
              \(long)  2 B
        files a    1 B
              abc  2 B

        """)
  }
}
