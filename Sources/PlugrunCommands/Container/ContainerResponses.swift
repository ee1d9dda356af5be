import ActionPlugins

/// `plugrun container pending` and `recover`.
enum ContainerResponses {
  @Sendable static func list(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let container = try call.setUp.container()
    let pending = try await call.asked { () throws(RuntimeError) in try await container.pending() }
    var lines = ReportLines(style: call.console.outputStyle, labelWidth: 0)
    lines.add(
      "",
      rows: pending.map { response in
        [
          .init(response.request.rawValue.visible), .init(response.date.description),
          .init(response.plugin.rawValue.visible), .init(response.action.shortName.visible),
          .init(Quantity.count(response.attempts, "start")),
          .init(response.leaseEnds.map { "runs until \($0)" } ?? "can be recovered"),
        ]
      })
    return call.finish(lines.text, ["pending": .array(pending.map(json))])
  }

  private static func json(_ response: PendingResponse) -> JSONValue {
    [
      "request": .string(response.request.rawValue), "date": .string(response.date.description),
      "plugin": .string(response.plugin.rawValue), "action": .string(response.action.rawValue),
      "attempts": .integer(Int64(response.attempts)),
      "leaseEnds": response.leaseEnds.map { .string($0.description) } ?? .null,
    ]
  }

  @Sendable static func recover(_ call: ContainerCall) async throws(Diagnostic) -> ExitCode {
    let setUp = call.setUp
    // Asked before the bundles: a container that does not exist is told of first.
    _ = try setUp.container()
    let runtime = try setUp.runtime(clock: setUp.clock, createsContainer: false)
    if let ending = setUp.tellBundles(of: runtime) { return ending }
    let recovered = try await call.asked { () throws(RuntimeError) in try await runtime.recover() }
    let codes = recovered.map { ExitCode($0.outcome, expected: nil) }
    let code = codes.max { $0.rawValue < $1.rawValue } ?? .asExpected
    let style = call.console.outputStyle
    let reports = recovered.map { OutcomeText.of($0.outcome, style: style) }
    let summary = Quantity.count(recovered.count, "response") + " recovered\n"
    return call.finish(
      (reports + [summary]).joined(separator: "\n"),
      ["recovered": .array(recovered.map { json($0) })], code)
  }

  private static func json(_ recovered: RecoveredResponse) -> JSONValue {
    let request = recovered.response?.notification.request.identifier.rawValue
    return [
      "request": request.map { .string($0) } ?? .null, "outcome": recovered.outcome.json,
    ]
  }
}
