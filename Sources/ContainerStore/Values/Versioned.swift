/// When a value was written, as a number that never repeats within a container.
///
/// Set, remove, set therefore gives two different versions even where the value is the same.
package struct Version: Hashable, Sendable {
  package var number: Int64

  package init(_ number: Int64) {
    self.number = number
  }
}

/// A stored value and the version that was read.
package struct Versioned<Value: Sendable>: Sendable {
  package var value: Value
  package var version: Version

  package init(_ value: Value, _ version: Version) {
    self.value = value
    self.version = version
  }
}

extension Versioned: Equatable where Value: Equatable {}
