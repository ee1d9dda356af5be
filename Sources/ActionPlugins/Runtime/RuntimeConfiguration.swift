package import LuaSandbox

/// What a host may set beside what it must provide.
public struct RuntimeConfiguration: Sendable {
  /// The wall clock: dates of records, `os.time` and `os.date`. Default: the system's.
  public var now: @Sendable () -> Timestamp
  /// The seed of `math.random` for every invocation; `nil` takes a new one each time.
  public var seed: UInt64?
  /// Whether time is virtual: clocks that a script sees advance by simulated waits only, and nobody
  /// waits. For tests. Default: false.
  public var isVirtualTime = false
  /// What makes a deliberate repetition of a response a delivery of its own; `nil` for responses
  /// that come from the system.
  public var repetition: String?
  /// Is handed each reply that was finally refused, with its text; `nil` leaves them in the outbox.
  public var undelivered: (@Sendable (UndeliveredReply) async -> Void)?
  /// Seconds after which ``PluginRuntime/recover()`` reports a response that did not come to an end
  /// instead of running it again. Default: 24 hours.
  public var recoverySeconds: Double = 24 * 3600
  /// Seconds for which ended responses are remembered. Default: 7 days.
  public var recordSeconds: Double = 7 * 24 * 3600
  /// The most ended responses that are remembered. Default: 10,000.
  public var records = 10_000
  /// The most attempts at a reply; being offline is none. Default: 20.
  public var replyTries = 20
  /// Seconds after which a reply is given up. Default: 24 hours.
  public var replySeconds: Double = 24 * 3600
  /// Looks at each bundle before anything of it runs; a sentence refuses it. Default: accepts all.
  public var verify: @Sendable (PluginBundle) -> String? = { _ in nil }
  /// Is told, as a sentence, when the way scripts are stopped had to be changed. Default: ignored.
  public var report: @Sendable (String) -> Void = { _ in }

  /// The signal by which a running script is stopped; its handler calls the one that was there
  /// before for every signal that is not the runtime's. `nil` makes scripts look at a flag instead,
  /// which makes loops 2.2 to 2.4 times slower. Default: SIGURG. See <doc:Sandbox>.
  public var stopSignal: Int32? {
    get { if case .signal(let number) = executor.stopBy { number } else { nil } }
    set { executor.stopBy = newValue.map { .signal($0) } ?? .polling }
  }
  /// How script threads are made and scripts are stopped. Its `report` is not used: see ``report``.
  package var executor = ScriptExecutor.Configuration()

  /// The order in which `pairs` meets string keys, the same for the same number, in every process;
  /// 0 leaves it to chance, as Lua does. For tests. Default: 0.
  package var tableOrder: UInt32 {
    get { executor.tableOrder }
    set { executor.tableOrder = newValue }
  }

  /// The defaults; change single properties afterwards.
  public init() {
    now = SystemTime.now
  }
}
