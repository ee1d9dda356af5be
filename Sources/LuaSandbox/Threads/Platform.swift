// The only file of this target that names the system: clocks, threads, signals' masks.
import CSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
  import ObjectiveC
#endif

/// Nanoseconds of the monotonic clock.
func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// Nanoseconds for a number of seconds; anything beyond the clock's range is its end.
func nanoseconds(_ seconds: Double) -> Int64 {
  guard seconds > 0 else { return 0 }
  return seconds < 4e9 ? Int64(seconds * 1e9) : 4_000_000_000_000_000_000
}

/// A lock with conditions to wait for; unlike `Synchronization.Mutex` a thread can sleep on it.
///
/// The lock is held by hand (`lock`, `unlock`) because a thread that waits gives it up in between.
@safe final class Monitor: @unchecked Sendable {
  // Sendable: the pointer is written once in init and freed in deinit; what it points at is made
  // for use by several threads.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func lock() { unsafe pthread_mutex_lock(mutex) }
  func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Something that threads holding the monitor wait for.
  @safe final class Condition: @unchecked Sendable {
    // Sendable: as for the monitor.
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
      unsafe condition = .allocate(capacity: 1)
      unsafe condition.initialize(to: pthread_cond_t())
      #if canImport(Darwin)
        unsafe pthread_cond_init(condition, nil)
      #else
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
      #endif
    }

    deinit {
      unsafe pthread_cond_destroy(condition)
      unsafe condition.deallocate()
    }

    /// Wakes one waiting thread.
    func signal() { unsafe pthread_cond_signal(condition) }

    /// Gives up the monitor, sleeps until signalled or until the clock shows `until`, and takes the
    /// monitor again. May wake for no reason: look at the state again.
    func wait(_ monitor: Monitor, until: Int64?) {
      guard let until else {
        unsafe pthread_cond_wait(condition, monitor.mutex)
        return
      }
      #if canImport(Darwin)
        let rest = max(0, until - monotonicNanoseconds())
        var time = timespec(
          tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
        unsafe pthread_cond_timedwait_relative_np(condition, monitor.mutex, &time)
      #else
        var time = timespec(
          tv_sec: time_t(until / 1_000_000_000), tv_nsec: Int(until % 1_000_000_000))
        unsafe pthread_cond_timedwait(condition, monitor.mutex, &time)
      #endif
    }
  }
}

/// Starts a detached thread that runs `body`. Returns 0, or the error number of the system.
func startThread(stackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Int32 {
  final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  // The system wants whole pages.
  let sized = unsafe pthread_attr_setstacksize(&attributes, (stackBytes + 0xFFFF) & ~0xFFFF)
  guard sized == 0 else { return sized }
  let context = unsafe Unmanaged.passRetained(Body(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { context in
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
  #else
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context.toOpaque())
  #endif
  if failure != 0 { unsafe context.release() }
  return failure
}

/// Leaves the calling thread open for `signal` and for those that a fault raises, and for no
/// other: the host's handlers are not written for a stack of this size.
func acceptOnlyFaults(and signal: Int32?) {
  var blocked = sigset_t()
  unsafe sigfillset(&blocked)
  for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF] {
    unsafe sigdelset(&blocked, fault)
  }
  if let signal { unsafe sigdelset(&blocked, signal) }
  unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
}

/// Seconds of processor time that a living thread has used; nil where the system does not tell.
func processorSeconds(of thread: ThreadIdentity) -> Double? {
  #if canImport(Darwin)
    return nil
  #else
    var clock = clockid_t()
    guard unsafe pthread_getcpuclockid(thread, &clock) == 0 else { return nil }
    var time = timespec()
    guard unsafe clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  #endif
}

/// A living thread, as signals are sent to it.
typealias ThreadIdentity = pthread_t

func currentThread() -> ThreadIdentity { pthread_self() }

/// How many processors the process may use.
func processorCount() -> Int {
  max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

/// Runs `body` so that what Apple's frameworks autorelease in it is released at its end.
func withReleasePool(_ body: () -> Void) {
  #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
  #else
    body()
  #endif
}

/// The text of an error number.
func errorText(_ number: Int32) -> String {
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text)
}

extension StopMethod {
  /// The signal that the product uses unless told otherwise: SIGURG, ignored by default and sent
  /// by the system only to who asks for out-of-band data. Polling where signals do not reach a
  /// thread that computes (ThreadSanitizer).
  package static var urgentSignal: StopMethod {
    csb_signals_arrive() ? .signal(SIGURG) : .polling
  }
}
