package import Notifications

/// What a turn keeps still: commits that write it wait until the turn ends or expires.
package enum TurnKey: Hashable, Sendable {
  /// One key of a space.
  case value(StoredKey)
  /// Every key of a space (the answer of a `keys()` query).
  case keys(Space)
  /// One file.
  case file(FileKey)
  /// Every file of a plugin (the answer of a `list()` query).
  case fileNames(plugin: Identifier)
}

/// A short right to go first, given to an invocation that was beaten several times.
///
/// It ends with the commit that names it, with `end(_:)`, or by itself after its time (at most
/// 250 ms). A commit that comes too late is checked like any other.
package struct Turn: Hashable, Sendable {
  /// Tells this turn from every other one.
  package var token: UInt64

  package init(token: UInt64) {
    self.token = token
  }
}
