import ContainerStore
import LuaSandbox

extension PluginRuntime {
  /// Handles one response: route, gate, script, effects, first delivery. Never throws.
  ///
  /// A response that was handled before gives its first outcome, marked
  /// ``Outcome/redelivered``. Cancelling the task stops the script.
  public func handle(_ response: NotificationResponse) async -> Outcome {
    await pruneNowAndThen()
    switch begin(response) {
    case .over(let outcome): return outcome
    case .ready(let invocation): return await outcome(of: invocation)
    }
  }

  /// What a response leads to before anything waits.
  private indirect enum Beginning {
    case ready(Invocation)
    case over(Outcome)
  }

  private func begin(_ response: NotificationResponse) -> Beginning {
    let plugins = snapshot
    switch plugins.router.route(response) {
    case .unrouted(let unrouted):
      return .over(unroutedOutcome(of: response, unrouted))
    case .handler(let handler):
      let identifier = handler.bundle.identifier
      guard !isDisabled(identifier), let plugin = plugins.plugins[identifier],
        let program = plugin.programs[Identifier(handler.file)]
      else {
        return .over(unroutedOutcome(of: response, Unrouted(.pluginDisabled), handler))
      }
      return begin(response, by: handler, plugin, program)
    }
  }

  private func begin(
    _ response: NotificationResponse, by handler: RoutedHandler, _ plugin: LoadedPlugin,
    _ program: ScriptProgram
  ) -> Beginning {
    let recorded: [UInt8]
    do {
      recorded = try response.recordedBytes(JSONWriter(maximumDepth: limits.responseDepth))
    } catch {
      return .over(refused(response, handler, "the response cannot be recorded: \(error)"))
    }
    guard recorded.count <= limits.responseBytes else {
      return .over(
        refused(
          response, handler,
          "the response has \(recorded.count) bytes as JSON, the limit is \(limits.responseBytes)"
            + " bytes; send less in the payload"))
    }
    let delivery = delivery(of: response, recorded, handler)
    let context = InvocationContext(
      plugin: plugin.bundle, program: program, table: plugin.table, handler: handler,
      response: response, delivery: delivery, limits: limits, services: services,
      meter: meter(seconds: plugin.bundle.invocationSeconds))
    var shown = response
    shown.userText = handler.scriptText(of: response)
    return .ready(Invocation(context, arguments: [.flat(shown.flatScriptValue)]))
  }

  /// Runs a fresh invocation to its end, and holds nothing but the invocation while that waits.
  private func outcome(of invocation: Invocation) async -> Outcome {
    await invocation.run()
    return await conclusion(of: invocation)
  }

  private func conclusion(of invocation: Invocation) async -> Outcome {
    guard var outcome = await invocation.conclusion() else {
      return invocation.hostFault(
        "the response was neither claimed nor run; handle it again", code: "unavailable")
    }
    await handOverUndelivered(of: &outcome, invocation.context)
    return outcome
  }

  func delivery(
    of response: NotificationResponse, _ recorded: [UInt8], _ handler: RoutedHandler
  ) -> Delivery {
    let request = response.notification.request.identifier
    let date = response.notification.date
    return Delivery(
      key: DeliveryKey(
        request: request, date: date, action: response.actionIdentifier,
        userText: response.userText, repetition: services.configuration.repetition),
      plugin: handler.bundle.identifier, category: handler.category.identifier,
      action: response.actionIdentifier, handler: Identifier(handler.file), request: request,
      date: date, response: recorded, recordedAt: services.now())
  }

  func meter(seconds: Double) -> BudgetMeter {
    BudgetMeter(
      limitSeconds: seconds,
      time: services.configuration.isVirtualTime ? .virtual(cpuSeconds: 2) : .real)
  }

  private func refused(
    _ response: NotificationResponse, _ handler: RoutedHandler, _ sentence: String
  ) -> Outcome {
    var outcome = routedOutcome(.failed, of: response, handler)
    if handler.scriptText(of: response) == nil { outcome.completion = .dismiss }
    outcome.error = Outcome.Failure(message: sentence, code: "responseTooLarge")
    return outcome
  }

  private func routedOutcome(
    _ kind: Outcome.Kind, of response: NotificationResponse, _ handler: RoutedHandler
  ) -> Outcome {
    var outcome = Outcome(
      kind, action: response.actionIdentifier, completion: .dismissAndForwardAction)
    outcome.plugin = handler.bundle.identifier
    outcome.version = handler.bundle.version
    outcome.digest = handler.bundle.digest
    outcome.category = handler.category.identifier
    outcome.handler = handler.file
    outcome.userText = response.userText
    return outcome
  }

  func unroutedOutcome(
    of response: NotificationResponse, _ unrouted: Unrouted, _ handler: RoutedHandler? = nil
  ) -> Outcome {
    // Nobody asked to handle a dismissal, so nothing is missing and nothing is forwarded.
    let completion: Outcome.Completion =
      unrouted.reason == .noDismissHandler ? .dismiss : .dismissAndForwardAction
    var outcome: Outcome
    if let handler {
      outcome = routedOutcome(.unrouted, of: response, handler)
    } else {
      outcome = Outcome(
        .unrouted, action: response.actionIdentifier, completion: completion)
      let category = response.notification.request.content.categoryIdentifier
      outcome.category = category.rawValue.isEmpty ? nil : category
    }
    outcome.completion = completion
    outcome.userText = response.userText
    outcome.reason = unrouted.reason
    outcome.nearest = unrouted.nearest
    return outcome
  }
}
