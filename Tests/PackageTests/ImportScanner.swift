/// Reads what a source file depends on, line by line, without a compiler.
enum ImportScanner {
  /// The modules that a Swift file imports.
  ///
  /// Lines of string literals over several lines are skipped; a comment never starts with `import`.
  static func modules(inSwift lines: [Substring]) -> [String] {
    var modules: [String] = []
    var insideLiteral = false
    for line in lines {
      // Most lines are ruled out without the regular expression, which takes its time.
      if !insideLiteral, line.contains("import "), let match = line.firstMatch(of: importLine) {
        modules.append(String(match.output.1))
      }
      let quotes = line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count - 1
      if quotes % 2 == 1 { insideLiteral.toggle() }
    }
    return modules
  }

  /// The headers that a C file includes, with their brackets or quotes.
  static func headers(inC lines: [Substring]) -> [String] {
    lines.filter { $0.contains("#") }.compactMap { line in
      line.firstMatch(of: includeLine).map { String($0.output.1) }
    }
  }

  // A regular expression is not Sendable, so each use makes its own.
  private static var importLine: Regex<(Substring, Substring)> {
    #/
      ^\s* (?: @\w+ (?: \( [^)]* \) )? \s+ )*
      (?: (?: public | package | internal | fileprivate | private ) \s+ )?
      import \s+
      (?: (?: class | struct | enum | protocol | typealias | func | var | let ) \s+ )?
      ( \w+ )
    /#
  }

  private static var includeLine: Regex<(Substring, Substring)> {
    #/^\s*\#\s*(?:include|import)\s+(<[^>]+>|"[^"]+")/#
  }
}
