import Foundation
import TemporaryFiles

/// The real `plugrun`, run as a process in the package's folder.
struct PlugrunProcess {
  /// Where standard input comes from.
  enum Input {
    case nothing
    case text(String)
    /// The descriptor is closed when the process starts.
    case closed
  }

  /// Where standard output goes.
  enum Output {
    case kept
    case file(String)
    /// A pipe whose reader is gone.
    case brokenPipe
    /// The descriptor is closed when the process starts.
    case closed
  }

  /// How it ended and what it said.
  struct Result {
    /// The exit code, or the negative number of the signal that ended it.
    var code: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs it to its end; a process that takes longer than a minute is killed.
  ///
  /// - Parameters:
  ///   - program: Another `plugrun` than the one that was built.
  ///   - place: The folder that it is started in; an absolute path. Default: the package's.
  ///   - interruption: When it is interrupted, as by Ctrl-C; asked until it is.
  static func run(
    _ arguments: [String], input: Input = .nothing, output: Output = .kept,
    variables: [String: String] = [:], program: String? = nil, in place: String = packageFolder,
    interruptedWhen interruption: (() throws -> Bool)? = nil
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let kept = try folder.file("output", "")
    let errors = try folder.file("errors", "")

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    switch input {
    case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .text(let text):
      let file = try folder.file("input", text)
      unsafe posix_spawn_file_actions_addopen(&actions, 0, file, O_RDONLY, 0)
    case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 0)
    }
    var pipe: [Int32] = [-1, -1]
    defer { for descriptor in pipe where descriptor >= 0 { close(descriptor) } }
    switch output {
    case .kept: unsafe posix_spawn_file_actions_addopen(&actions, 1, kept, O_WRONLY, 0)
    case .file(let file): unsafe posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY, 0)
    case .brokenPipe:
      guard unsafe Foundation.pipe(&pipe) == 0 else { throw Failure(description: "no pipe") }
      close(pipe[0])
      unsafe posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
      unsafe posix_spawn_file_actions_addclose(&actions, pipe[1])
      pipe[0] = -1
    case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 1)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)

    let child = unsafe try spawn(program ?? binary, arguments, variables, in: place, &actions)
    let code = try wait(for: child, interruptedWhen: interruption)
    return Result(code: code, output: try text(of: kept), errors: try text(of: errors))
  }

  /// Runs it until the condition holds, and kills it then.
  static func kill(_ arguments: [String], when condition: () throws -> Bool) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let child = unsafe try spawn(binary, arguments, [:], in: packageFolder, &actions)
    var status: Int32 = 0
    defer {
      Foundation.kill(child, SIGKILL)
      unsafe waitpid(child, &status, 0)
    }
    let end = Date().addingTimeInterval(60)
    while try !condition() {
      guard Date() < end else { throw Failure(description: "the condition never held") }
      usleep(5000)
    }
  }

  /// The package's folder.
  static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// `PLUGRUN_BINARY`, or the `plugrun` that was built with these tests.
  static var binary: String {
    get throws {
      let candidates = candidates
      if let binary = candidates.first(where: FileManager.default.isExecutableFile) {
        return binary
      }
      throw Failure(
        description: "plugrun was not built; looked at \(candidates.joined(separator: ", ")); "
          + "build it, or name it in PLUGRUN_BINARY")
    }
  }

  private static var candidates: [String] {
    if let named = ProcessInfo.processInfo.environment["PLUGRUN_BINARY"] { return [named] }
    // The test program, or on macOS the bundle that the test runner was told of, lies beside it.
    let besides = CommandLine.arguments.compactMap { argument -> String? in
      guard let end = argument.range(of: ".xctest") else { return nil }
      let bundle = URL(fileURLWithPath: String(argument[..<end.upperBound]))
      return bundle.deletingLastPathComponent().appendingPathComponent("plugrun").path
    }
    return besides + ["\(packageFolder)/.build/debug/plugrun"]
  }

  private static func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }

  private static func spawn(
    _ binary: String, _ arguments: [String], _ variables: [String: String],
    in place: String, _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var environment = ProcessInfo.processInfo.environment
    // What the person who runs the tests likes must not change what the tests see.
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TERM", "TZ"] {
      environment[name] = nil
    }
    environment.merge(variables) { $1 }
    // Not every system can set a process's folder when it spawns it; a shell can.
    let shell = ["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", place, binary]
    var words = unsafe (shell + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    var settings = unsafe environment.map { unsafe strdup("\($0)=\($1)") }
    unsafe settings.append(nil)
    defer {
      while let text = unsafe words.popLast() { unsafe free(text) }
      while let text = unsafe settings.popLast() { unsafe free(text) }
    }
    // Whoever runs the tests in the background has the signal ignored, and so would the process.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var interrupts = sigset_t()
    unsafe sigemptyset(&interrupts)
    unsafe sigaddset(&interrupts, SIGINT)
    unsafe posix_spawnattr_setsigdefault(&attributes, &interrupts)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var child: pid_t = 0
    let error = unsafe posix_spawn(&child, "/bin/sh", &actions, &attributes, words, settings)
    guard error == 0 else { throw Failure(description: "\(binary) did not start: \(error)") }
    return child
  }

  private static func wait(
    for child: pid_t, interruptedWhen interruption: (() throws -> Bool)?
  ) throws -> Int32 {
    let end = Date().addingTimeInterval(60)
    var interruption = interruption
    var status: Int32 = 0
    while unsafe waitpid(child, &status, WNOHANG) == 0 {
      if let isTime = interruption, try isTime() {
        Foundation.kill(child, SIGINT)
        interruption = nil
      }
      if Date() > end {
        Foundation.kill(child, SIGKILL)
        unsafe waitpid(child, &status, 0)
        throw Failure(description: "plugrun took longer than a minute and was killed")
      }
      usleep(2000)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }
}
