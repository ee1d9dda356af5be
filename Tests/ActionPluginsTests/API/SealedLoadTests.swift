import LuaSandbox
import Notifications
import Testing

@testable import ActionPlugins

extension APITests {
  @Suite("The top level of a handler file")
  struct SealedLoadTests {
    /// What the runtime says of a bundle whose handler file has this line, followed by a handler.
    private func refusals(
      _ line: String, files: [String: String] = [:], functions: [String] = []
    ) throws -> [String] {
      let folder = try PluginsFolder()
      try TestApp.write(
        "\n\(line)\nreturn function() end\n", files: files, functions: functions, to: folder)
      let runtime = try PluginRuntime(
        bundles: .directory(folder.path), container: .inMemory,
        device: FixedDevice(isUnlocked: true, answer: .granted))
      return runtime.refusals.map { folder.shown($0.description) }
    }

    /// Every call of the API that is not pure, as the table has it; those of spaces in each space.
    static let impure: [String] = APITable(hostFunctions: ["crm.lookup"]).functions.flatMap {
      function -> [String] in
      guard !function.isPure else { return [] }
      switch function.kind {
      case .fields: return ["local x = \(function.path).language"]
      case .space: return function.parameters.isEmpty ? [] : ["\(function.path)('unread')"]
      case .leaf, .update:
        let call = "\(function.path)()"
        guard function.isBound, let last = function.path.split(separator: ".").last else {
          return [call]
        }
        return [call, "storage.protected.\(last)()"]
      }
    }

    @Test("has no call that does something", arguments: impure)
    func isRefused(call: String) throws {
      let name = call.replacing("local x = ", with: "").replacing(
        "storage.protected.", with: "storage."
      )
      .prefix { $0 != "(" }.replacing(".language", with: "")
      #expect(
        try refusals(call, functions: ["crm.lookup"]) == [
          "Plugins/app/main.lua:2: \(name): only inside a handler"
        ])
    }

    @Test(
      "has no time and no chance",
      arguments: [
        "os.time()", "os.date()", "os.clock()", "math.random()", "math.randomseed()",
      ])
    func library(call: String) throws {
      let name = call.prefix { $0 != "(" }
      #expect(
        try refusals(call) == ["Plugins/app/main.lua:2: \(name): only inside a handler"])
    }

    @Test(
      "has what is pure",
      arguments: [
        "assert(json.encode(json.decode('[1]')) == '[1]')", "json.array {}",
        "assert(plugin.identifier == 'com.example.app' and plugin.version == '1.0.0')",
        "string.format('%5.2f', 1) table.sort({ 2, 1 })", "assert(json.null ~= nil)",
        "assert(os.difftime(2, 1) == 1)", "coroutine.wrap(function() end)()",
        "assert(require('lib.pure') == 1)", "assert(not pcall(storage.get, 'k'))",
        "assert(not pcall(print))", "local type = type(storage.protected.get)",
      ])
    func pure(line: String) throws {
      #expect(try refusals(line, files: ["lib/pure.lua": "return 1"]) == [])
    }

    /// A handler file that does not load, and what is said of it.
    struct Refused: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let script: String
      let sentence: String

      init(_ name: String, _ script: String, _ sentence: String) {
        testDescription = name
        self.script = script
        self.sentence = sentence
      }
    }

    static let refused: [Refused] = [
      Refused("an error", "\nerror('no')", "main.lua:2: no"),
      Refused(
        "an error that is no text", "error({})",
        "main.lua:1: the error is a table, not a text; raise one that says what is wrong"),
      Refused(
        "broken syntax", "return function(\nend",
        "main.lua:2: <name> or '...' expected near 'end'"),
      Refused(
        "nothing returned", "local x = 1",
        "main.lua: a handler file returns its handler: a function, or a table with the function"
          + " 'handle'; this one returned nothing"),
      Refused(
        "a number returned", "return 7",
        "main.lua: a handler file returns its handler: a function, or a table with the function"
          + " 'handle'; this one returned a number"),
      Refused(
        "a table without handle", "return {}",
        "main.lua: the table it returns has no function 'handle'"),
      Refused(
        "an unknown entry", "return { handle = print, expired = print }",
        "main.lua: the table it returns may hold the functions handle, expire and undelivered, not"
          + " expired"),
      Refused(
        "an entry that is no function", "return { handle = 1 }",
        "main.lua: 'handle' in the table it returns is a number, not a function"),
      Refused(
        "a misspelt call", "storage.gett('k')",
        "main.lua:1: attempt to call a nil value (field 'gett'); did you mean storage.get?"),
      Refused(
        "an error in a module", "require('lib.raises')", "lib/raises.lua:2: not today"),
      Refused(
        "an impure call in a module", "require('lib.impure')",
        "lib/impure.lua:1: storage.get: only inside a handler"),
      Refused(
        "a missing module", "require('lib.raise')",
        "main.lua:1: require: this bundle has no module 'lib.raise'; the nearest is 'lib.raises'"
          + " (lib/raises.lua)"),
    ]

    @Test("refuses its bundle with the line", arguments: refused)
    func refuses(_ refused: Refused) throws {
      let folder = try PluginsFolder()
      try TestApp.write(
        refused.script,
        files: [
          "lib/raises.lua": "\nerror('not today')", "lib/impure.lua": "storage.get('k')",
        ], to: folder)
      let runtime = try PluginRuntime(
        bundles: .directory(folder.path), container: .inMemory,
        device: FixedDevice(isUnlocked: true, answer: .granted))
      #expect(
        runtime.refusals.map { folder.shown($0.description) } == [
          "Plugins/app/\(refused.sentence)"
        ])
      #expect(runtime.bundles.isEmpty)
    }
  }
}
