import LuaSandbox

/// `log`, `print`, `json` and `device`.
extension HandlerRun {
  func log(
    _ level: Outcome.LogLine.Level, _ arguments: APIArguments
  ) throws(CallFailure) -> HostAnswer {
    let message = arguments.isAbsent(0) ? "nil" : try arguments.rendered(0)
    let fields = try arguments.optionalObject(1) ?? JSONObject()
    state.withLock { $0.log.write(level, message, fields, attempt: attempt) }
    return .values([])
  }

  func print(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let message = arguments.isAbsent(0) ? "" : try arguments.rendered(0)
    state.withLock { $0.log.write(.info, message, JSONObject(), attempt: attempt) }
    return .values([])
  }

  func jsonEncode(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    guard !arguments.isAbsent(0) else {
      throw CallFailure("\(arguments.path): nil has no JSON form; give json.null")
    }
    do {
      return .values([.value(.string(try JSONWriter().text(try arguments.value(0))))])
    } catch let failure as CallFailure {
      throw failure
    } catch {
      throw CallFailure("\(arguments.path): \(error)")
    }
  }

  func jsonDecode(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let text = try arguments.bytes(0)
    let reader = JSONReader(
      maximumDepth: context.limits.responseDepth, maximumBytes: context.limits.memoryBytes,
      subject: "the text")
    do {
      return .values([.value(try reader.read(text))])
    } catch {
      return .values([
        .none, .value(.string(error.description)), .value(.string("json")),
      ])
    }
  }

  func deviceField(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let known: [Identifier] = ["language", "platform"]
    guard case .value(.string(let name))? = arguments.first else { return .values([.none]) }
    switch name {
    case "language": return .values([.value(.string(context.device.language))])
    case "platform": return .values([.value(.string(context.device.platform))])
    default:
      let hint = Identifier(name).hint(among: known)
      throw CallFailure("device.\(name) is not known\(hint) (known: language, platform)")
    }
  }
}
