import LuaSandbox

/// `json`: pure functions, answered inside handlers and while a top level runs.
enum JSONCalls {
  static func encode(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    guard !arguments.isAbsent(0) else {
      throw CallFailure("\(arguments.path): nil has no JSON form; give json.null")
    }
    let value = try arguments.value(0)
    do {
      return .values([.value(.string(try JSONWriter().text(value)))])
    } catch {
      throw CallFailure("\(arguments.path): \(error)")
    }
  }

  static func decode(
    _ arguments: APIArguments, _ call: HostCall, limits: PluginLimits
  ) throws(CallFailure) -> HostAnswer {
    let text = try arguments.bytes(0)
    var reader = JSONReader(
      maximumDepth: limits.responseDepth, maximumBytes: limits.memoryBytes, subject: "the text")
    reader.isStopped = { call.isStopped }
    do {
      return .values([.flat(try reader.readFlat(text.span))])
    } catch {
      return .values([.none, .value(.string(error.description)), .value("json")])
    }
  }
}

/// Answers the pure functions while the top level of a handler file runs.
final class LoadHost: ScriptHost {
  private let table: APITable
  private let limits: PluginLimits

  init(_ table: APITable, limits: PluginLimits) {
    self.table = table
    self.limits = limits
  }

  func answer(_ call: HostCall) -> HostAnswer {
    let function = table.functions[call.function]
    let arguments = APIArguments(function, call, limits: limits)
    do {
      switch function.command {
      case .jsonEncode: return try JSONCalls.encode(arguments)
      case .jsonDecode: return try JSONCalls.decode(arguments, call, limits: limits)
      default: return .raise("\(arguments.path): only inside a handler")
      }
    } catch {
      switch error {
      case .raise(let raise): return .raise(raise.sentence)
      case .end: return .end
      }
    }
  }
}
