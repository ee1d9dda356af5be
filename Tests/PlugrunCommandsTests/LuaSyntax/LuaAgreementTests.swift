import Foundation
import LuaSandbox
import Testing

@testable import PlugrunCommands

/// The parser against the Lua that is linked: what one accepts, the other does, and what it refuses
/// it refuses at the same line in the same words.
@Suite struct LuaAgreementTests {
  /// What one of the two says of a text.
  enum Verdict: Equatable, CustomStringConvertible {
    case accepted
    case refused(line: Int?, message: String)

    var description: String {
      switch self {
      case .accepted: "accepted"
      case .refused(let line, let message): "line \(line ?? 0): \(message)"
      }
    }

    var isAccepted: Bool { self == .accepted }
  }

  private static let executor = ScriptExecutor()
  /// Leaves before anything of the text runs; it is compiled all the same.
  private static let head = Array("do return function() end end ".utf8)

  static func lua(_ text: [UInt8]) -> Verdict {
    let loaded = executor.loadNow(
      [ScriptSource(file: "a.lua", bytes: head + text)], entry: "a.lua", api: SandboxAPI(),
      limits: SandboxLimits(memoryBytes: 64 << 20), loadSeconds: 10)
    switch loaded {
    case .success: return .accepted
    case .failure(let error): return .refused(line: error.line, message: error.sentence)
    }
  }

  static func parser(_ text: [UInt8]) -> Verdict {
    switch LuaParser.parse(head + text) {
    case .success: .accepted
    case .failure(let error):
      .refused(line: error.position.line, message: error.message)
    }
  }

  /// Code generation has limits that the parser leaves to the sealed load.
  static func isLeftToLoad(_ verdict: Verdict) -> Bool {
    guard case .refused(_, let message) = verdict else { return false }
    return ["too many registers", "C stack overflow", "control structure too long", "index steps"]
      .contains { message.contains($0) }
  }

  /// The parser shows a string as it is written, Lua what it stands for; of a jump or a label Lua
  /// tells the line on which it gave up.
  static func agree(_ lua: Verdict, _ parser: Verdict) -> Bool {
    guard case .refused(let luaLine, let luaMessage) = lua,
      case .refused(let line, let message) = parser
    else { return lua == parser }
    let cores = [luaMessage, message].map { $0.components(separatedBy: " near")[0] }
    guard cores[0] == cores[1] else { return false }
    let isOfJump = ["label '", "<goto ", "break outside"].contains { message.contains($0) }
    // A token of several lines: Lua tells the last of them.
    let isOfLines = ["near ''", "near '\"", "near '["].contains { luaMessage.contains($0) }
    return luaLine == line || isOfJump || isOfLines
  }

  static func disagreement(on text: [UInt8]) -> String? {
    let expected = lua(text)
    guard !isLeftToLoad(expected) else { return nil }
    let found = parser(text)
    guard !agree(expected, found) else { return nil }
    return "\(String(decoding: text.prefix(400), as: UTF8.self).debugDescription)\n"
      + "  Lua:    \(expected)\n  parser: \(found)"
  }

  static let files: [URL] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return ["Plugins", "Tests"].flatMap { folder -> [URL] in
      let start = root.appending(path: folder)
      let paths = try? FileManager.default.subpathsOfDirectory(
        atPath: start.path(percentEncoded: false))
      return (paths ?? []).filter { $0.hasSuffix(".lua") }.sorted()
        .map { start.appending(path: $0) }
    }
  }()

  @Test func `both say the same of every Lua file of the package`() throws {
    #expect(Self.files.count > 20)
    for file in Self.files {
      let text = [UInt8](try Data(contentsOf: file))
      let disagreement = Self.disagreement(on: text)
      #expect(disagreement == nil, "\(file.lastPathComponent): \(disagreement ?? "")")
    }
  }

  @Test func `both say the same of files in which something was changed`() throws {
    var random = Generator(state: 1)
    let texts = try Self.files.map { [UInt8](try Data(contentsOf: $0)) }
    var disagreements: [String] = []
    for round in 0..<Self.rounds {
      var text = texts[round % texts.count]
      let start = text.count > 3000 ? Int.random(in: 0..<text.count - 3000, using: &random) : 0
      text = Array(text[start..<min(start + 3000, text.count)])
      for _ in 0...Int.random(in: 0...2, using: &random) { text.mutate(using: &random) }
      if let found = Self.disagreement(on: text) { disagreements.append(found) }
    }
    #expect(disagreements.isEmpty, "\(disagreements.prefix(5).joined(separator: "\n"))")
  }

  @Test func `both say the same of tokens thrown together`() {
    var random = Generator(state: 2)
    var disagreements: [String] = []
    for _ in 0..<Self.rounds * 10 {
      let count = Int.random(in: 1...14, using: &random)
      let words = (0..<count).map { _ in Vocabulary.words.randomElement(using: &random) ?? "" }
      if let found = Self.disagreement(on: Array(words.joined(separator: " ").utf8)) {
        disagreements.append(found)
      }
    }
    #expect(disagreements.isEmpty, "\(disagreements.prefix(5).joined(separator: "\n"))")
  }

  @Test func `both accept programs that follow the grammar`() {
    var random = Generator(state: 3)
    var disagreements: [String] = []
    var accepted = 0
    for _ in 0..<Self.rounds {
      var program = GeneratedProgram(random: random)
      let text = Array(program.text().utf8)
      random = program.random
      if Self.parser(text).isAccepted { accepted += 1 }
      if let found = Self.disagreement(on: text) { disagreements.append(found) }
    }
    #expect(accepted > Self.rounds / 4)
    #expect(disagreements.isEmpty, "\(disagreements.prefix(5).joined(separator: "\n"))")
  }

  /// More in a thorough run.
  private static let rounds =
    ProcessInfo.processInfo.environment["LUA_AGREEMENT_ROUNDS"].flatMap { Int($0) } ?? 300
}
