import CBenchFloor

/// The owner of a stock Lua state, driven by C.
@safe final class Floor {
  private let state: OpaquePointer

  /// Opens a state with the chosen libraries and loads the script into it.
  init(_ script: StaticString) throws {
    let opened = unsafe script.utf8Start.withMemoryRebound(
      to: CChar.self, capacity: script.utf8CodeUnitCount
    ) { unsafe bench_state_open($0, script.utf8CodeUnitCount) }
    guard let opened = unsafe opened else { throw BenchFailure("the C state did not open") }
    unsafe state = opened
  }

  deinit { unsafe bench_state_close(state) }

  /// JSON text in, effects out.
  func call(_ response: SampleResponse, effects wanted: Int) throws {
    let isDone = unsafe response.bytes.withUnsafeBytes { bytes in
      let text = unsafe bytes.bindMemory(to: CChar.self)
      guard let start = text.baseAddress else { return false }
      return unsafe bench_state_call(state, start, text.count)
    }
    guard isDone, unsafe bench_state_effects(state) == wanted else { throw failure }
  }

  /// Calls a handler that wants nothing.
  func callBare() throws {
    guard unsafe bench_state_call_bare(state) else { throw failure }
  }

  private var failure: BenchFailure {
    unsafe BenchFailure("the C state failed: \(String(cString: bench_state_message(state)))")
  }
}
