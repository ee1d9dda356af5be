import ActionPlugins
import Foundation
import TemporaryFiles
import Testing

@testable import PlugrunCommands

/// "All" may not drift: every function of the API table is decided, documented and attacked.
@Suite struct APICompletenessTests {
  /// What each function needs; `nil` is a decision as well.
  static let permissions: [String: String?] = [
    "storage.get": nil, "storage.set": nil, "storage.remove": nil, "storage.keys": nil,
    "storage.update": nil, "storage.increment": nil,
    "storage.shared": "permissions.storage.shared",
    "storage.protected": "permissions.storage.protected",
    "files.read": "permissions.files", "files.write": "permissions.files",
    "files.remove": "permissions.files", "files.list": "permissions.files",
    "files.exists": "permissions.files",
    "reply.send": "permissions.reply", "reply.sendNow": "permissions.reply",
    "notifications.post": "permissions.notifications",
    "notifications.remove": "permissions.notifications",
    "notifications.setBadge": "permissions.notifications",
    "auth.isUnlocked": nil, "auth.require": nil, "budget.remaining": nil, "budget.total": nil,
    "log.debug": nil, "log.info": nil, "log.warn": nil, "log.error": nil, "print": nil,
    "json.encode": nil, "json.decode": nil, "device": nil,
    "host.crm.lookup": "permissions.functions",
  ]

  static let table = APITable(hostFunctions: ["crm.lookup"])

  @Test func `every function has a decision on permissions`() {
    let decided = Dictionary(
      uniqueKeysWithValues: Self.table.functions.map { ($0.path, $0.permission?.key) })
    #expect(decided == Self.permissions)
  }

  @Test func `every function has a sentence, and so has every parameter`() {
    for function in Self.table.functions {
      #expect(function.summary.hasSuffix("."), "\(function.path)")
      for parameter in function.parameters {
        #expect(!parameter.summary.isEmpty, "\(function.path) \(parameter.name)")
      }
    }
  }

  @Test func `every function is in the reference and in the definitions for editors`() {
    let reference = APIReference.markdown(of: APITable())
    let definitions = LuaCATS.definitions(of: APITable())
    for function in APITable().functions where function.kind != .fields {
      #expect(reference.contains("\n### \(function.signature)\n"), "\(function.path)")
      #expect(
        definitions.contains("\nfunction \(function.path)(")
          || definitions.contains("\n\(function.path) = nil"), "\(function.path)")
    }
  }

  @Test func `the definitions are Lua`() {
    let definitions = LuaCATS.definitions(of: APITable())
    #expect(throws: Never.self) { try LuaParser.parse(Array(definitions.utf8)).get() }
  }

  @Test func `the page of the reference is what plugrun api prints`() async throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/ActionPlugins/ActionPlugins.docc/APIReference.md")
    let result = await plugrun(["api", "--format", "markdown"])
    #expect(result.code == .asExpected)
    let isSame = try String(contentsOf: page, encoding: .utf8) == result.output
    #expect(isSame, "print it again: plugrun api --format markdown")
  }

  // MARK: Hostile input

  /// One call with something wrong, and the name that the error must have.
  struct Attack {
    let call: String
    let function: String
    let argument: String
  }

  static let attacks: [Attack] = table.functions.flatMap { function -> [Attack] in
    guard function.kind != .fields else { return [] }
    return function.parameters.indices.flatMap { index -> [Attack] in
      let before = function.parameters[..<index].map { right(for: $0.type) }
      let parameter = function.parameters[index]
      return wrong(for: parameter).map { value, argument in
        Attack(
          call: "\(function.path)(\((before + [value]).joined(separator: ", ")))",
          function: function.path, argument: argument)
      }
    }
  }

  private static func right(for type: APIType) -> String {
    switch type {
    case .string, .bytes, .rendered: "\"a\""
    case .integer, .number, .value, .any, .values, .renderedValues: "1"
    case .function: "function() return 1 end"
    case .fields, .object: "{}"
    }
  }

  private static func wrong(for parameter: APIParameter) -> [(value: String, argument: String)] {
    let values: [String] =
      switch parameter.type {
      case .string: ["{}", "1", "true", "print"]
      case .integer: ["\"a\"", "1.5", "{}", "2^70"]
      case .number: ["\"a\"", "{}", "true"]
      case .value: ["print", "0/0", "{ [print] = 1 }", "nil"]
      case .bytes: ["{}", "true", "print"]
      case .function: ["1", "\"a\"", "{}"]
      case .fields: ["\"a\"", "1", "print", "{ nope = 1 }"]
      case .object: ["\"a\"", "1", "{ 1, 2 }"]
      case .values: ["print"]
      case .any, .rendered, .renderedValues: []
      }
    let missing = parameter.isOptional || values.isEmpty ? [] : ["nil"]
    // Arguments without names of their own are counted.
    let name = if case .values = parameter.type { "argument 1" } else { parameter.name }
    var all = (values + missing).map { (value: $0, argument: name) }
    if case .fields(let fields) = parameter.type {
      for field in fields {
        all += wrong(for: field).filter { !$0.value.utf8.elementsEqual("nil".utf8) }
          .map {
            ("{ \(title(beside: field, of: parameter))\(field.name) = \($0.value) }", field.name)
          }
      }
    }
    return all
  }

  /// What a notification must have, so that the attack is all that is wrong with it.
  private static func title(beside field: APIParameter, of table: APIParameter) -> String {
    table.name == "notification" && field.name != "title" ? "title = \"a\", " : ""
  }

  @Test func `every function raises a sentence that names it and the argument`() async throws {
    let attacks = Self.attacks
    let attacked = Set(attacks.map(\.function))
    for function in Self.table.functions
    where function.parameters.contains(where: { !Self.wrong(for: $0).isEmpty })
      && function.kind != .fields
    { #expect(attacked.contains(function.path)) }
    let calls = attacks.map { attack in
      "told[#told + 1] = tostring(select(2, pcall(function() \(attack.call) end)))"
    }
    let script = """
      return function(response)
        local told = {}
        \(calls.joined(separator: "\n  "))
        return { result = told }
      end
      """
    let folder = try TemporaryFolder()
    _ = try folder.file("Plugins/a/plugin.json", CheckedBundle.manifest)
    _ = try folder.file("Plugins/a/reply.lua", script)
    _ = try folder.file("Plugins/a/dismissed.lua", "return function() end")
    let response = try folder.file(
      "response.json",
      """
      {"actionIdentifier": "reply", "userText": "a", "notification": {"request": {
       "identifier": "1", "content": {"categoryIdentifier": "message"}}}}
      """)
    let result = await plugrun(
      ["run", response, "--plugins", "\(folder.path)/Plugins", "--format", "json"])
    let outcome = try JSONReader().read(Array(result.output.utf8))
    guard case .object(let object) = outcome, case .array(let told)? = object["result"] else {
      Issue.record("\(result.output.prefix(2000))\n\(result.errors)")
      return
    }
    #expect(told.count == attacks.count)
    for (attack, sentence) in zip(attacks, told) {
      guard case .string(let text) = sentence else {
        Issue.record("\(attack.call) raised no text")
        continue
      }
      #expect(
        text.contains(attack.function)
          && (text.contains(attack.argument) || text.contains("nil has no JSON form")),
        "\(attack.call) raised: \(text)")
    }
  }
}
