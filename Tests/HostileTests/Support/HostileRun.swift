import Foundation
import Notifications
import Testing

@testable import ActionPlugins

/// Runs scripts of the corpus through a runtime, one after the other, each followed by harmless
/// invocations of its own plugin and of another one.
struct HostileRun {
  /// How much longer than in CI the budgets are.
  static let pace: Double = ProcessInfo.processInfo.environment["PLUGRUN_LONG"] == nil ? 1 : 10
  private static let isTraced = ProcessInfo.processInfo.environment["PLUGRUN_HOSTILE_TRACE"] != nil

  private let host: HostileHost
  private let units: [Unit]
  private let neighbour: HostilePlugin

  private struct Unit {
    let script: HostileScript
    let plugin: HostilePlugin
    /// The other half, to be run as a second invocation.
    var check: HostileScript?
  }

  init(
    _ scripts: [HostileScript], configure: (inout RuntimeConfiguration) -> Void = { _ in }
  ) throws {
    var units: [Unit] = []
    for script in scripts where script.pair?.role != "check" {
      let name = script.name.replacing("/", with: "-") + (script.isTwin ? "-twin" : "")
      let check = script.pair.flatMap { pair in
        scripts.first { $0.pair?.role == "check" && $0.pair?.name == pair.name }
      }
      if let pair = script.pair, check == nil {
        throw HostileScript.Malformed(script.name, "has no other half '\(pair.name)'")
      }
      units.append(
        Unit(
          script: script,
          plugin: HostilePlugin(
            name, attack: script.handler, check: check?.handler,
            seconds: check == nil || script.expected == .timeout
              ? script.seconds(Self.pace) * (check == nil ? 1 : 5) : 10), check: check))
    }
    self.units = units
    let checks = scripts.filter { $0.pair?.role == "check" && !$0.isTwin }
    neighbour = HostilePlugin("neighbour", attack: "return function() end", seconds: 10)
    let others = checks.map { check in
      HostilePlugin(Self.other(check), attack: check.handler, seconds: 10)
    }
    host = try HostileHost(units.map(\.plugin) + [neighbour] + others, configure: configure)
  }

  private static func other(_ check: HostileScript) -> String {
    "other-" + check.name.replacing("/", with: "-")
  }

  /// Runs them all.
  func trials() async -> [HostileTrial] {
    var trials: [HostileTrial] = []
    for unit in units {
      if Self.isTraced { print("hostile: \(unit.plugin.folder)") }
      trials.append(await trial(unit))
      if let check = unit.check { trials += await checks(unit, check) }
    }
    // What a script left behind may also act later.
    for unit in units where unit.check == nil && host.refusal(of: unit.plugin) == nil {
      let place = trials.firstIndex {
        $0.script.name == unit.script.name && $0.script.isTwin == unit.script.isTwin
      }
      guard let place, let outcome = trials[place].outcome, outcome.kind != .completed,
        !outcome.expired
      else { continue }
      let next = await host.handle(unit.plugin, "harmless")
      trials[place].judgeNext(next, of: "its plugin, much later,", keys: ["harmless"])
    }
    return trials
  }

  private func trial(_ unit: Unit) async -> HostileTrial {
    var trial = HostileTrial(unit.script)
    if let refusal = host.refusal(of: unit.plugin) {
      // A bundle that is refused runs nothing: as good as an error.
      if unit.script.expected != .error, !unit.script.accepted.contains(.error) {
        trial.complaints.append("its bundle is refused: \(refusal)")
      }
      return trial
    }
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = await attack(unit)
    let wall = (clock.now - start) / .seconds(1)
    if Self.isTraced { print("hostile: \(unit.plugin.folder) took \(wall) s") }
    trial.judge(
      outcome, wall: wall, seconds: unit.plugin.seconds,
      sent: host.sender.count(unit.plugin.identifier))
    let mine = await host.handle(unit.plugin, "harmless")
    let keys = outcome.kind == .completed || outcome.expired ? nil : [String]()
    trial.judgeNext(mine, of: "its plugin", keys: keys ?? keysSeen(by: mine))
    let other = await host.handle(neighbour, "harmless")
    trial.judgeNext(other, of: "another plugin", keys: keysSeen(by: other))
    return trial
  }

  private func attack(_ unit: Unit) async -> Outcome {
    let task = Task { await host.handle(unit.plugin, "attack") }
    if let delay = unit.script.cancelAfter {
      try? await Task.sleep(for: .milliseconds(delay))
      task.cancel()
    }
    guard unit.script.isQuiet else { return await task.value }
    let (outcome, streams) = await StreamWatch.watching { await task.value }
    return streams.contains("MARKER") ? Self.noisy(outcome) : outcome
  }

  private static func noisy(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    outcome.error = Outcome.Failure(message: "ESCAPE: wrote to the host's stream", code: "error")
    return outcome
  }

  /// The second half, by the same plugin and by another.
  private func checks(_ unit: Unit, _ check: HostileScript) async -> [HostileTrial] {
    var trials: [HostileTrial] = []
    let other = HostilePlugin(Self.other(check), attack: "", seconds: 10)
    for (plugin, action) in [(unit.plugin, "check"), (other, "attack")] {
      var trial = HostileTrial(check)
      let outcome = await host.handle(plugin, action)
      // How long it takes is measured with the scripts that attack.
      trial.judge(
        outcome, wall: 0, seconds: 0, sent: host.sender.count(plugin.identifier))
      trials.append(trial)
    }
    return trials
  }

  /// The keys that a harmless invocation reports; any are right, as long as none is late.
  private func keysSeen(by outcome: Outcome) -> [String] {
    guard case .object(let result)? = outcome.result, case .array(let keys)? = result["keys"] else {
      return []
    }
    return keys.compactMap { key in
      guard case .string(let key) = key, !key.hasPrefix("late") else { return nil }
      return key
    }
  }
}
