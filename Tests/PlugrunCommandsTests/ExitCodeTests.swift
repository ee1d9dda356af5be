import ActionPlugins
import Testing

@testable import PlugrunCommands

@Suite("The exit code")
struct ExitCodeTests {
  private func outcome(
    _ kind: Outcome.Kind, _ reason: UnroutedReason? = nil
  ) -> Outcome {
    var outcome = Outcome(kind, action: "reply", completion: .dismiss)
    outcome.reason = reason
    return outcome
  }

  @Test(
    "follows the outcome",
    arguments: [
      (.completed, .asExpected), (.failed, .otherOutcome), (.timedOut, .otherOutcome),
      (.outOfMemory, .otherOutcome), (.authenticationRequired, .otherOutcome),
      (.cancelled, .otherOutcome), (.conflict, .otherOutcome), (.unrouted, .badInput),
      (.hostFault, .hostFault),
    ] as [(Outcome.Kind, ExitCode)])
  func plain(_ kind: Outcome.Kind, _ code: ExitCode) {
    #expect(ExitCode(outcome(kind), expected: nil) == code)
  }

  @Test(
    "of an unrouted response is 3, but for a dismissal that nobody handles",
    arguments: UnroutedReason.all)
  func unrouted(_ reason: UnroutedReason) {
    let code = ExitCode(outcome(.unrouted, reason), expected: nil)
    #expect(code == (reason == .noDismissHandler ? .asExpected : .badInput))
  }

  @Test("is 0 for every outcome that was expected", arguments: Outcome.Kind.allCases)
  func expected(_ kind: Outcome.Kind) {
    #expect(ExitCode(outcome(kind), expected: kind) == .asExpected)
  }

  @Test(
    "of another outcome than the expected one is never 0",
    arguments: [
      (.completed, .otherOutcome), (.failed, .otherOutcome), (.unrouted, .badInput),
      (.hostFault, .hostFault),
    ] as [(Outcome.Kind, ExitCode)])
  func unexpected(_ kind: Outcome.Kind, _ code: ExitCode) {
    #expect(ExitCode(outcome(kind), expected: .timedOut) == code)
  }

  @Test("of a dismissal without a handler is 1 where something else was expected")
  func unexpectedDismissal() {
    let outcome = outcome(.unrouted, .noDismissHandler)
    #expect(ExitCode(outcome, expected: .completed) == .otherOutcome)
  }
}
