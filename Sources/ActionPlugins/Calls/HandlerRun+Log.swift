import LuaSandbox

/// `log`, `print` and `device`.
extension HandlerRun {
  func log(
    _ level: Outcome.LogLine.Level, _ arguments: APIArguments
  ) throws(CallFailure) -> HostAnswer {
    let message =
      arguments.isAbsent(0)
      ? "nil" : try arguments.rendered(0, toBeCutTo: context.limits.logLineBytes)
    let fields = try arguments.optionalObject(1) ?? JSONObject()
    state.withLock { $0.log.write(level, message, fields, attempt: attempt) }
    return .values([])
  }

  func print(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let message =
      arguments.isAbsent(0) ? "" : try arguments.rendered(0, toBeCutTo: context.limits.logLineBytes)
    state.withLock { $0.log.write(.info, message, JSONObject(), attempt: attempt) }
    return .values([])
  }

  func deviceField(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let known: [Identifier] = ["language", "platform"]
    let name = try arguments.string(1)
    switch name {
    case "language": return .values([.value(.string(context.device.language))])
    case "platform": return .values([.value(.string(context.device.platform))])
    default:
      let hint = Identifier(name).hint(among: known)
      throw CallFailure("device.\(name) is not known\(hint) (known: language, platform)")
    }
  }
}
