import CSandbox
import Glibc
import Synchronization

/// What cannot be absent in a test that is right.
func present<Value>(_ value: Value?) -> Value {
  guard let value else { preconditionFailure("out of memory, or a callback without its context") }
  return value
}

/// A value in CSandbox's encoded form, written and read independently of LuaSandbox.
indirect enum Wire: Equatable, Sendable {
  case none
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case bytes([UInt8])
  case array([Wire])
  case object([String: Wire])
  case argument(UInt32)
  case function
  case invalid(UInt32, path: String, detail: String)

  static func string(_ text: String) -> Wire { .bytes(Array(text.utf8)) }

  func write(into bytes: inout [UInt8]) {
    func raw(_ value: some BitwiseCopyable) {
      unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
    }
    func tag(_ tag: Int) { bytes.append(UInt8(tag)) }
    func text(_ text: [UInt8]) {
      raw(UInt32(text.count))
      bytes.append(contentsOf: text)
    }
    switch self {
    case .none: tag(CSB_TAG_NIL)
    case .null: tag(CSB_TAG_NULL)
    case .bool(let value): tag(value ? CSB_TAG_TRUE : CSB_TAG_FALSE)
    case .integer(let value):
      tag(CSB_TAG_INTEGER)
      raw(value)
    case .number(let value):
      tag(CSB_TAG_NUMBER)
      raw(value)
    case .bytes(let value):
      tag(CSB_TAG_STRING)
      text(value)
    case .array(let items):
      tag(CSB_TAG_ARRAY)
      raw(UInt32(items.count))
      for item in items { item.write(into: &bytes) }
    case .object(let members):
      tag(CSB_TAG_OBJECT)
      raw(UInt32(members.count))
      for (key, value) in members {
        text(Array(key.utf8))
        value.write(into: &bytes)
      }
    case .argument(let index):
      tag(CSB_TAG_ARGUMENT)
      raw(index)
    case .function: tag(CSB_TAG_FUNCTION)
    case .invalid: preconditionFailure("only comes out of Lua")
    }
  }

  static func list(_ values: [Wire]) -> [UInt8] {
    var bytes: [UInt8] = []
    unsafe withUnsafeBytes(of: UInt32(values.count)) { unsafe bytes.append(contentsOf: $0) }
    for value in values { value.write(into: &bytes) }
    return bytes
  }

  static func readList(_ bytes: [UInt8]) -> [Wire] {
    var reader = WireReader(bytes: bytes)
    return (0..<reader.count()).map { _ in reader.value() }
  }
}

private struct WireReader {
  let bytes: [UInt8]
  var at = 0

  mutating func raw<T: BitwiseCopyable>(_ type: T.Type) -> T {
    defer { at += MemoryLayout<T>.size }
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: at, as: type) }
  }

  mutating func count() -> Int { Int(raw(UInt32.self)) }

  mutating func text() -> [UInt8] {
    let length = count()
    defer { at += length }
    return Array(bytes[at..<at + length])
  }

  mutating func value() -> Wire {
    let tag = Int(raw(UInt8.self))
    switch tag {
    case CSB_TAG_NIL: return .none
    case CSB_TAG_NULL: return .null
    case CSB_TAG_FALSE: return .bool(false)
    case CSB_TAG_TRUE: return .bool(true)
    case CSB_TAG_INTEGER: return .integer(raw(Int64.self))
    case CSB_TAG_NUMBER: return .number(raw(Double.self))
    case CSB_TAG_STRING: return .bytes(text())
    case CSB_TAG_ARRAY: return .array((0..<count()).map { _ in value() })
    case CSB_TAG_OBJECT:
      var members: [String: Wire] = [:]
      for _ in 0..<count() {
        let key = String(decoding: text(), as: UTF8.self)
        members[key] = value()
      }
      return .object(members)
    case CSB_TAG_FUNCTION: return .function
    case CSB_TAG_INVALID:
      let reason = UInt32(raw(UInt8.self))
      let path = String(decoding: text(), as: UTF8.self)
      return .invalid(reason, path: path, detail: String(decoding: text(), as: UTF8.self))
    default: preconditionFailure("no such tag: \(tag)")
    }
  }
}

/// One function of a test's API.
struct TestFunction {
  var path: String
  var parameters = ""
  var kind = CSB_CALL_LEAF
  var isPure = false
  var mayWait = false
  var isBound = false
}

/// What a script asked.
struct TestCall: Equatable, Sendable {
  var path: String
  var phase: UInt32 = 0
  var space = ""
  var arguments: [Wire]
}

/// A world with its host; one thread at a time.
@safe final class TestWorld {
  let world: OpaquePointer
  private(set) var calls: [TestCall] = []
  private(set) var printed: [String] = []
  private let functions: [TestFunction]
  private let answer: (TestCall) -> (csb_verdict, [Wire])
  /// What the world reads for as long as it lives: its functions, the files it was loaded from.
  private var owned: [UnsafeMutableRawPointer] = unsafe []

  @Sendable static func noAnswer(_ call: TestCall) -> (csb_verdict, [Wire]) { (CSB_ANSWER, []) }

  init(
    _ functions: [TestFunction] = [], memory: Int = 8 << 20, valueBytes: Int = 65_536,
    valueDepth: UInt32 = 32, oneBlockEach: Bool = false, poll: Bool = false,
    constants: [String: Wire] = [:],
    answer: @escaping (TestCall) -> (csb_verdict, [Wire]) = TestWorld.noAnswer
  ) throws {
    let all = [TestFunction(path: "print", parameters: "r*", isPure: true)] + functions
    self.functions = all
    self.answer = answer
    var owned: [UnsafeMutableRawPointer] = unsafe []
    func keep(_ text: String) -> UnsafePointer<CChar> {
      let copy = unsafe present(strdup(text))
      unsafe owned.append(copy)
      return unsafe UnsafePointer(copy)
    }
    func keep(_ bytes: [UInt8]) -> UnsafePointer<UInt8> {
      let copy = unsafe present(malloc(bytes.count + 1))
      unsafe owned.append(copy)
      unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
      return unsafe UnsafePointer(copy.assumingMemoryBound(to: UInt8.self))
    }
    let table = unsafe UnsafeMutablePointer<csb_function>(
      OpaquePointer(present(malloc(all.count * MemoryLayout<csb_function>.stride))))
    unsafe owned.append(UnsafeMutableRawPointer(table))
    for (index, function) in all.enumerated() {
      unsafe (table + index).initialize(
        to: csb_function(
          path: keep(function.path), parameters: keep(function.parameters), kind: function.kind,
          pure: function.isPure, may_wait: function.mayWait, bound: function.isBound))
    }
    let values = unsafe constants.map { path, value in
      var bytes: [UInt8] = []
      value.write(into: &bytes)
      return unsafe csb_constant(path: keep(path), value: keep(bytes), value_length: bytes.count)
    }
    var why: UnsafePointer<CChar>?
    let made = unsafe values.withUnsafeBufferPointer { values in
      var nothing = unsafe csb_constant(path: keep(""), value: keep([]), value_length: 0)
      return unsafe withUnsafePointer(to: &nothing) { nothing in
        var settings = unsafe csb_settings(
          functions: table, function_count: all.count,
          constants: values.baseAddress ?? nothing, constant_count: values.count,
          memory_bytes: memory, value_bytes: valueBytes, value_depth: valueDepth,
          one_block_each: oneBlockEach, poll: poll, table_order: 0)
        return unsafe csb_world_create(
          &settings,
          { context, call in
            unsafe Unmanaged<TestWorld>.fromOpaque(present(context)).takeUnretainedValue()
              .host(call.pointee)
          }, nil, &why)
      }
    }
    guard let made = unsafe made else {
      while let block = unsafe owned.popLast() { unsafe free(block) }
      throw TestWorldError(why: unsafe why.map { unsafe String(cString: $0) } ?? "no reason given")
    }
    unsafe world = made
    unsafe self.owned = owned
    unsafe csb_set_context(world, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe csb_world_destroy(world)
    while let block = unsafe owned.popLast() { unsafe free(block) }
  }

  private func host(_ call: csb_call) -> csb_verdict {
    let function = functions[unsafe Int(call.function)]
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: call.arguments, count: call.arguments_length))
    let space = unsafe String(
      decoding: UnsafeRawBufferPointer(start: call.space, count: call.space_length), as: UTF8.self)
    let made = unsafe TestCall(
      path: function.path, phase: call.phase, space: space, arguments: Wire.readList(bytes))
    if function.path.utf8.elementsEqual("print".utf8) {
      if case .bytes(let text)? = made.arguments.first {
        printed.append(String(decoding: text, as: UTF8.self))
      }
      return CSB_ANSWER
    }
    calls.append(made)
    let (verdict, values) = answer(made)
    reply(values)
    return verdict
  }

  private func reply(_ values: [Wire]) {
    let bytes = Wire.list(values)
    guard let buffer = unsafe csb_reply_buffer(world, bytes.count) else { return }
    unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: bytes, byteCount: bytes.count)
  }

  /// Loads files by name; the first is the handler file.
  func load(_ files: [(String, String)]) -> csb_status {
    let sources = UnsafeMutablePointer<csb_source>.allocate(capacity: files.count)
    unsafe owned.append(UnsafeMutableRawPointer(sources))
    for (index, (file, text)) in files.enumerated() {
      unsafe sources[index] = unsafe csb_source(
        file: keep(file), module: keep(module(of: file)), bytes: keep(text),
        length: text.utf8.count)
    }
    return unsafe csb_load(world, sources, files.count, 0)
  }

  private func keep(_ text: String) -> UnsafePointer<CChar> {
    let copy = unsafe present(strdup(text))
    unsafe owned.append(UnsafeMutableRawPointer(copy))
    return unsafe UnsafePointer(copy)
  }

  private func module(of file: String) -> String {
    file.split(separator: "/").joined(separator: ".").replacing(".lua", with: "")
  }

  /// Loads `reply.lua` as a handler with this body and freezes it.
  func handler(_ body: String) -> csb_status {
    let status = load([("reply.lua", "return function(response)\n\(body)\nend")])
    if status == CSB_RETURNED { unsafe csb_freeze(world) }
    return status
  }

  func start(_ entry: csb_entry = CSB_HANDLE, _ arguments: [Wire] = []) -> csb_status {
    let bytes = Wire.list(arguments)
    return unsafe csb_start(world, entry, bytes, bytes.count)
  }

  func resume(_ verdict: csb_verdict = CSB_ANSWER, _ values: [Wire] = []) -> csb_status {
    reply(values)
    return unsafe csb_resume(world, verdict)
  }

  func rewind() {
    unsafe csb_rewind(world)
    calls = []
    printed = []
  }

  var result: [Wire] {
    var length = 0
    let bytes = unsafe csb_result(world, &length)
    return unsafe Wire.readList(Array(UnsafeBufferPointer(start: bytes, count: length)))
  }

  var message: String {
    let error = unsafe csb_error_of(world)
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: error.message, count: error.message_length),
      as: UTF8.self)
  }

  /// "file:line function", innermost first.
  var frames: [String] {
    let error = unsafe csb_error_of(world)
    return unsafe UnsafeBufferPointer(start: error.frames, count: error.frame_count).map {
      unsafe "\(String(cString: $0.file)):\($0.line) \(String(cString: $0.function))"
    }
  }

  var memory: csb_memory { unsafe csb_memory_used(world) }
}

struct TestWorldError: Error {
  let why: String
}

/// Stops a world from a thread of its own, as a watchdog does.
final class Stopper: Sendable {
  private let hasBegun = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)

  /// Runs `body`, which is inside the world, on a script thread, and stops it after
  /// `milliseconds`; at once by force if `abandoning`. Returns what body returns and how many
  /// milliseconds it took.
  static func run(
    _ test: TestWorld, after milliseconds: UInt32, abandoning: Bool = false,
    _ body: @escaping () -> csb_status
  ) -> (csb_status, Double) {
    let stopper = Stopper()
    nonisolated(unsafe) let world = unsafe test.world  // csb_stop may be called from any thread
    var status = CSB_RETURNED
    let clock = ContinuousClock()
    let start = clock.now
    let script = scriptThread {
      stopper.hasBegun.store(true, ordering: .releasing)
      status = body()
      stopper.isOver.store(true, ordering: .releasing)
    }
    // A stop before the first instruction would leave no place to name.
    while !stopper.hasBegun.load(ordering: .acquiring) { usleep(100) }
    usleep(milliseconds * 1000)
    unsafe csb_stop(world, CSB_STOP_DEADLINE)
    if abandoning { unsafe csb_abandon(world) }
    // The thread exists until it is joined, so that it may be signalled.
    while !stopper.isOver.load(ordering: .acquiring) {
      csb_signal_send(script, SIGURG)
      usleep(1000)
    }
    pthread_join(script, nil)
    return (status, (clock.now - start) / .milliseconds(1))
  }
}

/// Runs `body` on a new thread that is prepared for scripts and open to the stop's signal.
func scriptThread(_ body: @escaping () -> Void) -> pthread_t {
  csb_signal_install(SIGURG)
  return onThread {
    csb_thread_prepare()
    body()
  }
}

private final class Work {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

/// Runs `body` on a new thread, whose stack is the given memory or the system's.
func onThread(
  on stack: (UnsafeMutableRawPointer, size: Int)? = nil, _ body: @escaping () -> Void
) -> pthread_t {
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  if let stack = unsafe stack {
    unsafe pthread_attr_setstack(&attributes, stack.0, stack.size)
  } else {
    unsafe pthread_attr_setstacksize(&attributes, max(512 * 1024, csb_stack_needed()))
  }
  var thread = pthread_t()
  unsafe pthread_create(
    &thread, &attributes,
    { context in
      unsafe Unmanaged<Work>.fromOpaque(present(context)).takeRetainedValue().body()
      return nil
    }, unsafe Unmanaged.passRetained(Work(body)).toOpaque())
  return thread
}
