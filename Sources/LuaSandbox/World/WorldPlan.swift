import CSandbox
import Notifications

/// Everything that building a world of one handler file takes, laid out once in the form C reads.
@safe final class WorldPlan: @unchecked Sendable {
  // Sendable: every member is written in init; what the pointers lead to is only read until deinit
  // frees it.
  let entryFile: String
  let limits: SandboxLimits
  let loadSeconds: Double
  let oneBlockEach: Bool
  /// By function: how to read its arguments.
  let letters: [ParameterLetters]
  let functions: [SandboxFunction]
  let positions: ScriptPositions

  /// Which allocation of a run is the first to be refused: for tests.
  let failingAllocation: @Sendable () -> Int?

  /// The order in which `pairs` meets string keys; 0: as chance has it.
  let tableOrder: UInt32

  /// Answers the pure functions that the top level calls.
  let host: (any ScriptHost)?

  private let sources: [ScriptSource]
  private let texts: [CText]
  private let constantValues: [UnsafeMutableRawBufferPointer]
  private let cFunctions: UnsafeMutableBufferPointer<csb_function>
  private let cConstants: UnsafeMutableBufferPointer<csb_constant>
  private let cSources: UnsafeMutableBufferPointer<csb_source>
  private let entryIndex: Int

  /// Lays out a plan; throws where the entry is not among the sources or a constant is too deep.
  init(
    _ sources: [ScriptSource], entry: String, api: SandboxAPI, limits: SandboxLimits,
    loadSeconds: Double, oneBlockEach: Bool, host: (any ScriptHost)?,
    failingAllocation: @escaping @Sendable () -> Int? = { nil }, tableOrder: UInt32 = 0
  ) throws(ScriptLoadError) {
    guard let index = sources.firstIndex(where: { $0.file.utf8.elementsEqual(entry.utf8) }) else {
      throw ScriptLoadError(sentence: "the bundle has no file \(entry)", file: entry)
    }
    var encoded: [[UInt8]] = []
    for constant in api.constants {
      var writer = EncodedValueWriter()
      do { try writer.write(constant.value) } catch {
        throw ScriptLoadError(
          sentence: "the host's constant \(constant.path) \(error.sentence)", file: entry)
      }
      encoded.append(unsafe Array(writer.bytes))
    }
    self.sources = sources
    self.host = host
    self.failingAllocation = failingAllocation
    self.tableOrder = tableOrder
    self.limits = limits
    self.loadSeconds = loadSeconds
    self.oneBlockEach = oneBlockEach
    entryFile = entry
    entryIndex = index
    functions = api.functions
    letters = api.functions.map { ParameterLetters($0.parameters) }
    positions = ScriptPositions(files: sources.map(\.file))

    var texts: [CText] = []
    func pointer(_ text: String) -> UnsafePointer<CChar> {
      let copy = CText(text)
      texts.append(copy)
      return unsafe copy.pointer
    }
    unsafe cFunctions = .allocate(capacity: api.functions.count)
    for (index, function) in api.functions.enumerated() {
      unsafe cFunctions.initializeElement(
        at: index,
        to: csb_function(
          path: pointer(function.path), parameters: pointer(function.parameters),
          kind: function.kind.cKind, pure: function.isPure, may_wait: function.mayWait,
          bound: function.isBound))
    }
    unsafe constantValues = encoded.map { bytes in
      let block = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, bytes.count), alignment: 16)
      unsafe block.copyBytes(from: bytes)
      return unsafe block
    }
    unsafe cConstants = .allocate(capacity: api.constants.count)
    for (index, constant) in api.constants.enumerated() {
      guard let value = unsafe constantValues[index].baseAddress else { continue }
      unsafe cConstants.initializeElement(
        at: index,
        to: csb_constant(
          path: pointer(constant.path), value: value.assumingMemoryBound(to: UInt8.self),
          value_length: encoded[index].count))
    }
    let empty = CText("")
    texts.append(empty)
    unsafe cSources = .allocate(capacity: sources.count)
    for (index, source) in sources.enumerated() {
      let text = source.text
      unsafe cSources.initializeElement(
        at: index,
        to: csb_source(
          file: text.file.pointer, module: text.module.pointer,
          bytes: text.bytes.baseAddress.map { unsafe UnsafePointer($0) } ?? empty.pointer,
          length: text.bytes.count))
    }
    self.texts = texts
  }

  deinit {
    for index in unsafe constantValues.indices { unsafe constantValues[index].deallocate() }
    unsafe cFunctions.deallocate()
    unsafe cConstants.deallocate()
    unsafe cSources.deallocate()
  }

  /// Creates an empty world; throws the sentence of why there is none.
  func createWorld(polls: Bool) throws(ScriptLoadError) -> OpaquePointer {
    guard let functions = unsafe UnsafePointer(cFunctions.baseAddress),
      let constants = unsafe UnsafePointer(cConstants.baseAddress)
    else { throw ScriptLoadError(sentence: "the system is out of memory", file: entryFile) }
    var settings = unsafe csb_settings(
      functions: functions, function_count: cFunctions.count,
      constants: constants, constant_count: cConstants.count,
      memory_bytes: max(0, limits.memoryBytes), value_bytes: max(0, limits.valueBytes),
      value_depth: UInt32(clamping: limits.valueDepth),
      one_block_each: oneBlockEach, poll: polls, table_order: tableOrder)
    var why: UnsafePointer<CChar>?
    if let world = unsafe csb_world_create(&settings, World.answer, nil, &why) {
      return unsafe world
    }
    let sentence = unsafe why.map { unsafe String(cString: $0) } ?? "no world could be built"
    throw ScriptLoadError(sentence: sentence, file: entryFile)
  }

  /// Runs the top level in a new world.
  func load(_ world: OpaquePointer) -> csb_status {
    guard let first = unsafe cSources.baseAddress else { return CSB_RAISED }
    return unsafe csb_load(world, first, cSources.count, entryIndex)
  }
}

extension EncodedValueWriter.Failure {
  /// Ends a sentence that begins with the name of the value.
  var sentence: String {
    switch self {
    case .depth: "is nested deeper than \(EncodedValueWriter.maximumDepth) levels"
    case .size: "is larger than the script's memory limit"
    }
  }
}

extension SandboxFunction.Kind {
  fileprivate var cKind: csb_call_kind {
    switch self {
    case .leaf: CSB_CALL_LEAF
    case .update: CSB_CALL_UPDATE
    case .space: CSB_CALL_SPACE
    case .fields: CSB_CALL_FIELDS
    }
  }
}
