/// One process of one boot of one system.
///
/// A process identifier alone is used again by the system; with the start time it is not.
package struct ProcessIdentity: Hashable, Sendable {
  package var processID: Int32
  /// When the process started, in the system's own unit; 0 where it cannot be read.
  package var startTime: UInt64
  /// The boot (and, on Linux, the process namespace) that the process belongs to.
  package var bootID: String

  package init(processID: Int32, startTime: UInt64, bootID: String) {
    self.processID = processID
    self.startTime = startTime
    self.bootID = bootID
  }

  package static func == (left: ProcessIdentity, right: ProcessIdentity) -> Bool {
    left.processID == right.processID && left.startTime == right.startTime
      && left.bootID.utf8.elementsEqual(right.bootID.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(processID)
    hasher.combine(startTime)
  }
}

/// A right that ends by itself: who has it, and for how long from now.
package struct Lease: Sendable {
  package var owner: ProcessIdentity
  /// Length in seconds on the boot clock, which goes on while the system sleeps.
  package var seconds: Double

  package init(owner: ProcessIdentity, seconds: Double) {
    self.owner = owner
    self.seconds = seconds
  }
}
