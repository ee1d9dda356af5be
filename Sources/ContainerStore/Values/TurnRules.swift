import Notifications

/// How long turns last, and how those wait who come between.
enum TurnRules {
  /// The longest turn in seconds.
  static let longestSeconds = 0.25

  /// Seconds to sleep before looking again: short and random, so that nobody is last each time.
  static func pause(random: Double) -> Double {
    0.0002 + random * 0.002
  }
}

extension Transaction {
  /// The turns that hold back a commit of these writes.
  var writtenTurnKeys: Set<TurnKey> {
    var keys: Set<TurnKey> = []
    for key in writes.keys {
      keys.insert(.value(key))
      keys.insert(.keys(key.space))
    }
    for file in files.keys {
      keys.insert(.file(file))
      keys.insert(.fileNames(plugin: file.plugin))
    }
    return keys
  }

  var touchesProtected: Bool {
    reads.touchesProtected || writes.keys.contains { $0.space.isProtected }
  }
}

extension ReadSet {
  var touchesProtected: Bool {
    values.keys.contains { $0.space.isProtected }
      || keyQueries.keys.contains { $0.space.isProtected }
  }
}

extension OutboxEntry {
  /// What has become of it, without its content.
  var summary: EntryState { EntryState(id: id, state: state, reason: reason) }
}

extension DeliveryAttempt {
  /// It was sent, whoever did it: no other record changes that.
  var isSent: Bool {
    if case .sent = self { true } else { false }
  }
}

extension ContainerError {
  static let deviceLocked = ContainerError(
    .locked,
    "the protected space cannot be read while the device is locked; try again once it is unlocked")
}
