import Foundation
import Notifications

/// A bundle around a script: the action `attack` runs it, `check` its other half, and `harmless` a
/// handler that notices when anything of the world, of the memory or of the effects is not as new.
struct HostilePlugin: Sendable {
  let folder: String
  let attack: String
  var check: String?
  var seconds: Double
  var memoryBytes: Int?

  init(
    _ folder: String, attack: String, check: String? = nil, seconds: Double,
    memoryBytes: Int? = nil
  ) {
    self.folder = folder
    self.attack = attack
    self.check = check
    self.seconds = seconds
    self.memoryBytes = memoryBytes
  }

  var category: String { "category.\(folder)" }
  var identifier: Identifier { Identifier("com.example.\(folder)") }

  func write(to plugins: URL) throws {
    let url = plugins.appendingPathComponent(folder, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    var scripts = ["attack": attack, "harmless": Self.harmless]
    scripts["check"] = check
    let actions = scripts.keys.sorted().map { name in
      "{\"identifier\": \"\(name)\", \"title\": \"T\", \"textInput\": {}}"
    }
    let names = HostileHost.functions.map { "\"\($0)\"" }.joined(separator: ", ")
    let memory = memoryBytes.map { ", \"memoryBytes\": \($0)" } ?? ""
    let manifest = """
      {"api": 1, "identifier": "\(identifier)", "version": "1.0.0",
       "categories": [{"identifier": "\(category)", "actions": [\(actions.joined(separator: ", "))]}],
       "permissions": {
         "storage": {"shared": {"common": "readWrite"}, "protected": true}, "files": true,
         "reply": {"to": ["*"]}, "notifications": true, "functions": [\(names)]},
       "limits": {"seconds": \(seconds)\(memory)}}
      """
    try Data(manifest.utf8).write(to: url.appendingPathComponent("plugin.json"))
    for (name, text) in scripts {
      try Data(text.utf8).write(to: url.appendingPathComponent("\(name).lua"))
    }
  }

  /// What `harmless` returns in a world as new, with the keys that are stored before it.
  static func harmlessResult(keys: [String]) -> JSONValue {
    [
      "keys": .array(keys.map { .string($0) }), "sum": 1275, "globals": 0, "text": "typed",
      "sorted": [1, 2, 3],
    ]
  }

  /// Uses strings, patterns, sorting, coroutines, metatables and the API, and tells what it saw.
  private static let harmless = """
    return function(response)
      local keys = json.array(storage.keys())
      local words = {}
      for i = 1, 50 do words[i] = ("%d"):format(i) .. (" "):rep(i % 3 + 1) end
      local sum = 0
      for word in table.concat(words):gmatch("%d+") do sum = sum + math.tointeger(word) end
      local sorted = json.array {3, 1, 2}
      table.sort(sorted, function(a, b) return a < b end)
      local globals = 0
      local known = {_G = 1, _VERSION = 1}
      for name, value in next, _G do
        if type(value) ~= "function" and type(value) ~= "table" and not known[name] then
          globals = globals + 1
        end
      end
      local generator = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
      assert(generator() == 1 and generator() == 2)
      local proxy = setmetatable({}, {__index = function(_, key) return key end})
      assert(proxy.name == "name" and not getmetatable(_G))
      storage.set("harmless", sum)
      assert(storage.get("harmless") == 1275)
      return { result = {
        keys = keys, sum = sum, globals = globals, text = response.userText, sorted = sorted } }
    end
    """
}
