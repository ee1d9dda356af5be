/// How a run ended.
package struct RunResult: Sendable {
  package enum Ending: Sendable {
    /// The entry returned these values; ones without a faithful form are
    /// ``HostArgument/invalid(_:)``.
    case returned([HostArgument])
    /// The script raised.
    case raised(ScriptError)
    /// The run was stopped; `at` is where the script stood, nil if it had not started.
    case stopped(StopReason, at: ScriptError?)
    /// The memory cap refused what the script could not do without.
    case outOfMemory(at: ScriptError?)
    /// The run could not take place: no thread, no world. The sentence says why. A host's fault.
    case unavailable(String)
  }

  package var ending: Ending
  /// The cap, in bytes.
  package var memoryLimitBytes: Int
  /// The highest use during the run, in bytes.
  package var memoryPeakBytes: Int

  package init(ending: Ending, memoryLimitBytes: Int, memoryPeakBytes: Int) {
    self.ending = ending
    self.memoryLimitBytes = memoryLimitBytes
    self.memoryPeakBytes = memoryPeakBytes
  }
}
