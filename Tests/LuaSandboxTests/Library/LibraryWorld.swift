import CSandbox

/// One world with a handler file of its own, driven through the C interface alone: what the tests
/// of the library functions run scripts in.
///
/// `@safe`: the world is valid from `init` to `deinit` and leaves this file only as a call.
/// `@unchecked Sendable`: the world is used by the thread that owns the value; what another thread
/// may call is `stop()`, which csb_stop allows at any time while the world lives.
@safe
final class LibraryWorld: @unchecked Sendable {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private let world: OpaquePointer
  private let seed: (UInt64, UInt64)

  /// Loads a handler file that returns a function, under the given cap.
  init(_ source: String, memoryBytes: Int = 64 << 20, seed: (UInt64, UInt64) = (1, 2)) throws {
    csb_thread_prepare()
    self.seed = seed
    var why: UnsafePointer<CChar>? = nil
    let created = unsafe "".withCString { empty in
      var function = unsafe csb_function(
        path: empty, parameters: empty, kind: CSB_CALL_LEAF, pure: true, may_wait: false,
        bound: false)
      let nothing = unsafe UnsafeRawPointer(empty).assumingMemoryBound(to: UInt8.self)
      var constant = unsafe csb_constant(path: empty, value: nothing, value_length: 0)
      return unsafe withUnsafePointer(to: &function) { functions in
        unsafe withUnsafePointer(to: &constant) { constants in
          var settings = unsafe csb_settings(
            functions: functions, function_count: 0, constants: constants, constant_count: 0,
            memory_bytes: memoryBytes, value_bytes: 64 << 20, value_depth: 4,
            one_block_each: false, poll: false, table_order: 0)
          return unsafe csb_world_create(&settings, { _, _ in CSB_RAISE }, nil, &why)
        }
      }
    }
    guard let created = unsafe created else {
      throw Failure(description: unsafe why.map { unsafe String(cString: $0) } ?? "no world")
    }
    unsafe world = created
    var text = source
    let status = text.withUTF8 { bytes in
      unsafe "cases.lua".withCString { file in
        unsafe "cases".withCString { module in
          unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
            guard let start = characters.baseAddress else { return CSB_RAISED }
            var file = unsafe csb_source(
              file: file, module: module, bytes: start, length: characters.count)
            return unsafe csb_load(created, &file, 1, 0)
          }
        }
      }
    }
    guard status == CSB_RETURNED else { throw Failure(description: message) }
    guard unsafe csb_freeze(created) else { throw Failure(description: "no picture") }
  }

  deinit { unsafe csb_world_destroy(world) }

  /// The world's last error, as text.
  var message: String {
    let error = unsafe csb_error_of(world)
    let bytes = unsafe UnsafeRawBufferPointer(start: error.message, count: error.message_length)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Calls the handler in the world as it was loaded. Returns how it ended. `onceReady` runs when
  /// a stop counts for this call: the rewind before it forgets an earlier one.
  func start(_ arguments: [EncodedArgument] = [], onceReady: () -> Void = {}) -> csb_status {
    unsafe csb_rewind(world)
    var run = unsafe csb_run_settings()
    unsafe run.seed = seed
    unsafe csb_prepare(world, &run)
    onceReady()
    var encoded: [UInt8] = []
    unsafe withUnsafeBytes(of: UInt32(arguments.count)) { unsafe encoded.append(contentsOf: $0) }
    for argument in arguments { argument.append(to: &encoded) }
    return unsafe csb_start(world, CSB_HANDLE, encoded, encoded.count)
  }

  /// Calls the handler, which must return one string, and returns that.
  func text(_ arguments: [EncodedArgument] = []) throws -> String {
    guard start(arguments) == CSB_RETURNED else { throw Failure(description: message) }
    var length = 0
    let result = unsafe UnsafeRawBufferPointer(
      start: csb_result(world, &length), count: length)
    // A list of one string: its count, the tag, the length, the bytes.
    guard length >= 9, unsafe result[4] == UInt8(CSB_TAG_STRING) else {
      throw Failure(description: "the script did not return one string")
    }
    return unsafe String(decoding: result[9...], as: UTF8.self)
  }

  /// Tells the world to stop, from any thread, without arming a hook: only the library functions'
  /// own looks at the flag can see it.
  func stop() { unsafe csb_stop(world, CSB_STOP_DEADLINE) }
}

/// An argument for a handler, as the encoded values have it.
enum EncodedArgument {
  case integer(Int64)
  case string(String)

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .integer(let value):
      bytes.append(UInt8(CSB_TAG_INTEGER))
      unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
    case .string(let value):
      bytes.append(UInt8(CSB_TAG_STRING))
      unsafe withUnsafeBytes(of: UInt32(value.utf8.count)) {
        unsafe bytes.append(contentsOf: $0)
      }
      bytes.append(contentsOf: value.utf8)
    }
  }
}
