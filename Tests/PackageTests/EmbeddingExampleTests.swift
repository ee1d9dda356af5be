import Foundation
import Testing

/// The programs on the pages that embed the runtime, as a host would compile them.
///
/// They are compiled against the modules that these tests were built with, which takes seconds; a
/// package of its own would build everything a second time.
@Suite struct EmbeddingExampleTests {
  @Test(arguments: ["README.md", "Sources/ActionPlugins/ActionPlugins.docc/Hosts.md"])
  func `a page's host compiles as main.swift and prints what the page shows`(_ path: String) throws
  {
    let page = try PackageFiles.file(path)
    let sources = Markdown.blocks(in: page.lines, language: "swift")
    let source = try #require(sources.first)
    #expect(sources.count == 1)
    let shown = try #require(Self.output(shownIn: page.lines))

    let folder = FileManager.default.temporaryDirectory.appending(path: "embed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.swift")
    try Data(source.utf8).write(to: main)
    let program = folder.appending(path: "host")

    let compiled = try Self.run(
      ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-o", program.path, main.path]
        + Self.flags())
    try #require(compiled.code == 0, "\(compiled.text)")
    let ran = try Self.run([program.path])
    #expect(ran.code == 0)
    #expect(ran.text == shown + "\n")
  }

  /// The block that follows the program.
  static func output(shownIn lines: [Substring]) -> String? {
    guard let start = lines.firstIndex(of: "```swift") else { return nil }
    return Markdown.blocks(in: Array(lines[start...]), language: "text").first
  }

  /// What lets the compiler see the package as it was built, and the linker find it.
  static func flags() throws -> [String] {
    let built = try builtFolder()
    let root = PackageFiles.root.path
    // What `plugrun` is linked of, less its own part: a build folder also keeps the objects of
    // files that are gone.
    let list = built.appending(path: "plugrun.product/Objects.LinkFileList")
    let objects = try String(contentsOf: list, encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }
      .filter { !$0.contains("/PlugrunCommands.build/") && !$0.contains("/plugrun.build/") }
    try #require(objects.count > 4, "nothing was built in \(built.path)")
    let modules = [
      "\(root)/Sources/CLua/module.modulemap", "\(root)/Sources/CSQLite/module.modulemap",
      built.appending(path: "CSandbox.build/module.modulemap").path,
    ]
    let packages = try run(["pkg-config", "--cflags", "--libs", "lua5.4", "sqlite3"])
    let words = packages.text.split(whereSeparator: \.isWhitespace).map { String($0) }
    var flags = ["-I", built.appending(path: "Modules").path, "-lm"]
    for module in modules { flags += ["-Xcc", "-fmodule-map-file=\(module)"] }
    for word in words { flags += word.hasPrefix("-I") ? ["-Xcc", word] : [word] }
    return flags + objects + (try sanitizer(of: objects))
  }

  /// The folder in which the package was built: the test program lies in it.
  static func builtFolder() throws -> URL {
    let program = CommandLine.arguments.first { $0.contains(".xctest") }
    let end = try #require(program?.range(of: ".xctest")).upperBound
    return URL(filePath: String(try #require(program)[..<end])).deletingLastPathComponent()
  }

  /// A build with a sanitizer links with it only.
  static func sanitizer(of objects: [String]) throws -> [String] {
    let object = try #require(objects.last)
    let bytes = try Data(contentsOf: URL(filePath: object))
    for (name, mark) in [("address", "__asan_init"), ("thread", "__tsan_init")]
    where bytes.range(of: Data(mark.utf8)) != nil {
      return ["-sanitize=\(name)"]
    }
    return []
  }

  /// Runs a command from the package's root, as the README's reader does.
  static func run(_ words: [String]) throws -> (code: Int32, text: String) {
    let log = FileManager.default.temporaryDirectory.appending(path: "embed-\(UUID()).log")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = PackageFiles.root
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    try handle.close()
    return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
  }
}
