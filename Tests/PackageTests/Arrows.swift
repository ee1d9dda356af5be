/// Which target may import which: the package's shape, as one table.
///
/// SwiftPM does not hold a target to its declared dependencies (an undeclared sibling imports on a
/// clean build), so `LayeringTests` does.
struct Arrows {
  /// What each target under `Sources` may import of this package's modules.
  let targets: [String: Set<String>]
  /// Modules that are not of this package, with the targets that alone may import them;
  /// `nil` means every target.
  let outside: [String: Set<String>?]
  /// Headers of system libraries, with the targets whose C files alone may include them.
  let headers: [String: Set<String>]

  /// The table of this package.
  static let package = Arrows(
    targets: [
      "CLua": [],
      "CSQLite": [],
      "CSandbox": ["CLua"],
      "Notifications": [],
      "LuaSandbox": ["CSandbox", "Notifications"],
      "ContainerStore": ["CSQLite", "Notifications"],
      "ActionPlugins": ["Notifications", "LuaSandbox", "ContainerStore"],
      "WebhookSender": ["ActionPlugins"],
      "AppleNotifications": ["ActionPlugins"],
      "PlugrunCommands": ["ActionPlugins"],
      "plugrun": ["PlugrunCommands"],
      "plugrun-webhook": ["WebhookSender", "ActionPlugins"],
      // A process that the tests of ContainerStore start and kill.
      "container-driver": ["ContainerStore", "Notifications"],
      "plugbench": [
        "ActionPlugins", "LuaSandbox", "ContainerStore", "Notifications", "CBenchFloor",
      ],
      // The fuzzing program, there on request only.
      "Fuzz": ["ActionPlugins", "LuaSandbox", "CSandbox", "Notifications"],
      // What plugbench measures against, in C.
      "CBenchFloor": ["CLua", "CSQLite"],
    ],
    outside: [
      "Swift": nil, "Synchronization": nil, "Dispatch": nil,
      "Glibc": nil, "Musl": nil, "Darwin": nil, "Android": nil,
      // Its autorelease pools, around a script's thread on Apple platforms.
      "ObjectiveC": ["LuaSandbox"],
      // Foundation doubles the start-up time of a command, and its JSON mixes 1 and 1.0: the rooms
      // that every response passes do without.
      "Foundation": [
        "ActionPlugins", "WebhookSender", "AppleNotifications", "PlugrunCommands", "plugrun",
        "plugrun-webhook", "plugbench",
      ],
      "FoundationEssentials": [
        "ActionPlugins", "WebhookSender", "AppleNotifications", "PlugrunCommands", "plugrun",
        "plugrun-webhook", "plugbench",
      ],
      // Costs another 13 ms at every start and does not link statically.
      "FoundationNetworking": ["WebhookSender"],
      "UserNotifications": ["AppleNotifications"],
      "UIKit": ["AppleNotifications"],
      "LocalAuthentication": ["AppleNotifications"],
      "CoreLocation": ["AppleNotifications"],
    ],
    headers: [
      "<lua.h>": ["CBenchFloor", "CLua", "CSandbox"],
      "<lauxlib.h>": ["CBenchFloor", "CLua", "CSandbox"],
      "<lualib.h>": ["CBenchFloor", "CLua", "CSandbox"],
      "<sqlite3.h>": ["CBenchFloor", "CSQLite"],
    ])

  /// Why `target` may not import `module`, or `nil` where it may.
  func objection(to module: String, in target: String) -> String? {
    if module == target { return nil }
    guard let allowed = targets[target] else {
      return "\(target) is not in the table of targets; add it with what it may import"
    }
    if targets[module] != nil {
      if allowed.contains(module) { return nil }
      let list = allowed.sorted().joined(separator: ", ")
      return "\(target) may not import \(module), only: \(list.isEmpty ? "nothing" : list)"
    }
    guard let importers = outside[module] else {
      return "\(module) is not a module that this package uses; \(target) imports it"
    }
    if let importers, !importers.contains(target) {
      return "only \(importers.sorted().joined(separator: ", ")) may import \(module), "
        + "not \(target)"
    }
    return nil
  }

  /// Why a C file of `target` may not include `header`, or `nil` where it may.
  func objection(toHeader header: String, in target: String) -> String? {
    guard let includers = headers[header], !includers.contains(target) else { return nil }
    return "only \(includers.sorted().joined(separator: ", ")) may include \(header), not \(target)"
  }
}
