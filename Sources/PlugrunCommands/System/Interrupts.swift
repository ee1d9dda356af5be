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
  /// Calls back, on a thread of its own, when the process is interrupted.
  ///
  /// Whoever started the process with the signal ignored wants it to go on: it does.
  static func onFirst(_ handle: @escaping @Sendable () -> Void) {
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
      handle()
    }
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = interrupted
    #else
      unsafe action.__sigaction_handler.sa_handler = interrupted
    #endif
    action.sa_flags = SA_RESTART
    unsafe sigaction(SIGINT, &action, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
