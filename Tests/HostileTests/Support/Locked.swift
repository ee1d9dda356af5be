import Synchronization

/// A value that tests share between tasks.
final class Locked<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }

  func change(_ body: (inout Value) -> Void) {
    value.withLock { value in body(&value) }
  }

  func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
    value.withLock { body($0) }
  }
}
