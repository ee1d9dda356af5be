import ActionPlugins

/// How `plugrun` ends, for whoever called it.
public enum ExitCode: Int32, Sendable, CaseIterable {
  case asExpected = 0
  case otherOutcome = 1
  case wrongCommandLine = 2
  case badInput = 3
  case hostFault = 4

  /// What the code means, as help prints it.
  var meaning: String {
    switch self {
    case .asExpected: "as expected: completed, or a dismissal without a handler"
    case .otherOutcome: "any other outcome of a handler, or not the one that --expect names"
    case .wrongCommandLine: "the command line is wrong"
    case .badInput: "bad input: a manifest, a script, a response, or one that is unrouted"
    case .hostFault: "the host's own part failed: a container, a full disk, the output"
    }
  }
}

extension ExitCode {
  /// The code of an outcome.
  ///
  /// With an expected outcome it is 0 exactly where that came; bad input and a host's fault keep
  /// their codes, so that a script can tell them from a plugin that behaves differently.
  init(_ outcome: Outcome, expected: Outcome.Kind?) {
    let own: ExitCode =
      switch outcome.kind {
      case .completed: .asExpected
      case .unrouted: outcome.reason == .noDismissHandler ? .asExpected : .badInput
      case .hostFault: .hostFault
      case .failed, .timedOut, .outOfMemory, .authenticationRequired, .cancelled, .conflict:
        .otherOutcome
      }
    switch expected {
    case nil: self = own
    case outcome.kind: self = .asExpected
    case .some: self = own == .asExpected ? .otherOutcome : own
    }
  }
}
