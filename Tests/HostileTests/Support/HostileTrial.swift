import Foundation
import Notifications

@testable import ActionPlugins

/// What came of one invocation of a script, and everything that is wrong with it.
struct HostileTrial: Sendable {
  let script: HostileScript
  var outcome: Outcome?
  /// Milliseconds from the deadline to the outcome; nil where it was not stopped.
  var overshoot: Double?
  var complaints: [String] = []

  /// How the outcome reads in the words of the headers; nil for what no script may bring about.
  static func ending(_ outcome: Outcome) -> HostileScript.Ending? {
    switch outcome.kind {
    case .completed: .ok
    case .failed: .error
    case .timedOut: .timeout
    case .outOfMemory: .memory
    case .cancelled: .cancelled
    case .conflict: .conflict
    case .authenticationRequired, .unrouted, .hostFault: nil
    }
  }

  init(_ script: HostileScript) {
    self.script = script
  }

  /// Looks at the outcome of the script itself.
  mutating func judge(_ outcome: Outcome, wall: Double, seconds: Double, sent: Int) {
    self.outcome = outcome
    guard let ending = Self.ending(outcome) else {
      complaints.append("ended as \(outcome.kind): \(outcome.error?.message ?? "")")
      return
    }
    if ending != script.expected, !script.accepted.contains(ending) {
      complaints.append(
        "ended as \(ending), expected \(script.expected): \(outcome.error?.message ?? "")")
    }
    if ending == .timeout { overshoot = (wall - seconds) * 1000 }
    // Far above what is promised, because a test machine may be busy: the table has the numbers.
    if wall > seconds + 3 { complaints.append("took \(wall) s of \(seconds) s") }
    judgeTexts(outcome)
    judgeEffects(outcome, sent)
    if outcome.memory.peak > outcome.memory.limit {
      complaints.append("used \(outcome.memory.peak) of \(outcome.memory.limit) bytes")
    }
    do { _ = try JSONWriter().bytes(outcome.json) } catch {
      complaints.append("its outcome has no JSON form: \(error)")
    }
  }

  private mutating func judgeTexts(_ outcome: Outcome) {
    for text in [outcome.error?.message ?? ""] + outcome.log.map(\.message) {
      if text.hasPrefix("ESCAPE:") || text.hasPrefix("BUG:") { complaints.append(text) }
    }
  }

  private mutating func judgeEffects(_ outcome: Outcome, _ sent: Int) {
    if outcome.kind != .completed, !outcome.expired {
      let leaves =
        !outcome.replies.isEmpty || !outcome.notifications.isEmpty
        || outcome.storage != Outcome.StorageReport() || outcome.files != Outcome.FilesReport()
      if leaves { complaints.append("reports effects though it did not complete") }
      if sent > outcome.sentBeforeOutcome.count { complaints.append("sent a reply") }
    }
    let keys = outcome.storage.own.set.map(\.name.rawValue)
    for key in keys where key.hasPrefix("late") { complaints.append("stored \(key)") }
  }

  /// Looks at the invocation that follows.
  mutating func judgeNext(_ next: Outcome, of plugin: String, keys: [String]) {
    guard next.kind == .completed else {
      complaints.append(
        "after it \(plugin) ended as \(next.kind): \(next.error?.message ?? "no error")")
      return
    }
    let expected = HostilePlugin.harmlessResult(keys: keys)
    if next.result != expected {
      let seen = next.result.flatMap { try? JSONWriter().bytes($0) } ?? []
      complaints.append("after it \(plugin) saw \(String(decoding: seen, as: UTF8.self))")
    }
  }
}
