import Foundation
import Testing

/// What the README shows of a terminal is what the program prints.
@Suite("A transcript in the README")
struct TranscriptTests {
  /// A comment that names the command, and the block that follows it.
  private static var transcript: Regex<(Substring, Substring, Substring)> {
    #/<!-- output: plugrun (.*) -->\n```text\n((?s:.*?))```\n/#
  }

  @Test("is what the command prints, but for measured numbers")
  func compared() throws {
    let readme = try String(
      contentsOfFile: PlugrunProcess.packageFolder + "/README.md", encoding: .utf8)
    let transcripts = readme.matches(of: Self.transcript)
    let announced = readme.matches(of: #/<!-- output:/#).count
    #expect(announced > 0)
    #expect(transcripts.count == announced, "a command without its block")
    for transcript in transcripts {
      let arguments = transcript.1.split(separator: " ").map(String.init)
      let result = try PlugrunProcess.run(arguments)
      #expect(result.errors == "", "\(transcript.1)")
      #expect(Self.masked(result.output) == Self.masked(String(transcript.2)), "\(transcript.1)")
    }
  }

  /// The text without what differs from run to run and from version to version: times, sizes, the
  /// clock, the digest, and the spaces that align them.
  private static func masked(_ text: String) -> String {
    text.replacing(/digest [0-9a-f]+/, with: "digest #")
      .replacing(/[█░]+/, with: "#")
      .replacing(/\d+(\.\d+)? (µs|ms|s)/, with: "# s")
      .replacing(/\d+(\.\d+)? (B|KiB|MiB)/, with: "# B")
      .replacing(/\d+\.\d %/, with: "# %")
      .replacing(/"at":\d+/, with: "\"at\":#")
      .replacing(#/ +/#, with: " ")
  }
}
