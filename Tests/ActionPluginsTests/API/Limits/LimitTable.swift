import Notifications

@testable import ActionPlugins

/// Every limit, by where it is met.
enum LimitTable {
  static let invocation: [LimitCase] = [
    LimitCase(
      "invocationSeconds", "a handler that does not end", at: "",
      past: "while true do end",
      says: "the budget of 0.5 s is used up; do less, or stage replies with reply.send, which are"
        + " delivered later as well", limits: limits { $0.invocationSeconds = 0.5 }),
    LimitCase(
      bundle: "invocationSeconds", "what a manifest asks for",
      says:
        "Plugins/app/plugin.json: limits.seconds: 30.5 is above the host's ceiling of 30 seconds;"
        + " ask for 30 or less"
    ) { folder, side in
      try TestApp.write(
        "return function() end", seconds: side == .at ? 30 : 30.5, to: folder)
    },
    LimitCase(
      "memoryBytes", "a handler that keeps too much",
      at: "local kept = string.rep('x', 3000000)",
      past: "local kept = {} while true do kept[#kept + 1] = string.rep('x', 1000) .. #kept end",
      says: "the script needs more than its 8388608 bytes of memory; keep less at once, or raise"
        + " limits.memoryBytes in plugin.json up to the host's ceiling"),
    LimitCase("reruns", "conflicts", says: "conflict after 9 runs") { side in
      let app = try TestApp(
        "return function() host.meet(storage.shared('unread').get('n')) end",
        functions: ["meet"])
      let calls = Recorded<HostFunctionCall>()
      let runtime = app.runtime
      try runtime.register("meet") { call in
        let number = calls.note(call)
        if number <= (side == .at ? 8 : 9) {
          try await runtime.space("unread").set("n", .integer(Int64(number)))
        }
        return nil
      }
      let outcome = await app.handle()
      return outcome.kind == .completed
        ? nil : "\(outcome.kind.rawValue) after \(outcome.attempts) runs"
    },
    LimitCase(
      "authenticationSeconds", "a person who does not answer", says: "authenticationRequired"
    ) { side in
      let never = Latch()
      defer { never.open() }
      let device = TestDevice(isUnlocked: true) {
        if side == .past { await never.wait() }
        return .granted
      }
      let app = try TestApp(
        "return function() auth.require('why') end", device: device,
        limits: side == .at ? .default : limits { $0.authenticationSeconds = 0.05 })
      let outcome = await app.handle()
      return outcome.kind == .completed ? nil : outcome.kind.rawValue
    },
  ]

  static let bundle: [LimitCase] = [
    LimitCase(
      bundle: "manifestBytes", "a manifest",
      says: "Plugins/app/plugin.json: 262145 bytes; a manifest may have at most 262144"
        + " (manifestBytes)"
    ) { folder, side in
      let manifest = Array(PluginsFolder.soundManifest.utf8)
      let size = side == .at ? 262_144 : 262_145
      try folder.write(PluginsFolder.soundScript, to: "app/reply.lua")
      try folder.write(manifest + spaces(size - manifest.count), to: "app/plugin.json")
    },
    LimitCase(
      bundle: "scriptBytes", "one script",
      says: "Plugins/app/main.lua: 65537 bytes; one Lua file may have at most 65536 (scriptBytes):"
        + " split it and use require"
    ) { folder, side in
      let script = Array("return function() end".utf8)
      let size = side == .at ? 65_536 : 65_537
      try folder.write(script + spaces(size - script.count), to: "app/main.lua")
    },
    LimitCase(
      bundle: "bundleScriptBytes", "all scripts",
      says: "Plugins/app: more than 1048576 bytes of Lua files (bundleScriptBytes), counted to"
        + " main.lua; remove or shorten some"
    ) { folder, side in
      for number in 10..<25 { try folder.write(spaces(65_536), to: "app/lib/p\(number).lua") }
      let script = Array("return function() end".utf8)
      try folder.write(script + spaces(65_536 - script.count), to: "app/main.lua")
      if side == .past { try folder.write(spaces(1), to: "app/lib/q.lua") }
    },
    LimitCase(
      bundle: "bundleEntries", "files and folders",
      says:
        "Plugins/app: more than 3 files and folders (bundleEntries); remove what does not belong"
        + " to the bundle", limits: limits { $0.bundleEntries = 3 }
    ) { folder, side in
      try folder.write("", to: "app/README.md")
      if side == .past { try folder.makeFolder("app/empty") }
    },
    LimitCase(
      bundle: "bundleDepth", "folders in folders",
      says: "Plugins/app/a/b/c: more than 2 folders deep (bundleDepth); move it up",
      limits: limits { $0.bundleDepth = 2 }
    ) { folder, side in
      try folder.makeFolder(side == .at ? "app/a/b" : "app/a/b/c")
    },
    LimitCase(
      bundle: "loadSeconds", "a top level that does not end",
      says: "Plugins/app/main.lua:1: the top level did not end within 0.5 s; move the work into the"
        + " handler", limits: limits { $0.loadSeconds = 0.5 }
    ) { folder, side in
      guard side == .past else { return }
      try folder.write("while true do end", to: "app/main.lua")
    },
  ]

  static let response: [LimitCase] = [
    LimitCase(
      "responseBytes", "a response",
      says: "the response has 262145 bytes as JSON, the limit is 262144 bytes; send less in the"
        + " payload"
    ) { side in
      let empty = TestApp.response("reply", text: "").recordedValue
      let size = (side == .at ? 262_144 : 262_145) - (try JSONWriter().bytes(empty).count)
      let app = try TestApp("return function() end")
      return await app.handle("reply", text: String(repeating: "x", count: size)).error?.message
    },
    LimitCase(
      "responseDepth", "a payload in a response",
      says: "the response cannot be recorded: notification.request.content.userInfo.deep"
        + String(repeating: "[0]", count: 59)
        + ": arrays and objects are nested deeper than 64 levels; flatten them"
    ) { side in
      // The response, notification, request, content and userInfo are around it.
      var value = JSONValue.array([])
      for _ in 0..<(side == .at ? 58 : 59) { value = .array([value]) }
      var response = TestApp.response("tap")
      response.notification.request.content.userInfo = ["deep": value]
      return await (try TestApp("return function() end")).runtime.handle(response).error?.message
    },
  ]

  static func limits(_ change: (inout PluginLimits) -> Void) -> PluginLimits {
    var limits = PluginLimits.default
    change(&limits)
    return limits
  }

  private static func spaces(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: " "), count: count)
  }
}
