import Testing

/// What needs no plugin: the command line, and streams as the caller left them.
@Suite("plugrun as a process")
struct CommandLineTests {
  @Test("tells its version and its help on standard output")
  func version() throws {
    let version = try PlugrunProcess.run(["--version"])
    #expect(version.code == 0)
    #expect(version.output.wholeMatch(of: /plugrun \d+\.\d+\.\d+\n/) != nil)
    #expect(version.errors == "")
    let help = try PlugrunProcess.run(["run", "--help"])
    #expect(help.code == 0)
    #expect(help.output.hasPrefix("Run one response"))
    #expect(help.errors == "")
  }

  @Test("refuses a wrong command line with 2 and nothing on standard output")
  func wrongCommandLine() throws {
    let result = try PlugrunProcess.run(["rum", "x"])
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(
      result.errors == "plugrun: error: there is no command \"rum\"; did you mean 'run'?\n")
  }

  @Test("ends silently with 0 where the reader closed its end")
  func brokenPipe() throws {
    let result = try PlugrunProcess.run(["run", "--help"], output: .brokenPipe)
    #expect(result.code == 0)
    #expect(result.errors == "")
  }

  @Test("ends with 4 where its output cannot be written")
  func unwritableOutput() throws {
    let closed = try PlugrunProcess.run(["run", "--help"], output: .closed)
    #expect(closed.code == 4)
    #expect(closed.errors.hasPrefix("plugrun: error: standard output cannot be written: "))
    #if os(Linux)
      let full = try PlugrunProcess.run(["run", "--help"], output: .file("/dev/full"))
      #expect(full.code == 4)
      #expect(
        full.errors
          == "plugrun: error: standard output cannot be written: No space left on device\n")
    #endif
  }

  @Test("says that it cannot read a standard input that is closed")
  func closedInput() throws {
    let result = try PlugrunProcess.run(["run", "-"], input: .closed)
    #expect(result.code == 3)
    #expect(result.errors.hasPrefix("standard input: error: cannot be read: "))
  }
}
