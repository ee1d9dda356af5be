import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The end of the pipe that the handler writes to; there before the handler is.
private let wakeUp = Atomic<Int32>(-1)

/// The handler. It may do no more than write, and put the default back.
private func interrupted(_ number: Int32) {
  let code = errno
  var byte: UInt8 = 1
  #if canImport(Glibc)
    _ = unsafe Glibc.write(wakeUp.load(ordering: .acquiring), &byte, 1)
  #elseif canImport(Musl)
    _ = unsafe Musl.write(wakeUp.load(ordering: .acquiring), &byte, 1)
  #else
    _ = unsafe Darwin.write(wakeUp.load(ordering: .acquiring), &byte, 1)
  #endif
  signal(number, SIG_DFL)
  errno = code
}

/// Ctrl-C, once: the next one ends the process as usual.
enum Interrupts {
  /// What is called at the first interruption.
  private static let handlers = Mutex<[UInt64: @Sendable () -> Void]>([:])

  /// Calls back, on a thread of its own, when the process is interrupted.
  ///
  /// Whoever started the process with the signal ignored wants it to go on: it does.
  ///
  /// - Returns: A number by which the callback can be forgotten.
  @discardableResult
  static func onFirst(_ handle: @escaping @Sendable () -> Void) -> UInt64 {
    let number = handlers.withLock { handlers in
      let number = (handlers.keys.max() ?? 0) + 1
      handlers[number] = handle
      return number
    }
    listen
    return number
  }

  /// Does some work whose task is cancelled at the first interruption, after that was told.
  static func cancelling<Answer: Sendable>(
    tell: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () async -> Answer
  ) async -> Answer {
    let task = Task(operation: work)
    let number = onFirst {
      tell()
      task.cancel()
    }
    defer { handlers.withLock { $0[number] = nil } }
    return await task.value
  }

  /// Listens from its first use on.
  private static let listen: Void = {
    var former = sigaction()
    guard unsafe sigaction(SIGINT, nil, &former) == 0, !isIgnored(former) else { return }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakeUp.store(writing, ordering: .releasing)
    DispatchQueue(label: "interrupts").async {
      // The write end stays open, so that nothing but a signal ends the wait.
      guard let byte = try? System.readSome(reading, atMost: 1), !byte.isEmpty else { return }
      for handle in handlers.withLock({ $0.values }) { handle() }
    }
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = interrupted
    #else
      unsafe action.__sigaction_handler.sa_handler = interrupted
    #endif
    action.sa_flags = SA_RESTART
    unsafe sigaction(SIGINT, &action, nil)
  }()

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
