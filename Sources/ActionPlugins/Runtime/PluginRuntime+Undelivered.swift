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
    let container = services.container
    let listed = await services.executor.perform {
      Result { () throws(ContainerError) in try container.undelivered() }
    }
    guard case .success(let replies) = listed else { return [] }
    var reports: [Outcome.UndeliveredReport] = []
    for refused in replies where isWanted(refused.reply.id.name) {
      guard case .reply(let reply)? = try? OutboxContent(refused.reply) else { continue }
      let reason = refused.reply.reason ?? "refused"
      if let outcome = await runUndelivered(reply, reason: reason, refused.delivery) {
        reports.append(Outcome.UndeliveredReport(reply: reply.id, outcome: outcome.json))
      }
      guard let handOver = services.configuration.undelivered else { continue }
      await handOver(UndeliveredReply(reply: reply, reason: reason))
      let id = refused.reply.id
      _ = await services.executor.perform {
        Result { () throws(ContainerError) in try container.handedOver(id) }
      }
    }
    return reports
  }

  /// Runs a plugin's `undelivered` as an invocation of its own; `nil` where it has none.
  private func runUndelivered(
    _ reply: Reply, reason: String, _ origin: Delivery
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
      context, entry: .undelivered,
      arguments: [shown.scriptValue, reply.scriptValue, .string(reason)]
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
