import Synchronization

/// The functions that the host has registered.
final class HostFunctions: Sendable {
  struct Registration: Sendable {
    let function: HostFunction
    /// How long a call lasts where time is virtual; nobody waits for it.
    let simulatedSeconds: Double?
  }

  private let registrations = Mutex<[Identifier: Registration]>([:])

  func registration(_ name: Identifier) -> Registration? {
    registrations.withLock { $0[name] }
  }

  var names: [Identifier] {
    registrations.withLock { $0.keys.sorted() }
  }

  /// Registers a function; refused where the name is no Lua name, is taken, or makes a table of
  /// another function.
  func register(
    _ name: Identifier, _ registration: Registration
  ) throws(RuntimeError) {
    guard Self.isFunctionName(name) else {
      throw RuntimeError(
        .invalidFunctionName,
        "\"\(name)\" cannot name a host function; write Lua names joined by dots, such as"
          + " \"crm.lookup\"")
    }
    let taken: Identifier? = registrations.withLock { registrations in
      let other = registrations.keys.sorted().first { other in
        other == name || other.isPart(of: name) || name.isPart(of: other)
      }
      if other == nil { registrations[name] = registration }
      return other
    }
    guard let taken else { return }
    throw RuntimeError(
      .functionNameTaken,
      taken == name
        ? "\"\(name)\" is registered already; register each host function once"
        : "\"\(name)\" and \"\(taken)\" cannot both be registered, because one would be a table and"
          + " a function; rename one")
  }

  static func isFunctionName(_ name: Identifier) -> Bool {
    let parts = name.rawValue.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
        return false
      }
      return part.allSatisfy(\.isLuaNameByte)
    }
  }
}

extension Identifier {
  /// Whether the name makes a table of the other: `crm.lookup` is a part of `crm`.
  func isPart(of other: Identifier) -> Bool { hasPrefix(Identifier("\(other).")) }
}

extension UInt8 {
  /// A letter, digit or underscore of ASCII.
  var isLuaNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
