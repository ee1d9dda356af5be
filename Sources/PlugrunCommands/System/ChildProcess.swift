#if canImport(Glibc)
  // For `environ`, which is shared by nature; this process does not change it once it has threads.
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that was started by this one, with pipes to its standard input and from its output.
final class ChildProcess: Sendable {
  /// Where it reads from is written here.
  let input: Int32
  /// What it writes is read here.
  let output: Int32
  private let identifier: pid_t

  /// Starts a program without arguments, with this process's variables and standard error.
  init(_ program: String) throws(SystemError) {
    let (childInput, input) = try Self.pipe()
    let output: Int32
    let childOutput: Int32
    do throws(SystemError) {
      (output, childOutput) = try Self.pipe()
    } catch {
      for descriptor in [childInput, input] { close(descriptor) }
      throw error
    }
    defer { for descriptor in [childInput, childOutput] { close(descriptor) } }
    do throws(SystemError) {
      identifier = try Self.spawn(program, input: childInput, output: childOutput)
    } catch {
      for descriptor in [input, output] { close(descriptor) }
      throw error
    }
    self.input = input
    self.output = output
  }

  /// Closes the pipes, waits for the end, and tells how it came.
  func end() -> String {
    close(input)
    close(output)
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) == -1 {
      guard errno == EINTR else { return "ended" }
    }
    let signal = status & 0x7F
    return signal == 0
      ? "ended with code \((status >> 8) & 0xFF)" : "was ended by signal \(signal)"
  }

  /// Both ends, reading first, closed in programs that this process starts.
  private static func pipe() throws(SystemError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let result = unsafe Glibc.pipe(&ends)
    #elseif canImport(Musl)
      let result = unsafe Musl.pipe(&ends)
    #else
      let result = unsafe Darwin.pipe(&ends)
    #endif
    guard result == 0 else { throw SystemError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ program: String, input: Int32, output: Int32
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    guard let name = unsafe strdup(program) else { throw SystemError(code: ENOMEM) }
    defer { unsafe free(name) }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [name, nil]
    var child: pid_t = 0
    #if canImport(Darwin)
      let variables = unsafe _NSGetEnviron().pointee
    #else
      let variables = unsafe environ
    #endif
    let error = unsafe posix_spawn(&child, program, &actions, nil, &words, variables)
    guard error == 0 else { throw SystemError(code: error) }
    return child
  }
}
