import ActionPlugins

/// Calls and their arguments.
extension ScriptCheck {
  mutating func result(
    ofCalling callee: Int, _ arguments: [Int], _ expression: LuaExpression
  ) -> ScriptMeaning {
    switch meanings[callee] {
    case .function(let function, let path, _):
      check(function, path, arguments, expression)
      return function.kind == .space ? sharedSpace(arguments, callee) : .unknown
    case .value(let name) where Identifier(name) == "require":
      noteRequire(arguments)
    case .value(let name) where Identifier(name) == "setmetatable":
      checkMetatable(arguments)
    default: break
    }
    return .unknown
  }

  /// `storage:get("a")` hands over the table as the first argument.
  mutating func checkMethod(_ name: String, of receiver: Int, _ expression: LuaExpression) {
    let path: String
    switch meanings[receiver] {
    case .space(let space) where around.names.bound[Identifier(name)] != nil:
      path = "\(space.path).\(name)"
    case .table(let table):
      path = "\(table).\(name)"
      guard case .function? = around.names.entry(path) else { return }
    default: return
    }
    report(
      .wrongArgument, at: expression.position,
      "\(path): called with a colon; write \(path)(…), with a dot")
  }

  private mutating func check(
    _ function: APIFunction, _ path: String, _ arguments: [Int], _ expression: LuaExpression
  ) {
    let isOpen = arguments.last.map(givesSeveral) ?? false
    let needed = function.parameters.filter { !$0.isOptional }.count
    if arguments.count < needed, !isOpen {
      let parameter = function.parameters[arguments.count]
      report(
        .missingArgument, at: expression.position,
        "\(path): argument \(arguments.count + 1) (\(parameter.name)) is missing; it must be "
          + "\(parameter.type.noun)")
    }
    let isVariadic = function.parameters.last?.type.isRepeated ?? false
    if arguments.count > function.parameters.count, !isVariadic {
      report(
        .extraArgument, arguments[function.parameters.count],
        "\(path) takes \(Quantity.count(function.parameters.count, "argument")); this one is "
          + "ignored")
    }
    for (index, parameter) in function.parameters.enumerated() where index < arguments.count {
      if parameter.type.isRepeated { break }
      check(arguments[index], as: parameter, number: index + 1, path)
    }
    checkMessage(function, path, arguments)
  }

  private func givesSeveral(_ id: Int) -> Bool {
    switch chunk.expressions[id].kind {
    case .call, .method, .dots: true
    default: false
    }
  }

  private mutating func check(
    _ argument: Int, as parameter: APIParameter, number: Int, _ path: String
  ) {
    guard let constant = constant(argument) else { return }
    if case .nil = constant, parameter.isOptional { return }
    guard parameter.type.accepts(constant) else {
      return report(
        .wrongArgument, argument,
        "\(path): argument \(number) (\(parameter.name)) must be \(parameter.type.noun), got "
          + constant.noun)
    }
    if case .string(let bytes) = constant, case .string = parameter.type,
      parameter.name == "key" || parameter.name == "name"
    {
      checkName(bytes, argument, "\(path): \(parameter.name)")
    }
    if case .fields(let fields) = parameter.type, case .table(let members) = constant {
      check(members, against: fields, "\(path): \(parameter.name)")
    }
  }

  private mutating func checkName(_ bytes: [UInt8], _ argument: Int, _ start: String) {
    let limit = PluginLimits.default.keyBytes
    if bytes.isEmpty {
      report(.wrongArgument, argument, "\(start) must not be empty")
    } else if bytes.count > limit {
      report(
        .wrongArgument, argument,
        "\(start) has \(bytes.count) bytes, the limit is \(limit) bytes; shorten it")
    }
  }

  private mutating func check(
    _ members: [LuaExpression.Member], against fields: [APIParameter], _ start: String
  ) {
    for member in members {
      guard case .name(let name, let position) = member.key else { continue }
      guard let field = fields.first(where: { Identifier($0.name) == Identifier(name) }) else {
        report(
          .unknownField, at: position,
          "\(start).\(name) is not a known field"
            + Identifier(name).didYouMean(among: fields.map { Identifier($0.name) })
            + " (known: \(fields.map(\.name).joined(separator: ", ")))")
        continue
      }
      guard let constant = constant(member.value) else { continue }
      if case .nil = constant { continue }
      if !field.type.accepts(constant) {
        report(
          .wrongArgument, member.value,
          "\(start).\(name) must be \(field.type.noun), got \(constant.noun)")
      }
    }
  }

  /// A reply needs a text or `userInfo`, a notification a title or a body.
  private mutating func checkMessage(
    _ function: APIFunction, _ path: String, _ arguments: [Int]
  ) {
    guard let first = arguments.first, case .table(let members)? = constant(first),
      case .fields(let fields)? = function.parameters.first?.type,
      members.allSatisfy({ $0.isNamed(among: fields) })
    else { return }
    switch function.command {
    case .replySend, .replySendNow:
      if isEmpty(members, ["text"]), isEmpty(members, ["userInfo"]) {
        report(
          .emptyMessage, first,
          "\(path): reply.text is empty; give a text, or userInfo for a reply without one")
      }
      if let (value, to) = text("to", of: members),
        !around.permissions.allowsReply(to: Identifier(to), isOwnThread: false)
      {
        report(
          .unpermittedRecipient, value,
          "the manifest permits replies to \(to.quotedForMessage) only where that is the "
            + "notification's own thread; name it under permissions.reply.to in plugin.json")
      }
    case .notificationsPost:
      if isEmpty(members, ["title", "body"]) {
        report(
          .emptyMessage, first, "\(path): a notification needs a title or a body; give one")
      }
      if let (value, category) = text("category", of: members),
        !around.categories.contains(Identifier(category))
      {
        report(
          .unknownCategory, value,
          "no bundle has the category \(category.quotedForMessage), so the notification has no "
            + "actions" + Identifier(category).didYouMean(among: around.categories))
      }
    default: break
    }
  }

  /// Whether none of the fields can hold anything.
  private func isEmpty(_ members: [LuaExpression.Member], _ names: [String]) -> Bool {
    members.allSatisfy { member in
      guard case .name(let name, _) = member.key else { return false }
      guard names.contains(where: { Identifier($0) == Identifier(name) }) else { return true }
      switch constant(member.value) {
      case .nil?: return true
      case .string(let bytes)?: return bytes.isEmpty
      default: return false
      }
    }
  }

  private func text(
    _ name: String, of members: [LuaExpression.Member]
  ) -> (value: Int, text: String)? {
    for member in members {
      guard case .name(let key, _) = member.key, Identifier(key) == Identifier(name),
        let text = constantText(member.value)
      else { continue }
      return (member.value, text)
    }
    return nil
  }

  /// `require "lib.format"` is the file `lib/format.lua`.
  private mutating func noteRequire(_ arguments: [Int]) {
    guard let first = arguments.first, let module = constantText(first) else {
      facts.requiresComputedNames = true
      return
    }
    let parts = module.split(separator: ".", omittingEmptySubsequences: false)
    let file = Identifier(parts.joined(separator: "/") + ".lua")
    guard !around.files.contains(file) else {
      facts.required.insert(file)
      return
    }
    let near = NearestName.nearest(to: file, among: around.files)
    let cure =
      near.map { "; did you mean \($0.rawValue.moduleName.quotedForMessage)?" }
      ?? "; require finds the bundle's own files and nothing else"
    report(
      .unknownModule, first, "the bundle has no file \(file.rawValue.quotedForMessage)" + cure)
  }
}

extension String {
  /// `lib/format.lua` as `require` names it.
  fileprivate var moduleName: String {
    let bytes = utf8.dropLast(4).map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension LuaExpression.Member {
  /// Whether it is one of the fields; what is misspelt may be anything.
  fileprivate func isNamed(among fields: [APIParameter]) -> Bool {
    guard case .name(let name, _) = key else { return false }
    return fields.contains { Identifier($0.name) == Identifier(name) }
  }
}

extension APIType {
  /// Whether any number of arguments may follow.
  var isRepeated: Bool {
    switch self {
    case .values, .renderedValues: true
    default: false
    }
  }

  /// Whether a constant of the script may be one; of tables only the kind is looked at.
  func accepts(_ constant: LuaExpression.Kind) -> Bool {
    switch (self, constant) {
    case (.any, _), (.rendered, _), (.values, _), (.renderedValues, _): true
    case (.function, .function): true
    case (.string, .string), (.bytes, .string), (.bytes, .integer), (.bytes, .number): true
    case (.integer, .integer), (.number, .integer), (.number, .number): true
    case (.integer, .number(let value)): Int64(exactly: value) != nil
    case (.value, .nil), (.value, .function): false
    case (.value, .number(let value)): value.isFinite
    case (.value, _): true
    case (.fields, .table), (.object, .table): true
    default: false
    }
  }
}

extension LuaExpression.Kind {
  /// What a constant is called in messages.
  var noun: String {
    switch self {
    case .nil: "nil"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .number: "a float"
    case .string: "a string"
    case .function: "a function"
    default: "a table"
    }
  }
}
