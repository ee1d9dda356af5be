import TemporaryFiles
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  /// A command under an `output:` comment, with the block that shows what it prints.
  struct Transcript: CustomTestStringConvertible, Sendable {
    var command: String
    var output: String
    var testDescription: String { command }

    /// The one rule by which two outputs are the same: a line on `time` or `memory` counts by its
    /// name and its limit, since what was measured differs from run to run; so does a number of
    /// seconds since 1970, ten digits long, and, from version to version, a bundle's digest.
    static func comparable(_ output: String) -> [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        if let measured = line.firstMatch(of: #/^(time|memory) .* (of [\d.]+ \w+)/#) {
          return "\(measured.output.1) … \(measured.output.2)"
        }
        return String(line).replacing(#/\b\d{10}\b/#, with: "…")
          .replacing(#/digest [0-9a-f]{12}/#, with: "digest …")
      }
    }

    static var all: [Transcript] {
      get throws {
        try Page("README.md").blocks.compactMap { block in
          let marker = block.introduction.firstMatch(of: #/^<!-- output: (plugrun .*) -->$/#)
          return marker.map { Transcript(command: String($0.output.1), output: block.text) }
        }
      }
    }
  }

  @Test func `every output that the README shows is what its command prints`() throws {
    let transcripts = try Transcript.all
    let markers = try Page("README.md").lines.filter { $0.hasPrefix("<!-- output:") }
    #expect(transcripts.count == markers.count)
    try #require(transcripts.count >= 1)
    for transcript in transcripts {
      let words = CommandWords.words(of: transcript.command)
      let result = try PlugrunProcess.run(Array(words.dropFirst()))
      #expect(
        Transcript.comparable(result.output) == Transcript.comparable(transcript.output),
        "\(transcript.command)")
      #expect(result.errors == "", "\(transcript.command)")
    }
  }

  @Test func `the README's smallest plugin answers the README's response`() throws {
    let folder = try TemporaryFolder()
    let blocks = try Page("README.md").section("## The smallest plugin").blocks
    for block in blocks {
      let name = try #require(block.introduction.firstMatch(of: #/`([\w./]+)`/#)).output.1
      _ = try folder.file(String(name), block.text)
    }
    let result = try PlugrunProcess.run([
      "run", folder.path + "/greeting.json", "--plugins", folder.path + "/hello",
      "--format", "json",
    ])
    #expect(result.errors == "")
    #expect(result.code == 0)
    #expect(try result.firstReply() == "Hello! Καλημέρα")
    let storage = try #require(try result.json()["storage"] as? [String: Any])
    let own = try #require(storage["own"] as? [String: Any])
    #expect((own["set"] as? [String: Any])?.keys.sorted() == ["greeted"])
  }

  @Test func `only what is measured may differ between two outputs`() {
    let first = "reply  10\ntime   ░  0.2 %  18 ms of 10 s  script 1 ms\nat 1772474700\n"
    let second = "reply  10\ntime   █  9.2 %  1 s of 10 s  script 1 ms, queued 2 s\nat 1796044377\n"
    let third = "reply  11\ntime   █  9.2 %  1 s of 10 s  script 1 ms\nat 1796044377\n"
    let fourth = "reply  10\ntime   █  9.2 %  1 s of 11 s  script 1 ms\nat 1796044377\n"
    #expect(Transcript.comparable(first) == Transcript.comparable(second))
    #expect(Transcript.comparable(first) != Transcript.comparable(third))
    #expect(Transcript.comparable(first) != Transcript.comparable(fourth))
  }
}
