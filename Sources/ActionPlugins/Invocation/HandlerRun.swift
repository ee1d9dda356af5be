import ContainerStore
import LuaSandbox
import Synchronization

/// One run of a handler: answers the script's calls and stages what it asks for.
///
/// A conflict gives the invocation a new run with nothing staged; only the log and the recorded
/// steps go on.
final class HandlerRun: ScriptHost {
  /// Why the invocation ends here, when it was a call that ended it.
  enum End: Sendable {
    /// Nobody authenticated.
    case authenticationRequired
    /// The container failed.
    case fault(ContainerError)
    /// A step differs from its record after a reply was sent.
    case diverged
    /// Another process has taken the delivery over.
    case leaseLost
  }

  struct State {
    var effects = StagedEffects()
    var log: LogBook
    var steps: [RecordedStep]
    /// The place of the next recorded step.
    var ordinal = 0
    /// Replies that `reply.sendNow` made durable, by id, in the order of the calls.
    var sentNow: [Outcome.ReplyReport] = []
    var end: End?
    /// Bytes of the steps that this run recorded.
    private(set) var stepBytes = 0

    mutating func take(_ step: RecordedStep) {
      steps.append(step)
      stepBytes += step.arguments.count + step.answer.count + StagedEffects.entryBytes
    }
  }

  let context: InvocationContext
  let claim: Claim
  /// The number of the run, from 1.
  let attempt: Int
  /// The entry that runs; `undelivered` may not reply, `expire` may not wait.
  let entry: ScriptEntry
  let state: Mutex<State>

  init(
    _ context: InvocationContext, claim: Claim, entry: ScriptEntry, attempt: Int, log: LogBook,
    steps: [RecordedStep]
  ) {
    self.context = context
    self.claim = claim
    self.entry = entry
    self.attempt = attempt
    state = Mutex(State(log: log, steps: steps))
  }

  /// What the script made the host keep counts as the script's memory.
  var heldBytes: Int { state.withLock { $0.effects.heldBytes + $0.stepBytes + $0.log.heldBytes } }

  func answer(_ call: HostCall) -> HostAnswer {
    guard call.function < context.table.functions.count else {
      return .raise("this function is not in the table of the API; reload the plugin")
    }
    let function = context.table.functions[call.function]
    do {
      let arguments = APIArguments(function, call, limits: context.limits)
      return try answer(function, arguments, call)
    } catch {
      switch error {
      case .raise(let raise): return .raise(raise.sentence)
      case .end(let end): return self.end(end)
      }
    }
  }

  /// Ends the invocation for a reason that the script cannot catch.
  func end(_ end: End) -> HostAnswer {
    state.withLock { $0.end = $0.end ?? end }
    return .end
  }

  private func answer(
    _ function: APIFunction, _ arguments: APIArguments, _ call: HostCall
  ) throws(CallFailure) -> HostAnswer {
    switch function.command {
    case .storageGet: try storageGet(arguments, call)
    case .storageSet: try storageSet(arguments, call)
    case .storageRemove: try storageRemove(arguments, call)
    case .storageKeys: try storageKeys(arguments, call)
    case .storageUpdate: try storageUpdate(arguments, call)
    case .storageIncrement: try storageIncrement(arguments, call)
    case .storageShared: try storageShared(arguments)
    case .storageProtected: .values([])
    case .filesRead: try filesRead(arguments)
    case .filesWrite: try filesWrite(arguments)
    case .filesRemove: try filesRemove(arguments)
    case .filesList: try filesList(arguments, call)
    case .filesExists: try filesExists(arguments)
    case .replySend: try replySend(arguments)
    case .replySendNow: try replySendNow(arguments)
    case .notificationsPost: try notificationsPost(arguments)
    case .notificationsRemove: try notificationsRemove(arguments)
    case .notificationsSetBadge: try notificationsSetBadge(arguments)
    case .authIsUnlocked: .values([.value(.bool(context.device.isUnlocked))])
    case .authRequire: try authRequire(arguments)
    case .budgetRemaining: .values([.value(.number(context.meter.remainingSeconds))])
    case .budgetTotal: .values([.value(.number(context.meter.limitSeconds))])
    case .log(let level): try log(level, arguments)
    case .print: try print(arguments)
    case .jsonEncode: try JSONCalls.encode(arguments)
    case .jsonDecode: try JSONCalls.decode(arguments, call, limits: context.limits)
    case .deviceField: try deviceField(arguments)
    case .host(let name): try host(name, arguments)
    }
  }

  /// Runs container work; what fails there ends the invocation as a host's fault.
  func contained<T>(_ work: () throws(ContainerError) -> T) throws(CallFailure) -> T {
    do {
      return try work()
    } catch {
      throw .end(.fault(error))
    }
  }
}

/// An error that is raised in the script, at the script's position.
struct ScriptRaise: Error {
  let sentence: String
}

/// How a call ends that gives no answer.
enum CallFailure: Error {
  case raise(ScriptRaise)
  case end(HandlerRun.End)

  /// An error that is raised at the script's position.
  init(_ sentence: String) {
    self = .raise(ScriptRaise(sentence: sentence))
  }
}
