import ActionPlugins

extension UnroutedReason {
  /// Every reason that the runtime gives.
  static let all: [UnroutedReason] = [
    .noCategory, .unknownCategory, .unknownAction, .noDefaultHandler, .noDismissHandler,
    .pluginDisabled,
  ]
}
