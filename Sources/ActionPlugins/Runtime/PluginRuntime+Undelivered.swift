import ContainerStore
import LuaSandbox

extension PluginRuntime {
  /// Seconds that `undelivered` may take.
  private static let undeliveredSeconds: Double = 5

  /// Tells the plugin and the host of the replies of an outcome that were finally refused.
  func handOverUndelivered(of outcome: inout Outcome, _ context: InvocationContext) async {
    let refused = Set(
      (outcome.replies + outcome.sentBeforeOutcome)
        .filter { $0.state == .rejected }.map { Identifier($0.id) })
    guard !refused.isEmpty, !outcome.redelivered else { return }
    let reports = await handOverUndelivered { refused.contains($0) }
    outcome.undelivered += reports
  }

  /// Runs `undelivered` for each refused reply that was not handed over yet, then hands it to the
  /// host.
  func handOverUndelivered(
    _ isWanted: @escaping @Sendable (Identifier) -> Bool
  ) async -> [Outcome.UndeliveredReport] {
    var reports: [Outcome.UndeliveredReport] = []
    do {
      let refused = try await services.access.contained { container throws(ContainerError) in
        try container.undelivered().filter { isWanted($0.reply.id.name) }
      }
      for refused in refused {
        let id = refused.reply.id
        guard handingOver.withLock({ $0.insert(id).inserted }) else { continue }
        defer { handingOver.withLock { _ = $0.remove(id) } }
        if let report = try await handOver(refused) { reports.append(report) }
      }
    } catch {
      // The replies stay where they are; recovery hands them over.
      services.configuration.report("refused replies could not be handed over: \(error)")
    }
    return reports
  }

  private func handOver(
    _ refused: ContainerStore.UndeliveredReply
  ) async throws(RuntimeError) -> Outcome.UndeliveredReport? {
    let id = refused.reply.id
    let reply: Reply
    do {
      guard case .reply(let content) = try OutboxContent(refused.reply) else { return nil }
      reply = content
    } catch {
      throw RuntimeError(.container, error.description)
    }
    let reason = refused.reply.reason ?? "refused"
    let outcome: Outcome?
    switch try await standing(ofUndelivered: id) {
    case .elsewhere: return nil
    case .over: outcome = nil
    case .due(let purpose):
      outcome = await runUndelivered(reply, reason: reason, refused.delivery, for: purpose)
    }
    if let handOver = services.configuration.undelivered {
      await handOver(UndeliveredReply(reply: reply, reason: reason))
      try await services.access.contained { container throws(ContainerError) in
        try container.handedOver(id)
      }
    }
    return outcome.map { Outcome.UndeliveredReport(reply: reply.id, outcome: $0.json) }
  }

  private enum UndeliveredStanding {
    /// It has not run, or a process that is gone began it.
    case due(ClaimPurpose)
    /// It has run, or was started too often; it does so once.
    case over
    /// Another process runs it, and hands the reply over.
    case elsewhere
  }

  private func standing(
    ofUndelivered id: EntryID
  ) async throws(RuntimeError) -> UndeliveredStanding {
    try await services.access.contained { container throws(ContainerError) in
      let key = DeliveryKey(undelivered: id)
      switch try container.state(of: key) {
      case nil: return .due(.response)
      case .ended?, .committed?: return .over
      case .running(let seconds)? where seconds > 0: return .elsewhere
      case .running?:
        let pending = try container.recoverable().first { $0.delivery.key == key }
        guard let pending else { return .elsewhere }
        guard pending.starts < 2 else {
          _ = try container.abandon(pending)
          return .over
        }
        return .due(.recovery(attempt: pending.attempt))
      }
    }
  }

  /// Runs a plugin's `undelivered` as an invocation of its own; `nil` where it has none.
  private func runUndelivered(
    _ reply: Reply, reason: String, _ origin: Delivery, for purpose: ClaimPurpose
  ) async -> Outcome? {
    let plugins = snapshot
    guard let plugin = plugins.plugins[origin.plugin], !isDisabled(origin.plugin),
      let program = plugin.programs[origin.handler], program.offers.contains(.undelivered),
      case .handler(let handler) = plugins.router.route(
        category: origin.category, action: origin.action),
      let response = Self.response(in: origin)
    else { return nil }
    let id = EntryID(Identifier(reply.id))
    let delivery = Delivery(
      key: DeliveryKey(undelivered: id), plugin: origin.plugin, category: origin.category,
      action: origin.action, handler: origin.handler, entry: .undelivered(id),
      request: origin.request, date: origin.date, response: origin.response,
      recordedAt: services.now())
    let context = InvocationContext(
      plugin: plugin.bundle, program: program, table: plugin.table, handler: handler,
      response: response, delivery: delivery, limits: limits, services: services,
      meter: meter(
        seconds: min(Self.undeliveredSeconds, plugin.bundle.invocationSeconds)))
    var shown = response
    shown.userText = handler.scriptText(of: response)
    return await Invocation(
      context, purpose: purpose, entry: .undelivered,
      arguments: [
        .flat(shown.flatScriptValue), .value(reply.scriptValue), .value(.string(reason)),
      ]
    ).perform()
  }

  static func response(in delivery: Delivery) -> NotificationResponse? {
    let reader = JSONReader(
      maximumDepth: JSONReader.deepest, maximumBytes: max(1, delivery.response.count))
    guard let value = try? reader.read(delivery.response) else { return nil }
    return try? NotificationResponse(recorded: value)
  }
}

extension Reply {
  /// The reply as `undelivered` sees it.
  fileprivate var scriptValue: JSONValue {
    [
      "id": .string(id), "key": .string(key), "to": .orNull(to), "text": .orNull(text),
      "userInfo": userInfo ?? .null,
    ]
  }
}
