import ActionPlugins
import Testing

@testable import AppleNotifications

@Suite struct ForwardingTests {
  @Test(arguments: Outcome.Kind.allCases, Outcome.Completion.allCases)
  func `the host gets what is forwarded or found no handler`(
    kind: Outcome.Kind, completion: Outcome.Completion
  ) {
    let outcome = Outcome(kind, action: "reply", completion: completion)
    let expected = completion == .dismissAndForwardAction || kind == .unrouted
    #expect(outcome.isForwardedToHost == expected)
  }
}
