import Foundation
import Notifications
import Testing

@testable import ActionPlugins

extension HostileTests {
  /// What a script can reach is this list and nothing else, whatever Lua the package is built with.
  @Suite("reaches nothing but what is listed")
  struct SurfaceTests {
    /// Walks every table from the globals, the response and a shared space: keys, values and
    /// metatables. A table is listed where it is reached first, by the shortest way.
    static let walk = """
      return function(response)
        local lines, seen = json.array {}, {}
        local queue = {
          {"_G", _G}, {"response", response}, {"shared", storage.shared("common")},
          {"thread", coroutine.running()}, {"text", ""}, {"iterator", ("x"):gmatch("x")},
          {"pairs", (pairs({}))}, {"wrapped", coroutine.wrap(print)} }
        local function note(path, value)
          local kind = math.type(value) or type(value)
          lines[#lines + 1] = path .. " " .. kind
          if kind == "table" or kind == "userdata" or kind == "thread" then
            queue[#queue + 1] = {path, value}
          end
          local meta = getmetatable(value)
          if meta ~= nil and kind ~= "table" then lines[#lines + 1] = path .. "<metatable>" end
        end
        for _, root in ipairs {2, 3, 4, 5, 6, 7, 8} do
          lines[#lines + 1] = queue[root][1] .. " " .. type(queue[root][2])
          if getmetatable(queue[root][2]) ~= nil and type(queue[root][2]) ~= "table" then
            lines[#lines + 1] = queue[root][1] .. "<metatable>"
          end
        end
        local at = 1
        while queue[at] do
          local path, value = queue[at][1], queue[at][2]
          at = at + 1
          if type(value) == "table" and not seen[value] then
            seen[value] = true
            local keys = {}
            for key in next, value do keys[#keys + 1] = key end
            table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
            for _, key in ipairs(keys) do
              local member = rawget(value, key)
              if member ~= _G or path == "_G" then note(path .. "." .. tostring(key), member) end
            end
            local meta = getmetatable(value)
            if meta ~= nil then note(path .. "<metatable>", meta) end
          end
        end
        return { result = { lines = lines } }
      end
      """

    static func listed() throws -> [String] {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Surface.txt")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("in a handler")
    func surface() async throws {
      let plugin = HostilePlugin("surface", attack: Self.walk, seconds: 10)
      let host = try HostileHost([plugin])
      let outcome = await host.handle(plugin, "attack")
      guard case .array(let items)? = outcome.result?["lines"] else {
        Issue.record("\(outcome.kind): \(outcome.error?.message ?? "")")
        return
      }
      let found = items.compactMap { if case .string(let line) = $0 { line } else { nil } }
      let listed = try Self.listed()
      let more = Set(found).subtracting(listed).sorted().joined(separator: "\n")
      let fewer = Set(listed).subtracting(found).sorted().joined(separator: "\n")
      #expect(more == "", "reached, and not in Surface.txt")
      #expect(fewer == "", "in Surface.txt, and not reached")
    }

    static let absent = [
      "io", "package", "debug", "load", "loadfile", "loadstring", "dofile", "collectgarbage",
      "warn",
      "newproxy", "module", "setfenv", "getfenv", "bit32", "os.execute", "os.exit", "os.getenv",
      "os.remove", "os.rename", "os.setlocale", "os.tmpname", "string.dump",
    ]

    @Test("among what other Luas offer", arguments: absent)
    func isAbsent(_ name: String) throws {
      #expect(try !Self.listed().contains { $0.hasPrefix("_G.\(name) ") })
    }
  }
}
