import Notifications

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which processes run on this boot of the system.
enum ProcessTable {
  /// This process.
  static let current = ProcessIdentity(
    processID: getpid(), startTime: startTime(of: getpid()) ?? 0, bootID: bootID)

  /// Whether a process still runs.
  @Sendable static func liveness(of process: ProcessIdentity) -> ContainerEnvironment.Liveness {
    guard !bootID.isEmpty, !process.bootID.isEmpty else { return .unknown }
    guard process.bootID.utf8.elementsEqual(bootID.utf8) else {
      // Another process namespace of the same boot counts its processes for itself.
      let isSameBoot = boot(of: process.bootID) == boot(of: bootID)
      return isSameBoot ? .unknown : .gone
    }
    if kill(process.processID, 0) != 0 {
      // EPERM: there is one, of another user; or a sandbox does not say.
      return errno == ESRCH ? .gone : .unknown
    }
    guard process.startTime != 0, let startTime = startTime(of: process.processID) else {
      return .unknown
    }
    return startTime == process.startTime ? .running : .gone
  }

  /// The part before the process namespace.
  private static func boot(of identifier: String) -> Identifier {
    Identifier(String(identifier.prefix { $0 != "/" }))
  }
}
