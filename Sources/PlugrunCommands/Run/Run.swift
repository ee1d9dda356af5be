import ActionPlugins

/// One response on its way: read, routed, run, reported.
struct Run: Sendable {
  let options: RunOptions
  let environment: Environment
  let console: Console

  /// Runs it and tells how `plugrun` ends; throws where there is no outcome.
  func run() async throws(Diagnostic) -> ExitCode {
    if let timeZone = options.timeZone { environment.setTimeZone(timeZone) }
    let setUp = RuntimeSetUp(options: options, environment: environment, console: console)
    let clock = setUp.clock
    let sample = try sample(now: clock())
    let runtime = try setUp.runtime(clock: clock, createsContainer: true)
    if let ending = setUp.tellRefusals(of: runtime) { return ending }
    let made = try SampleResponse(sample, options: options, now: clock(), in: runtime)
    let response = made.response
    let outcome = await Interrupts.cancelling(tell: tellInterruption) {
      await runtime.handle(response)
    }
    // Of the other bundles nothing was lowered that could matter here.
    let bundle = runtime.bundles.first { $0.identifier == outcome.plugin }
    for note in bundle?.notes ?? [] { console.note(note) }
    if let note = made.note, outcome.handler != nil { console.note(note) }
    let code = ExitCode(outcome, expected: options.expected)
    tellExpectation(outcome)
    tellDelivery(outcome)
    switch options.format {
    case .json:
      if code != .asExpected { console.tell(Diagnostic(outcome, of: self, in: runtime)) }
      return console.finishJSON(outcome.json, code)
    case .text: return console.finish(OutcomeText.of(outcome, style: console.outputStyle), code)
    }
  }

  private func sample(now: Timestamp) throws(Diagnostic) -> SampleFile {
    let limits = PluginLimits.default
    let file = InputFile(
      path: options.response, holds: "a response or an .apns payload as JSON",
      maximumBytes: limits.responseBytes, mayBePipe: true)
    let bytes = try file.bytes(in: environment)
    do throws(JSONError) {
      let sample = try SampleFile.read(
        bytes, now: now, isNamedPayload: file.isNamedPayload, lenient: options.isLenient,
        maximumBytes: limits.responseBytes, maximumDepth: limits.responseDepth)
      tellMistypedKeys(of: sample, in: file, bytes)
      return sample
    } catch {
      throw file.diagnostic(error, in: bytes, takesLenient: true)
    }
  }

  /// Keys that the system passes over, which may be why there is no category; all keys are free.
  private func tellMistypedKeys(of sample: SampleFile, in file: InputFile, _ bytes: [UInt8]) {
    guard case .payload(let payload) = sample else { return }
    for finding in payload.findings
    where [.misspelledKey, .misplacedKey, .misspelledTarget].contains(finding.code) {
      let place = JSONDocument(bytes).position(of: finding.path)
      console.tell(
        Diagnostic(
          level: .note, code: finding.code.rawValue, message: finding.description, file: file.name,
          line: place?.line, column: place?.column))
    }
  }

  @Sendable private func tellInterruption() {
    console.note("interrupted; what runs is stopped, and a second Ctrl-C ends plugrun at once")
  }

  private func tellExpectation(_ outcome: Outcome) {
    guard let expected = options.expected, expected != outcome.kind else { return }
    console.tell(
      Diagnostic(
        code: "expectation",
        message: "expected \(expected.rawValue), and the outcome is \(outcome.kind.rawValue)"))
  }

  private func tellDelivery(_ outcome: Outcome) {
    if outcome.redelivered {
      console.note(
        "the container knows this response, so its handler did not run, and the first outcome is "
          + "shown; --again runs it as a new delivery")
    }
    let waiting = (outcome.replies + outcome.sentBeforeOutcome).count { $0.state == .queued }
    if waiting > 0, options.replyTo != nil {
      let replies = Quantity.count(waiting, "reply", plural: "replies")
      console.note(
        options.container == nil
          ? "\(replies) could not be delivered, and nothing is kept; --container DIR keeps them for "
            + "'plugrun container deliver'"
          : "\(replies) could not be delivered yet; 'plugrun container deliver' tries again")
    }
  }
}
