import Testing

/// A file is read in one sitting.
@Suite struct FileLengthTests {
  static let most = 400
  static let excuse = "// Longer than \(most) lines: "

  @Test func `no source file is longer than 400 lines, unless its head says why`() throws {
    for folder in ["Sources", "Tests"] {
      for file in try PackageFiles.files(under: folder, extensions: ["swift", "c", "h"]) {
        // Kept apart, so that a failure does not print the whole file.
        let isShort = Self.isShort(file.lines)
        #expect(
          isShort,
          "\(file) has \(file.lines.count) lines; split it, or say why: '\(Self.excuse)…'")
      }
    }
  }

  @Test(arguments: [
    (400, "", true),
    (401, "", false),
    (401, "// Longer than 400 lines: one table", true),
    (401, "// Longer than 400 lines: ", false),
  ])
  func `the limit counts lines and wants a reason`(count: Int, head: Substring, short: Bool) {
    let lines = [head] + [Substring](repeating: "x", count: count - 1)
    #expect(Self.isShort(lines) == short)
  }

  static func isShort(_ lines: [Substring]) -> Bool {
    lines.count <= most
      || lines.prefix(5).contains { $0.hasPrefix(excuse) && $0.count > excuse.count }
  }
}
