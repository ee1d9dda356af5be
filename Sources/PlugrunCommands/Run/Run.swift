import ActionPlugins

/// One response on its way: read, routed, run, reported.
struct Run: Sendable {
  let options: RunOptions
  let environment: Environment
  let console: Console

  /// Runs it and tells how `plugrun` ends; throws where there is no outcome.
  func run() async throws(Diagnostic) -> ExitCode {
    if let timeZone = options.timeZone { environment.setTimeZone(timeZone) }
    let clock = clock
    let sample = try sample(now: clock())
    let functions = try hostFunctions()
    let runtime = try runtime(clock: clock, functions: functions)
    for note in runtime.notes { console.note(note) }
    let problems = runtime.refusals.flatMap(\.problems).map { Diagnostic($0) }
    for problem in problems { console.tell(problem) }
    if runtime.bundles.isEmpty, let first = problems.first {
      return console.finishWithout(first)
    }
    for refusal in runtime.refusals {
      console.note("the bundle \(refusal.folderName.rawValue.quotedForMessage) does not serve")
    }
    let response = try SampleResponse(sample, options: options, now: clock(), in: runtime).response
    let outcome = await runtime.handle(response)
    let code = ExitCode(outcome, expected: options.expected)
    tellExpectation(outcome)
    switch options.format {
    case .json:
      if code != .asExpected { console.tell(Diagnostic(outcome, of: self, in: runtime)) }
      return console.finishJSON(outcome.json, code)
    case .text: return console.finish(OutcomeText.of(outcome, style: console.outputStyle), code)
    }
  }

  /// The wall clock, or one that starts where `--now` has it and then goes on.
  private var clock: @Sendable () -> Timestamp {
    guard let start = options.now else { return environment.now }
    let uptime = environment.uptimeSeconds
    let begin = uptime()
    return { start.advanced(bySeconds: uptime() - begin) }
  }

  private func sample(now: Timestamp) throws(Diagnostic) -> SampleFile {
    let limits = PluginLimits.default
    let file = InputFile(
      path: options.response, holds: "a response or an .apns payload as JSON",
      maximumBytes: limits.responseBytes)
    let bytes = try file.bytes(in: environment)
    do throws(JSONError) {
      return try SampleFile.read(
        bytes, now: now, lenient: options.isLenient, maximumBytes: limits.responseBytes,
        maximumDepth: limits.responseDepth)
    } catch {
      throw file.diagnostic(error)
    }
  }

  private func hostFunctions() throws(Diagnostic) -> CannedHostFunctions {
    guard let path = options.hostFile else { return .none }
    let file = InputFile(
      path: path, holds: "canned answers of host functions as JSON", maximumBytes: 1 << 20)
    let bytes = try file.bytes(in: environment)
    do throws(JSONError) {
      return try CannedHostFunctions(bytes, lenient: options.isLenient)
    } catch {
      throw file.diagnostic(error)
    }
  }

  private func runtime(
    clock: @escaping @Sendable () -> Timestamp, functions: CannedHostFunctions
  ) throws(Diagnostic) -> PluginRuntime {
    var limits = PluginLimits.default
    if let seconds = options.budgetSeconds { limits.invocationSeconds = seconds }
    if let bytes = options.memoryBytes { limits.memoryBytes = bytes }
    var configuration = RuntimeConfiguration()
    configuration.now = clock
    configuration.seed = options.seed
    let runtime: PluginRuntime
    do throws(RuntimeError) {
      runtime = try PluginRuntime(
        bundles: .directory(options.plugins), container: .inMemory,
        device: CannedDevice(
          isLocked: options.isLocked, answer: options.answer == .yes ? .granted : .refused),
        replySender: options.failure.map { CannedReplySender(failure: $0) },
        limits: limits, configuration: configuration)
    } catch {
      throw Diagnostic(error)
    }
    do throws(RuntimeError) {
      try functions.register(in: runtime)
    } catch {
      var diagnostic = Diagnostic(error)
      diagnostic.file = options.hostFile
      throw diagnostic
    }
    return runtime
  }

  private func tellExpectation(_ outcome: Outcome) {
    guard let expected = options.expected, expected != outcome.kind else { return }
    console.tell(
      Diagnostic(
        code: "expectation",
        message: "expected \(expected.rawValue), and the outcome is \(outcome.kind.rawValue)"))
  }
}
