import ContainerStore
import LuaSandbox

/// What a recorded step does when it has no record yet.
enum StepCall {
  /// It is answered at once.
  case answer([HostValue])
  /// It waits; the answer is recorded before the script goes on.
  case wait(
    stopsClock: Bool = false, simulatedSeconds: Double? = nil,
    _ operation: @Sendable () async -> HostAnswer)
}

/// Steps that are recorded, so that a re-run or a recovery is answered without asking again.
extension HandlerRun {
  /// Answers from the record where the script asks the same as before, else makes the call.
  ///
  /// - Parameters:
  ///   - key: replaces place and arguments when the record is looked for.
  ///   - call: makes the call; gets the step's place among the steps, from 0.
  func step(
    _ name: Identifier, key: Identifier? = nil, arguments: JSONValue,
    call: (_ ordinal: Int) throws(CallFailure) -> StepCall
  ) throws(CallFailure) -> HostAnswer {
    guard entry != .expire else {
      throw CallFailure("\(name): expire may not wait; read, write and stage only")
    }
    let bytes: [UInt8]
    do {
      bytes = try JSONWriter().bytes(arguments)
    } catch {
      throw CallFailure("\(name): \(error)")
    }
    let (ordinal, recorded) = state.withLock { state in
      let ordinal = state.ordinal
      state.ordinal += 1
      return (ordinal, Self.recorded(in: state.steps, name, key, bytes, ordinal))
    }
    if let recorded { return .values(try StepAnswer.decode(recorded.answer)) }
    try dropSteps(from: ordinal)
    switch try call(ordinal) {
    case .answer(let values):
      let step = RecordedStep(
        ordinal: ordinal, name: name, key: key, arguments: bytes,
        answer: StepAnswer.encode(values))
      guard
        try contained({ () throws(ContainerError) in
          try context.container.record(step, claim: claim)
        })
      else { throw .end(.leaseLost) }
      state.withLock { $0.take(step) }
      return .values(values)
    case .wait(let stopsClock, let simulatedSeconds, let operation):
      return .wait(
        HostWait(stopsClock: stopsClock, simulatedSeconds: simulatedSeconds) { [self] in
          let answer = await operation()
          guard case .values(let values) = answer else { return answer }
          let step = RecordedStep(
            ordinal: ordinal, name: name, key: key, arguments: bytes,
            answer: StepAnswer.encode(values))
          return await record(step, answering: answer)
        })
    }
  }

  /// Ends a wait that failed on the host's side.
  func stepFailed(_ end: End) -> HostAnswer {
    self.end(end)
  }

  private func record(_ step: RecordedStep, answering answer: HostAnswer) async -> HostAnswer {
    let claim = claim
    let container = context.container
    let recorded = await context.services.executor.perform {
      Result { () throws(ContainerError) in try container.record(step, claim: claim) }
    }
    switch recorded {
    case .success(true):
      state.withLock { $0.take(step) }
      return answer
    case .success(false): return end(.leaseLost)
    case .failure(let error): return end(.fault(error))
    }
  }

  private static func recorded(
    in steps: [RecordedStep], _ name: Identifier, _ key: Identifier?, _ arguments: [UInt8],
    _ ordinal: Int
  ) -> RecordedStep? {
    if let key { return steps.first { $0.key == key && $0.name == name } }
    return steps.first {
      $0.ordinal == ordinal && $0.key == nil && $0.name == name && $0.arguments == arguments
    }
  }

  /// The script asks something else than before: what was recorded from here on is void. A reply
  /// that was sent cannot be taken back, so then the invocation ends.
  private func dropSteps(from ordinal: Int) throws(CallFailure) {
    let void = state.withLock { $0.steps.filter { $0.ordinal >= ordinal && $0.key == nil } }
    guard !void.isEmpty else { return }
    let isSent = void.contains { step in
      Outcome.ReplyReport(sentBy: step, of: claim, in: context).map { $0.state != .rejected }
        ?? false
    }
    guard !isSent else { throw .end(.diverged) }
    guard
      try contained({ () throws(ContainerError) in
        try context.container.dropSteps(from: ordinal, claim: claim)
      })
    else { throw .end(.leaseLost) }
    state.withLock { state in state.steps.removeAll { $0.ordinal >= ordinal } }
  }
}

/// The JSON form of a recorded answer: an array a value, empty for nil.
enum StepAnswer {
  static func encode(_ values: [HostValue]) -> [UInt8] {
    let items: [JSONValue] = values.map { value in
      switch value {
      case .value(let value): .array([value])
      case .flat(let value): .array([value.value])
      case .bytes(let bytes): .array([.string(String(decoding: bytes, as: UTF8.self))])
      case .none, .argument: .array([])
      }
    }
    return (try? JSONWriter().bytes(.array(items))) ?? Array("[]".utf8)
  }

  static func decode(_ bytes: [UInt8]) throws(CallFailure) -> [HostValue] {
    let value: JSONValue
    do {
      value = try JSONReader(maximumDepth: JSONReader.deepest, maximumBytes: bytes.count)
        .read(bytes)
    } catch {
      throw .end(.fault(ContainerError(.corrupt, "a recorded step cannot be read: \(error)")))
    }
    guard case .array(let items) = value else {
      throw .end(.fault(ContainerError(.corrupt, "a recorded step is not a list of values")))
    }
    return items.map { item in
      if case .array(let item) = item, let value = item.first { .value(value) } else { .none }
    }
  }
}
