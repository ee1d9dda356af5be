import TemporaryFiles
import Testing

/// Inputs that are none: one clear message each, with place and cure, 3, and no crash.
@Suite("Bad input")
struct BadInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func expect(
    _ name: String, _ bytes: [UInt8], _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = try folder.file(name, bytes)
    let result = try PlugrunProcess.run(["run", path])
    #expect(result.code == 3, sourceLocation: sourceLocation)
    #expect(result.output == "", sourceLocation: sourceLocation)
    #expect(result.errors == "\(path)\(message)\n", sourceLocation: sourceLocation)
  }

  @Test("that is no file is named with what it is")
  func noFile() throws {
    let missing = try PlugrunProcess.run(["run", "missing.json"])
    #expect(missing.code == 3)
    #expect(
      missing.errors == """
        missing.json: error: no such file; name one that holds a response or an .apns payload as \
        JSON

        """)
    let inner = try PlugrunProcess.run(["run", "Sources"])
    #expect(inner.code == 3)
    #expect(
      inner.errors == """
        Sources: error: a folder, not a file; name a file that holds a response or an .apns \
        payload as JSON

        """)
    let pipe = try folder.pipe("pipe")
    let piped = try PlugrunProcess.run(["run", pipe])
    #expect(piped.code == 3)
    #expect(
      piped.errors == """
        \(pipe): error: a pipe into which nobody wrote anything within 2 s; it must hold a response \
        or an .apns payload as JSON

        """)
  }

  @Test("without text is told from broken JSON")
  func noText() throws {
    try expect(
      "empty.json", [], ": error: empty; it must hold a response or an .apns payload as JSON")
    try expect(
      "binary.json", [0x7F, 0x45, 0x4C, 0x46, 0x00],
      ": error: binary, not text: byte 5 is zero; it must hold a response or an .apns payload as "
        + "JSON")
    try expect(
      "large.json", [UInt8](repeating: 0x20, count: 5_000_000),
      ": error: too large: 5000000 bytes, and at most 262144 bytes (256 KiB) are read")
  }

  @Test("in broken JSON is told with line and column")
  func brokenJSON() throws {
    try expect(
      "broken.json", Array("{\n  \"actionIdentifier\": \"reply\",\n  x\n}".utf8),
      ":3:3: error: unexpected character 'x' where a name in double quotes was expected")
  }

  @Test("of the wrong shape is told with the way to it and the nearest name")
  func wrongShape() throws {
    try expect(
      "shape.json", Array("{\"actionIdentifer\": \"reply\"}".utf8),
      ":1:2: error: actionIdentifer: unknown key \"actionIdentifer\"; did you mean "
        + "\"actionIdentifier\"?")
  }

  @Test("is told in JSON as well where JSON was asked for")
  func inJSON() throws {
    let result = try PlugrunProcess.run(["run", "missing.json", "--format", "json"])
    #expect(result.code == 3)
    #expect(
      result.output == """
        {"error":{"code":"missing","column":null,"file":"missing.json","line":null,\
        "message":"no such file; name one that holds a response or an .apns payload as JSON",\
        "traceback":[]},"outcome":null}

        """)
  }
}
