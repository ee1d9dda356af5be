#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The calls of POSIX that the commands need, each with its errors thrown.
///
/// Foundation would offer them too, and double the time that `plugrun` takes to start.
enum System {
  /// What a path leads to.
  enum FileKind: Sendable, Equatable {
    case file(bytes: Int)
    case folder
    case pipe
    case socket
    case device
  }

  /// Has the three standard descriptors open, and writing to a closed pipe answer an error.
  ///
  /// A descriptor that the caller closed would be given to the next file that is opened, and
  /// messages would be written into it. It is opened the wrong way round, so that using it fails.
  static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// What is at a path, symbolic links followed.
  static func kind(of path: String) throws(SystemError) -> FileKind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(code: errno) }
    return kind(of: status)
  }

  /// Up to `limit` bytes of a regular file, and one more where it has more.
  static func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    // Opening a pipe that nobody writes to would wait forever without O_NONBLOCK.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// How many seconds a pipe is given to find somebody who writes to it.
  static let writerSeconds = 2

  /// Up to `limit` bytes of a pipe, and one more where it has more; none where nobody wrote any.
  ///
  /// Whoever has the pipe open to write is waited for as long as it takes, as with standard input.
  static func readPipe(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    // Without O_NONBLOCK this would wait for a writer, perhaps forever.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    let start = uptimeSeconds()
    while true {
      let bytes = try read(descriptor, limit: limit)
      guard bytes.isEmpty, uptimeSeconds() - start < Double(writerSeconds) else { return bytes }
      // Nobody has it open to write, which is no event that could be waited for.
      usleep(10_000)
    }
  }

  /// A descriptor to read a file from, or whatever else is there; it waits for the other end of a
  /// pipe.
  static func openToRead(_ path: String) throws(SystemError) -> Int32 {
    while true {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw SystemError(code: errno) }
    }
  }

  /// Up to `limit` bytes of a descriptor, and one more where it has more.
  static func read(_ descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let chunk = try readSome(descriptor, atMost: min(limit + 1 - bytes.count, 1 << 16))
      guard !chunk.isEmpty else { break }
      bytes += chunk
    }
    return bytes
  }

  /// The bytes that are there, waiting for the first; none at the end.
  static func readSome(
    _ descriptor: Int32, atMost room: Int = 1 << 16
  ) throws(SystemError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let result = persisting(descriptor, POLLIN) {
        #if canImport(Glibc)
          unsafe Glibc.read(descriptor, buffer.baseAddress, room)
        #elseif canImport(Musl)
          unsafe Musl.read(descriptor, buffer.baseAddress, room)
        #else
          unsafe Darwin.read(descriptor, buffer.baseAddress, room)
        #endif
      }
      count = max(result, 0)
      if result < 0 { code = errno }
    }
    guard code == 0 else { throw SystemError(code: code) }
    return bytes
  }

  /// Writes all the bytes.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { buffer in
        persisting(descriptor, POLLOUT) {
          #if canImport(Glibc)
            unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
          #elseif canImport(Musl)
            unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
          #else
            unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
          #endif
        }
      }
      guard written >= 0 else { throw SystemError(code: errno) }
      rest = rest.dropFirst(written)
    }
  }

  /// An environment variable; `nil` where it is absent or not UTF-8.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// Sets the process's time zone; to be called before there is a second thread.
  static func setTimeZone(_ name: String) {
    unsafe setenv("TZ", name, 1)
    tzset()
  }

  /// Milliseconds since 1970 by the wall clock.
  static func wallClockMilliseconds() -> Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Seconds by a clock that nobody sets.
  static func uptimeSeconds() -> Double {
    let time = read(CLOCK_MONOTONIC)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The processors that this process may use, at least 1.
  static func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The command line without the program's name; an item that is not UTF-8 is `nil`.
  static func arguments() -> [String?] {
    let count = Int(CommandLine.argc)
    return (1..<max(count, 1)).map { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe String(validatingCString: argument)
    }
  }

  static func message(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func kind(of status: stat) -> FileKind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file(bytes: Int(status.st_size))
    case S_IFDIR: .folder
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    default: .device
    }
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    // Cannot fail with these clocks.
    unsafe clock_gettime(clock, &time)
    return time
  }

  /// Calls again what a signal interrupted, and waits where a descriptor that is shared with other
  /// processes was made non-blocking by one of them.
  private static func persisting(
    _ descriptor: Int32, _ event: Int32, _ call: () -> Int
  ) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        // Whatever ends the wait, the next call tells.
        unsafe poll(&request, 1, -1)
      default: return result
      }
    }
  }
}

extension SystemError {
  static let brokenPipe = SystemError(code: EPIPE)
  static let noSuchFile = SystemError(code: ENOENT)
  static let notADirectory = SystemError(code: ENOTDIR)
}
