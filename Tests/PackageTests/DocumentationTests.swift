import Foundation
import Testing

/// What the README and the other pages may be held to without running anything.
@Suite struct DocumentationTests {
  @Test func `the README has two set-up commands, one that runs and one that tests`() throws {
    let readme = try PackageFiles.file("README.md")
    let blocks = Markdown.blocks(in: readme.lines, language: "sh")
    let setUp = blocks.filter { $0.contains("apt-get") }
    #expect(setUp.count == 2)
    for block in setUp { #expect(!block.contains("\n"), "not one line: \(block)") }
    #expect(setUp.count(where: { $0.contains("swift run plugrun run Examples/") }) == 1)
    #expect(setUp.count(where: { $0.contains("swift test") }) == 1)
  }

  @Test func `the samples that the README runs exist`() throws {
    let readme = try PackageFiles.file("README.md").text
    let paths = readme.matches(of: #/Examples/[\w\-./]+\.(?:json|apns)/#).map { String($0.output) }
    #expect(!paths.isEmpty)
    for path in paths { #expect(throws: Never.self) { try PackageFiles.file(path) } }
  }

  @Test func `the README is shorter than 250 lines`() throws {
    #expect(try PackageFiles.file("README.md").lines.count < 250)
  }

  @Test func `every relative link of every page leads to a file`() throws {
    for page in try Self.pages() {
      let folder = PackageFiles.root.appending(path: page.path).deletingLastPathComponent()
      for target in Markdown.relativeLinks(in: page.text) {
        let url = folder.appending(path: target)
        #expect(
          FileManager.default.fileExists(atPath: url.path(percentEncoded: false)),
          "\(page) links to \(target)")
      }
    }
  }

  @Test func `no page names a path of the machine that it was written on`() throws {
    for page in try Self.pages() {
      for (number, line) in page.lines.enumerated() {
        let path = line.firstMatch(of: #/(?:^|[\s`"'(=])(/(?:tmp|work|root|home|Users)/)/#)
        #expect(path == nil, "\(page):\(number + 1)")
      }
    }
  }

  @Test func `every JSON that a page shows is JSON`() throws {
    for page in try Self.pages() {
      for block in Markdown.blocks(in: page.lines, language: "json") {
        #expect(throws: Never.self, "\(page): \(block.prefix(40))") {
          try JSONSerialization.jsonObject(with: Data(block.utf8))
        }
      }
    }
  }

  @Test func `the page on the command line lists exactly the options of plugrun run`() throws {
    let table = try PackageFiles.file("Sources/PlugrunCommands/Run/RunOptions.swift").text
    let page = try PackageFiles.file(
      "Sources/ActionPlugins/ActionPlugins.docc/CommandLine.md")
    let options = table.matches(of: #/\.(?:value|flag)\(\s*"([a-z\-]+)"/#)
      .map { String($0.output.1) }
    // The other commands have parts of their own, which the tests of their help hold to them.
    let part = page.lines.drop { $0 != "## plugrun run" }.dropFirst()
      .prefix { !$0.hasPrefix("## ") }
    let rows = part.filter { $0.hasPrefix("| `--") }
      .flatMap { $0.matches(of: #/`--([a-z\-]+)[^`]*` \|/#).map { String($0.output.1) } }
    try #require(!options.isEmpty)
    #expect(Set(rows) == Set(options))
  }

  @Test func `the tests that the page on effects names exist`() throws {
    let page = try PackageFiles.file("Sources/ActionPlugins/ActionPlugins.docc/Effects.md")
    let named = Set(page.text.matches(of: #/`(\w+(?:Tests|Facts))`/#).map { String($0.output.1) })
    let files = try PackageFiles.files(under: "Tests", extensions: ["swift"])
    let known = Set(files.map { $0.path.split(separator: "/").last?.dropLast(6) ?? "" })
    try #require(named.count > 5)
    for name in named { #expect(known.contains(name[...]), "\(name)") }
  }

  /// The README and the pages beside bundles, samples and sources.
  static func pages() throws -> [PackageFiles.File] {
    let folders = ["Plugins", "Examples", "Sources"]
    return try [PackageFiles.file("README.md")]
      + folders.flatMap { try PackageFiles.files(under: $0, extensions: ["md"]) }
  }
}

/// The little of Markdown that the pages are checked for.
enum Markdown {
  /// The contents of the fenced blocks marked with `language`, without their last line ending.
  static func blocks(in lines: [Substring], language: String) -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    var isWanted = false
    for line in lines {
      if line.hasPrefix("```") {
        if let block = current {
          if isWanted { blocks.append(block.joined(separator: "\n")) }
          current = nil
        } else {
          current = []
          isWanted = line == "```\(language)"
        }
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  /// The targets of links to files, without `#` parts.
  static func relativeLinks(in text: String) -> [String] {
    text.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) }
      .filter { !$0.contains("://") && !$0.hasPrefix("#") && !$0.hasPrefix("mailto:") }
      .map { String($0.prefix { $0 != "#" }) }
  }
}

@Suite struct MarkdownTests {
  @Test func `a fenced block is found by its language alone`() {
    let page: [Substring] = ["```sh", "one", "two", "```", "```swift", "three", "```", "```sh"]
    #expect(Markdown.blocks(in: page, language: "sh") == ["one\ntwo"])
  }

  @Test func `links to other sites are not looked for on disk`() {
    let text = "[a](b.md#part) [c](https://example.com) [d](#here) ![e](f/g.png)"
    #expect(Markdown.relativeLinks(in: text) == ["b.md", "f/g.png"])
  }
}
