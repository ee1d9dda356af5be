import CSandbox
import Notifications

/// The owner of one Lua world: built from a plan, loaded, run, rewound, and freed with its owner.
///
/// A world knows one run at a time, which holds it alone: from the pool, on a thread, while waiting,
/// and back to the pool.
@safe final class World: @unchecked Sendable {
  // Sendable: it is handed over, never shared. The pool and the run pass it on under their locks,
  // and only whoever has it touches it; other threads reach the C world through the lane, for
  // csb_stop, which C allows.
  let handle: OpaquePointer
  let plan: WorldPlan
  /// Whether its scripts look at the stop flag from the start.
  let polls: Bool
  private(set) var isPictured = false

  private var host: (any ScriptHost)?
  private var meter: BudgetMeter?
  private var now: (@Sendable () -> Double)?
  private var lane: ScriptLane?
  private var wait: HostWait?
  /// What of the host's memory is counted against the script's.
  private var heldBytes = 0

  private init(_ plan: WorldPlan, polls: Bool) throws(ScriptLoadError) {
    unsafe handle = try plan.createWorld(polls: polls)
    self.plan = plan
    self.polls = polls
    unsafe csb_set_context(handle, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { unsafe csb_world_destroy(handle) }

  /// Builds a world and runs its top level; takes its picture if asked to and possible.
  static func load(
    _ plan: WorldPlan, polls: Bool, pictured: Bool, on lane: ScriptLane
  ) throws(ScriptLoadError) -> World {
    let world = try World(plan, polls: polls)
    world.host = plan.host
    world.lane = lane
    defer { world.end() }
    lane.enter(
      world, token: nil, deadline: monotonicNanoseconds() &+ nanoseconds(plan.loadSeconds))
    let status = unsafe plan.load(world.handle)
    lane.leave()
    guard status == CSB_RETURNED else { throw world.loadError(status) }
    if pictured { world.isPictured = unsafe csb_freeze(world.handle) }
    return world
  }

  /// The entries that the handler file offers.
  var offers: Set<ScriptEntry> {
    Set(ScriptEntry.allCases.filter { unsafe csb_offers(handle, $0.cEntry) })
  }

  var memory: csb_memory { unsafe csb_memory_used(handle) }

  /// Tells the world which run it serves.
  func begin(_ request: RunRequest, on lane: ScriptLane) {
    host = request.host
    meter = request.meter
    now = request.now
    self.lane = lane
    heldBytes = 0
    if let count = plan.failingAllocation() { unsafe csb_fail_allocation_after(handle, count) }
    var settings = unsafe csb_run_settings(
      seed: request.seed,
      now: { context in unsafe World.of(context)?.now?() ?? 0 },
      clock: { context in unsafe World.of(context)?.meter?.scriptSeconds ?? 0 },
      clock_context: Unmanaged.passUnretained(self).toOpaque())
    unsafe csb_prepare(handle, &settings)
  }

  /// Moves to the thread that goes on with the run.
  func move(to lane: ScriptLane) { self.lane = lane }

  func start(_ entry: ScriptEntry, arguments: UnsafeRawBufferPointer) -> csb_status {
    guard let start = arguments.baseAddress else { return CSB_RAISED }
    return unsafe csb_start(
      handle, entry.cEntry, start.assumingMemoryBound(to: UInt8.self), arguments.count)
  }

  /// Brings a waiting script its answer.
  func resume(_ answer: HostAnswer) -> csb_status {
    unsafe csb_resume(handle, reply(answer))
  }

  /// What a script that waits is waiting for.
  func takeWait() -> HostWait? {
    defer { wait = nil }
    return wait
  }

  /// What the entry returned.
  func result() throws(EncodedValueReader.Malformed) -> [HostArgument] {
    var length = 0
    let start = unsafe csb_result(handle, &length)
    var reader = unsafe EncodedValueReader(start, count: length)
    return try reader.list(.values)
  }

  /// Lets go of the run it served.
  func end() {
    host = nil
    meter = nil
    now = nil
    lane = nil
    wait = nil
  }

  /// Back to the picture.
  func rewind() { unsafe csb_rewind(handle) }

  // MARK: - Host calls

  /// The leaf that C calls.
  static let answer: csb_host = { context, call in
    guard let world = unsafe World.of(context) else { return CSB_END }
    return unsafe world.answer(call.pointee)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> World? {
    unsafe context.map { unsafe Unmanaged<World>.fromOpaque($0).takeUnretainedValue() }
  }

  private func answer(_ call: csb_call) -> csb_verdict {
    let index = unsafe Int(call.function)
    guard let lane, index < plan.letters.count else { return CSB_END }
    guard let host else {
      return reply(.raise("\(plan.functions[index].path): only inside a handler"))
    }
    lane.isInHost = true
    defer { lane.isInHost = false }
    let arguments = unsafe EncodedArguments(
      UnsafeRawBufferPointer(start: call.arguments, count: call.arguments_length),
      plan.letters[index])
    let space =
      unsafe call.space_length == 0
      ? nil
      : Identifier(
        String(
          decoding: UnsafeRawBufferPointer(start: call.space, count: call.space_length),
          as: UTF8.self))
    let answer = host.answer(
      HostCall(
        function: index, phase: unsafe Int(call.phase), space: space, encoded: arguments,
        world: self))
    guard count(host.heldBytes) else {
      unsafe csb_end_out_of_memory(handle)
      return CSB_RAISE
    }
    if case .wait = answer, !plan.functions[index].mayWait {
      return reply(.raise("\(plan.functions[index].path): this function cannot wait"))
    }
    return reply(answer)
  }

  /// Counts what the host keeps; false where the script's memory does not suffice.
  private func count(_ bytes: Int) -> Bool {
    guard bytes != heldBytes else { return true }
    guard unsafe csb_charge(handle, Int64(bytes - heldBytes)) else { return false }
    heldBytes = bytes
    return true
  }

  /// Writes an answer where C reads it.
  private func reply(_ answer: HostAnswer) -> csb_verdict {
    switch answer {
    // An empty reply reads as a list of none.
    case .values(let values) where values.isEmpty: return CSB_ANSWER
    case .values(let values):
      guard let lane else { return CSB_END }
      do {
        lane.writer.reset(limit: plan.limits.memoryBytes)
        try lane.writer.list(count: values.count)
        for value in values { try lane.writer.write(value) }
      } catch {
        return raise("the host's answer \(error.sentence)")
      }
      return unsafe hand(lane.writer.bytes) ? CSB_ANSWER : CSB_RAISE
    case .raise(let message): return raise(message)
    case .wait(let wait):
      self.wait = wait
      return CSB_WAIT
    case .end: return CSB_END
    }
  }

  private func raise(_ message: String) -> csb_verdict {
    guard let lane else { return CSB_END }
    do {
      lane.writer.reset(limit: plan.limits.memoryBytes)
      try lane.writer.list(count: 1)
      try lane.writer.write(.value(.string(message)))
    } catch { return CSB_END }
    _ = unsafe hand(lane.writer.bytes)
    return CSB_RAISE
  }

  /// False where the memory cap refuses the copy; C then ends the run as out of memory.
  private func hand(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress,
      let buffer = unsafe csb_reply_buffer(handle, bytes.count)
    else { return false }
    unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: bytes.count)
    return true
  }

  private func loadError(_ status: csb_status) -> ScriptLoadError {
    let stood = unsafe plan.positions.error(of: handle)
    let sentence =
      switch status {
      case CSB_RAISED: stood.message
      case CSB_OUT_OF_MEMORY:
        "the top level needs more than the memory limit of \(plan.limits.memoryBytes) bytes"
      case CSB_STOPPED:
        "the top level did not end within \(plan.loadSeconds) s; move the work into the handler"
      default: "the top level must not wait"
      }
    return ScriptLoadError(
      sentence: sentence, file: stood.file ?? plan.entryFile, line: stood.line,
      frames: stood.frames)
  }
}

extension ScriptEntry {
  fileprivate var cEntry: csb_entry {
    switch self {
    case .handle: CSB_HANDLE
    case .expire: CSB_EXPIRE
    case .undelivered: CSB_UNDELIVERED
    }
  }
}
