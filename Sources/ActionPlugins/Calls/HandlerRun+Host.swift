import ContainerStore
import LuaSandbox

/// `auth` and `host`: calls that the host answers in its own time.
extension HandlerRun {
  func authRequire(_ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    let reason = try arguments.string(0)
    try check(text: reason, "reason", limit: context.limits.textBytes, arguments)
    guard !reason.isEmpty else {
      throw CallFailure("\(arguments.path): the reason is empty; say what the person unlocks")
    }
    return try step("auth.require", arguments: .array([])) { _ throws(CallFailure) in
      let seconds = self.context.limits.authenticationSeconds
      let lease = self.context.services.lease(
        seconds: seconds + self.context.meter.remainingSeconds)
      guard
        try self.contained({ () throws(ContainerError) in
          try self.context.container.extend(self.claim, lease: lease)
        })
      else { throw .end(.leaseLost) }
      let device = self.context.device
      return .wait(stopsClock: true) { [self] in
        let answer = await Deadline.race(seconds: seconds, otherwise: Authentication.refused) {
          await device.authenticate(reason: reason)
        }
        return answer == .granted ? .values([]) : end(.authenticationRequired)
      }
    }
  }

  func host(_ name: Identifier, _ arguments: APIArguments) throws(CallFailure) -> HostAnswer {
    guard context.permissions.functions.contains(name) else {
      throw CallFailure(
        "\(arguments.path): the manifest does not permit it; add \"\(name)\" to"
          + " permissions.functions in plugin.json")
    }
    let values = try arguments.rest(from: 0)
    guard let registration = context.services.hostFunction(name) else {
      return .values([
        .none, .value(.string("no host function is registered as \(name)")),
        .value(.string("unavailable")),
      ])
    }
    let call = HostFunctionCall(
      name: name.rawValue, arguments: values, plugin: context.plugin.identifier,
      invocation: claim.invocationID.rawValue, ordinal: 0)
    return try step(
      Identifier(arguments.path), arguments: .array(values)
    ) { ordinal throws(CallFailure) in
      var call = call
      call.ordinal = ordinal + 1
      let numbered = call
      return .wait(simulatedSeconds: registration.simulatedSeconds) {
        do {
          let value = try await registration.function(numbered)
          _ = try JSONWriter(maximumDepth: self.context.limits.responseDepth).bytes(value)
          return .values([.value(value)])
        } catch {
          return .values([
            .none, .value(.string("\(error)")), .value(.string("hostFunction")),
          ])
        }
      }
    }
  }
}
