import Notifications
import TemporaryFiles
import Testing

@testable import PlugrunCommands

@Suite("An input file")
struct InputFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ path: String, input: GivenSource = GivenSource()) throws -> [UInt8] {
    let environment = Environment(
      arguments: [], input: input, output: RecordingSink(), errors: RecordingSink(),
      variable: { _ in nil }, now: { .epoch }, uptimeSeconds: { 0 }, setTimeZone: { _ in })
    return try InputFile(path: path, holds: "a response", maximumBytes: 16)
      .bytes(in: environment)
  }

  private func refusal(_ path: String, input: GivenSource = GivenSource()) -> String? {
    let error = #expect(throws: Diagnostic.self) { try read(path, input: input) }
    return error?.text(.plain)
  }

  @Test("is read whole up to the limit")
  func atTheLimit() throws {
    let path = try folder.file("full", [UInt8](repeating: 0x20, count: 16))
    #expect(try read(path).count == 16)
    #expect(try read("-", input: GivenSource(text: "0123456789abcdef")).count == 16)
  }

  @Test("one byte past the limit is refused with both numbers")
  func pastTheLimit() throws {
    let path = try folder.file("long", [UInt8](repeating: 0x20, count: 17))
    #expect(
      refusal(path) == "\(path): error: too large: 17 bytes, and at most 16 bytes (16 B) are read")
    #expect(
      refusal("-", input: GivenSource(text: "0123456789abcdefg"))
        == "standard input: error: too large: at most 16 bytes (16 B) are read")
  }

  @Test("that is none is refused with what is there instead and the cure")
  func otherThings() throws {
    let inner = try folder.folder("inner")
    #expect(
      refusal(inner) == "\(inner): error: a folder, not a file; name a file that holds a response")
    let pipe = try folder.pipe("pipe")
    #expect(
      refusal(pipe) == "\(pipe): error: a pipe, not a file; send its content in with '- < \(pipe)'")
    #expect(
      refusal("/dev/null")
        == "/dev/null: error: a device, not a file; send its content in with '- < /dev/null'")
    let missing = folder.path + "/missing"
    #expect(
      refusal(missing) == "\(missing): error: no such file; name one that holds a response")
    let file = try folder.file("file", "{}")
    #expect(
      refusal(file + "/x") == "\(file)/x: error: no such file; name one that holds a response")
    #expect(
      refusal("") == "plugrun: error: the empty text names no file; name one that holds a response")
  }

  @Test("without text is refused")
  func notText() throws {
    let empty = try folder.file("empty", "")
    #expect(refusal(empty) == "\(empty): error: empty; it must hold a response")
    let binary = try folder.file("binary", [0x7F, 0x45, 0x00])
    #expect(
      refusal(binary)
        == "\(binary): error: binary, not text: byte 3 is zero; it must hold a response")
    let wide = try folder.file("wide", [0xFF, 0xFE, 0x7B, 0x00])
    #expect(refusal(wide) == "\(wide): error: UTF-16 text; save it as UTF-8")
  }

  @Test("is not typed into a terminal")
  func terminal() {
    let error = #expect(throws: Diagnostic.self) {
      try read("-", input: GivenSource(isTerminal: true))
    }
    #expect(error?.exitCode == .wrongCommandLine)
    #expect(
      error?.text(.plain) == """
        plugrun: error: standard input is a terminal; name a file instead of '-', or send one in \
        with '< FILE' or '... | plugrun'
        """)
  }

  @Test("tells the place of broken JSON")
  func brokenJSON() throws {
    let file = InputFile(path: "r.json", holds: "a response", maximumBytes: 16)
    let broken = #expect(throws: JSONError.self) { try JSONReader().read("{\n  x}") }
    let diagnostic = try file.diagnostic(#require(broken), in: Array("{\n  x}".utf8))
    #expect(diagnostic.text(.plain).hasPrefix("r.json:2:3: error: "))
    let wrong = #expect(throws: JSONError.self) {
      try JSONFields(["userText": 1] as JSONValue, known: ["userText"]).string("userText")
    }
    #expect(
      try file.diagnostic(#require(wrong), in: Array("{\n \"userText\": 1}".utf8)).text(.plain)
        == "r.json:2:2: error: userText: must be a string, is an integer")
  }
}
