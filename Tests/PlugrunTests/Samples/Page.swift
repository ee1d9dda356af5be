import Foundation

/// A page of the package, as its tests read it: by lines.
struct Page {
  /// A fenced block with what stands before it.
  struct Block {
    /// The word after the fence, such as `json`; empty where there is none.
    var language: String
    /// The last line before the block that is not empty.
    var introduction: Substring
    /// The block's lines, each with its line ending.
    var text: String
  }

  let lines: [Substring]

  /// Reads a page by its path from the package's folder.
  init(_ path: String) throws {
    let file = URL(fileURLWithPath: PlugrunProcess.packageFolder).appendingPathComponent(path)
    lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines of the section with this heading, up to the next one of the same or a higher level.
  func section(_ heading: String) -> Page {
    let level = heading.prefix { $0 == "#" }.count
    let rest = lines.drop { $0 != heading }.dropFirst()
    return Page(
      lines: Array(
        rest.prefix { line in
          let other = line.prefix { $0 == "#" }.count
          return other == 0 || other > level
        }))
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    var open: Block?
    var introduction: Substring = ""
    for line in lines {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.text += line + "\n"
          open = block
        }
      } else if line.hasPrefix("```") {
        open = Block(language: String(line.dropFirst(3)), introduction: introduction, text: "")
      } else if !line.isEmpty {
        introduction = line
      }
    }
    return blocks
  }

  private init(lines: [Substring]) {
    self.lines = lines
  }
}
