import Notifications
import Synchronization

@testable import LuaSandbox

/// A host whose answers a test writes as a closure; it remembers the calls by name.
final class ClosureHost: ScriptHost {
  private let calls = Mutex<[String]>([])
  private let names: [String]
  private let respond: @Sendable (String, HostCall) -> HostAnswer

  init(
    _ api: SandboxAPI, _ respond: @escaping @Sendable (String, HostCall) -> HostAnswer
  ) {
    names = api.functions.map(\.path)
    self.respond = respond
  }

  /// The names of the functions called, in order.
  var called: [String] { calls.withLock { $0 } }

  func answer(_ call: HostCall) -> HostAnswer {
    let name = names[call.function]
    calls.withLock { $0.append(name) }
    return respond(name, call)
  }
}

/// Seconds or other small things that a closure of a test writes and the test reads.
final class Box<Value: Sendable>: Sendable {
  private let content: Mutex<Value>
  init(_ value: Value) { content = Mutex(value) }
  var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
  func change(_ body: @Sendable (inout Value) -> Void) { content.withLock { body(&$0) } }
}
