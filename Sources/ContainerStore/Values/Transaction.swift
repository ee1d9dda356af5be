package import Notifications

/// Everything an invocation wants to become true at once.
package struct Transaction: Sendable {
  /// The delivery that it ends; `nil` for a write of the host's own.
  package var claim: Claim?
  package var now: Timestamp
  package var reads: ReadSet
  package var writes: [StoredKey: Write]
  package var files: [FileKey: FileWrite]
  /// Staged replies and notifications in the order of the calls.
  package var entries: [StagedEntry]
  /// The turn under which the invocation ran; it ends with the commit.
  package var turn: Turn?

  package init(
    claim: Claim?, now: Timestamp, reads: ReadSet = ReadSet(), writes: [StoredKey: Write] = [:],
    files: [FileKey: FileWrite] = [:], entries: [StagedEntry] = [], turn: Turn? = nil
  ) {
    self.claim = claim
    self.now = now
    self.reads = reads
    self.writes = writes
    self.files = files
    self.entries = entries
    self.turn = turn
  }
}

/// The change of one key.
package enum Write: Sendable {
  case set(JSONValue)
  case remove
  /// Adds to what is there at the commit (0 where the key is absent) without having read it.
  case increment(by: Amount)
}

/// A number to add: an integer or a float, as in Lua.
package enum Amount: Hashable, Sendable {
  case integer(Int64)
  case number(Double)
}

/// The change of one file.
package enum FileWrite: Sendable {
  case write([UInt8])
  case remove
}

/// What became of a transaction. Everything of it is applied, or nothing.
package enum CommitResult: Sendable {
  case committed(CommitReceipt)
  /// Somebody changed what was read.
  case conflict
  /// Another process took the delivery over.
  case leaseLost
  /// It can never be applied as it is.
  case refused(CommitRefusal)
}

/// What a commit found out.
package struct CommitReceipt: Sendable {
  /// The final values of the incremented keys.
  package var increments: [StoredKey: JSONValue]
  /// The delivery has no entry left to deliver: the outcome must hold no personal text.
  package var isSettled: Bool
  /// Entries of the transaction whose key the delivery had used before: its id, and the first.
  package var repeated: [EntryID: EntryState]

  package init(
    increments: [StoredKey: JSONValue] = [:], isSettled: Bool, repeated: [EntryID: EntryState] = [:]
  ) {
    self.increments = increments
    self.isSettled = isSettled
    self.repeated = repeated
  }
}
