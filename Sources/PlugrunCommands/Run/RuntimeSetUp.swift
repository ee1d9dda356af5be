import ActionPlugins

/// The runtime that the options ask for, with what it needs from outside.
struct RuntimeSetUp: Sendable {
  let options: RunOptions
  let environment: Environment
  let console: Console

  /// The wall clock, or one that starts where `--now` has it and then goes on.
  var clock: @Sendable () -> Timestamp {
    guard let start = options.now else { return environment.now }
    let uptime = environment.uptimeSeconds
    let begin = uptime()
    return { start.advanced(bySeconds: uptime() - begin) }
  }

  /// - Parameter createsContainer: Whether a container that does not exist is made.
  func runtime(
    clock: @escaping @Sendable () -> Timestamp, createsContainer: Bool
  ) throws(Diagnostic) -> PluginRuntime {
    let functions = try hostFunctions()
    let runtime: PluginRuntime
    do throws(RuntimeError) {
      runtime = try PluginRuntime(
        bundles: .directory(options.plugins), container: location(isCreated: createsContainer),
        device: device, replySender: sender, limits: limits,
        configuration: configuration(clock))
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

  /// The container without any bundle; it must exist.
  func container() throws(Diagnostic) -> PluginContainer {
    do throws(RuntimeError) {
      return try PluginContainer(
        location(isCreated: false), device: device, limits: limits,
        configuration: configuration(clock))
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Tells what is wrong with the bundles, and what was lowered in those that may handle something;
  /// gives an ending where none of them serves.
  func tellBundles(of runtime: PluginRuntime) -> ExitCode? {
    for note in runtime.notes { console.note(note) }
    return tellRefusals(of: runtime)
  }

  /// Tells what is wrong with the bundles; gives an ending where none of them serves.
  func tellRefusals(of runtime: PluginRuntime) -> ExitCode? {
    let problems = runtime.refusals.flatMap(\.problems).map { Diagnostic($0) }
    for problem in problems { console.tell(problem) }
    if runtime.bundles.isEmpty, let first = problems.first {
      return console.finishWithout(first)
    }
    for refusal in runtime.refusals {
      console.note("the bundle \(refusal.folderName.rawValue.quotedForMessage) does not serve")
    }
    return nil
  }

  /// The program that posts replies; `nil` where no address is given.
  var helper: WebhookHelper? {
    options.replyTo.map { address in
      WebhookHelper(address: address, folder: environment.programFolder()) { [console] sentence in
        console.tell(Diagnostic(code: "webhook", message: sentence))
      }
    }
  }

  private var sender: (any ReplySender)? {
    options.failure.map { CannedReplySender(failure: $0) } ?? helper
  }

  private var device: CannedDevice {
    CannedDevice(isLocked: options.isLocked, answer: options.answer == .yes ? .granted : .refused)
  }

  private var limits: PluginLimits {
    var limits = PluginLimits.default
    if let seconds = options.budgetSeconds { limits.invocationSeconds = seconds }
    if let bytes = options.memoryBytes { limits.memoryBytes = bytes }
    return limits
  }

  private func location(isCreated: Bool) -> ContainerLocation {
    options.container.map { .directory($0, isCreated: isCreated) } ?? .inMemory
  }

  private func configuration(
    _ clock: @escaping @Sendable () -> Timestamp
  ) -> RuntimeConfiguration {
    var configuration = RuntimeConfiguration()
    configuration.now = clock
    if let seed = options.seed {
      configuration.seed = seed
      // 0 would leave the order to chance.
      configuration.tableOrder = UInt32(seed % UInt64(UInt32.max)) + 1
    }
    // What goes with the process needs no week of records, and endless input has no end of them.
    if options.container == nil { configuration.records = 1000 }
    if options.repeats {
      // Not from --seed: the same command line twice is two new deliveries.
      configuration.repetition = "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"
    }
    let console = console
    configuration.report = { console.note($0) }
    return configuration
  }

  private func hostFunctions() throws(Diagnostic) -> CannedHostFunctions {
    guard let path = options.hostFile else { return .none }
    let file = InputFile(
      path: path, holds: "canned answers of host functions as JSON", maximumBytes: 1 << 20,
      mayBePipe: true)
    let bytes = try file.bytes(in: environment)
    do throws(JSONError) {
      return try CannedHostFunctions(bytes, lenient: options.isLenient)
    } catch {
      throw file.diagnostic(error, in: bytes, takesLenient: true)
    }
  }
}
