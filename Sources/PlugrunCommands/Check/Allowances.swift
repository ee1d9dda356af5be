import ActionPlugins

/// The findings that a script's comments silence: `-- plugrun: allow rule-name`.
///
/// A comment above the first code is for the whole file; one that stands alone on its line is for
/// the line below as well, any other for its own line.
struct Allowances: Sendable {
  private struct Allowance {
    let rule: Identifier
    /// nil for the whole file.
    let lines: ClosedRange<Int>?
  }

  private var allowances: [Allowance] = []
  /// Names that are no rules, with the places of their comments.
  private(set) var unknown: [(name: Identifier, position: LuaPosition)] = []

  init(of chunk: LuaChunk) {
    for comment in chunk.comments {
      for rule in Self.rules(in: comment.bytes) {
        guard CheckRule(rawValue: rule.rawValue) != nil else {
          unknown.append((rule, comment.position))
          continue
        }
        let line = comment.position.line
        let isOfFile = comment.position.offset < chunk.start.offset
        allowances.append(
          Allowance(
            rule: rule, lines: isOfFile ? nil : line...line + (comment.isAloneOnLine ? 1 : 0)))
      }
    }
  }

  func silence(_ finding: Finding) -> Bool {
    allowances.contains { allowance in
      guard allowance.rule == Identifier(finding.rule) else { return false }
      guard let lines = allowance.lines else { return true }
      return finding.line.map(lines.contains) ?? false
    }
  }

  /// The names after `plugrun: allow`, separated by commas or spaces; what follows `--` is a reason.
  private static func rules(in bytes: ArraySlice<UInt8>) -> [Identifier] {
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard words.count > 2, words[0].elementsEqual("plugrun:".utf8),
      words[1].elementsEqual("allow".utf8)
    else { return [] }
    return words.dropFirst(2).prefix { !$0.elementsEqual("--".utf8) }
      .flatMap { $0.split(separator: UInt8(ascii: ",")) }
      .map { Identifier(String(decoding: $0, as: UTF8.self)) }
  }
}
