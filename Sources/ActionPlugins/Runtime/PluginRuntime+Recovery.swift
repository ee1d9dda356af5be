import ContainerStore
import LuaSandbox

/// A response that an earlier process did not bring to an end.
public struct RecoveredResponse: Sendable {
  /// The response; `nil` where its record cannot be read.
  public var response: NotificationResponse?
  /// What became of it now. A `hostFault` of code `tooOld` or `startedTooOften` was not run.
  public var outcome: Outcome
}

extension PluginRuntime {
  /// Takes over what a process that is gone had begun: responses whose handlers did not come to an
  /// end, and refused replies that did not reach the host. Drops old records.
  ///
  /// Call it at each launch. What is older than ``RuntimeConfiguration/recoverySeconds``, or was
  /// started twice without an ending, is not run but reported, with its typed text.
  ///
  /// - Returns: The responses in the order in which they had arrived.
  @discardableResult
  public func recover() async throws(RuntimeError) -> [RecoveredResponse] {
    let pending = try await services.access.contained { container throws(ContainerError) in
      try container.recoverable()
    }
    var recovered: [RecoveredResponse] = []
    for pending in pending where pending.delivery.entry == .handle {
      guard !Task.isCancelled else { return recovered }
      let response = Self.response(in: pending.delivery)
      if let outcome = try await outcome(of: pending, response) {
        recovered.append(RecoveredResponse(response: response, outcome: outcome))
      }
    }
    _ = await handOverUndelivered { _ in true }
    await prune()
    return recovered
  }

  /// `nil` where somebody else has brought it to an end meanwhile.
  private func outcome(
    of pending: PendingDelivery, _ response: NotificationResponse?
  ) async throws(RuntimeError) -> Outcome? {
    let delivery = pending.delivery
    guard let response else {
      var outcome = Outcome(.hostFault, action: delivery.action, completion: .dismiss)
      outcome.plugin = delivery.plugin
      outcome.category = delivery.category
      outcome.error = Outcome.Failure(
        message: "the recorded response cannot be read, so it cannot be handled", code: "corrupt")
      return try await abandon(pending) ? outcome : nil
    }
    let plugins = snapshot
    guard case .handler(let handler) = plugins.router.route(response),
      handler.bundle.identifier == delivery.plugin,
      let plugin = plugins.plugins[delivery.plugin],
      let program = plugin.programs[Identifier(handler.file)], !isDisabled(delivery.plugin)
    else {
      let unrouted = unroutedOutcome(
        of: response,
        isDisabled(delivery.plugin) ? Unrouted(.pluginDisabled) : Unrouted(.unknownAction))
      return try await abandon(pending) ? unrouted : nil
    }
    let context = InvocationContext(
      plugin: plugin.bundle, program: program, table: plugin.table, handler: handler,
      response: response, delivery: delivery, limits: limits, services: services,
      meter: meter(seconds: plugin.bundle.invocationSeconds))
    let age = services.now().secondsSince1970 - delivery.recordedAt.secondsSince1970
    guard age <= services.configuration.recoverySeconds else {
      var outcome = context.outcome(.hostFault)
      outcome.error = Outcome.Failure(
        message: "the response is \(Int(age / 3600)) hours old and was not brought to an end, so it"
          + " is not run any more; handle it in the app",
        code: "tooOld")
      return try await abandon(pending) ? outcome : nil
    }
    var shown = response
    shown.userText = handler.scriptText(of: response)
    let invocation = Invocation(
      context, purpose: .recovery(attempt: pending.attempt),
      arguments: [.flat(shown.flatScriptValue)])
    guard var outcome = await invocation.perform() else { return nil }
    if invocation.state.withLock({ $0.isAbandoned }) {
      return try await abandon(pending) ? outcome : nil
    }
    await handOverUndelivered(of: &outcome, context)
    return outcome
  }

  private func abandon(_ pending: PendingDelivery) async throws(RuntimeError) -> Bool {
    try await services.access.contained { container throws(ContainerError) in
      try container.abandon(pending)
    }
  }
}
