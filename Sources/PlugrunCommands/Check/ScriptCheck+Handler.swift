import ActionPlugins

/// Handler functions: the response that they get, and what they return.
extension ScriptCheck {
  private static let roles = ["handle", "expire", "undelivered"]

  /// The functions that the file gives the runtime, where the text shows them.
  func handlerFunctions() -> [LuaChunk.FunctionID: String] {
    guard around.uses[Identifier(script.file)] != nil else { return [:] }
    var handlers: [LuaChunk.FunctionID: String] = [:]
    for last in chunk.returns where last.function == 0 {
      guard let value = last.values.first else { continue }
      switch constant(value) {
      case .function(let function)?: handlers[function] = "handle"
      case .table(let members)?:
        for member in members {
          guard case .name(let name, _) = member.key,
            Self.roles.contains(where: { Identifier($0) == Identifier(name) }),
            case .function(let function)? = constant(member.value)
          else { continue }
          handlers[function] = name
        }
      default: break
      }
    }
    return handlers
  }

  private var uses: [HandlerUse] { around.uses[Identifier(script.file)] ?? [] }

  // MARK: The response

  private static let shape: [Identifier: [Identifier]] = [
    "": ["actionIdentifier", "userText", "notification"],
    "notification": ["date", "request"],
    "notification.request": ["identifier", "content", "trigger"],
    "notification.request.content": NotificationContent.names.names,
  ]

  /// A named part of the response.
  mutating func part(_ name: String, of way: [String], _ id: Int) -> ScriptMeaning {
    guard let known = Self.shape[Identifier(way.joined(separator: "."))] else { return .unknown }
    guard known.contains(Identifier(name)) else {
      absentParts.append(AbsentPart(name: name, way: way, known: known, expression: id))
      return .unknown
    }
    if way.isEmpty, Identifier(name) == "userText" {
      facts.textReads.append(chunk.expressions[id].position)
    }
    return .response(way + [name])
  }

  /// A part of the response that it never has.
  struct AbsentPart: Sendable {
    let name: String
    let way: [String]
    /// What is there instead.
    let known: [Identifier]
    let expression: LuaChunk.ExpressionID
  }

  /// Tells of parts that are never there; of which something is asked, that must fail.
  mutating func reportAbsentParts() {
    guard !absentParts.isEmpty else { return }
    let assigned = assignedFields
    let isHandedOn = isResponseHandedOn
    for part in absentParts {
      let near = Identifier(part.name).didYouMean(among: part.known)
      // Another function may have put it there, though hardly under a misspelt name.
      let mayBeSet = assigned.contains(Identifier(part.name)) || isHandedOn && near.utf8.isEmpty
      let mustFail = bases.contains(part.expression) && !mayBeSet
      let place = (["response"] + part.way).joined(separator: ".")
      report(
        mustFail ? .undefinedResponseField : .unknownResponseField, part.expression,
        "\(place) has no \(part.name.quotedForMessage), so it is nil"
          + (mustFail ? " and has no fields" : "") + near)
    }
  }

  private var assignedFields: Set<Identifier> {
    Set(
      chunk.assignments.compactMap { assignment in
        guard case .field(_, let name) = chunk.expressions[assignment.target].kind else {
          return nil
        }
        return Identifier(name)
      })
  }

  /// Whether some function is called with a table of the response.
  private var isResponseHandedOn: Bool {
    chunk.expressions.contains { expression in
      switch expression.kind {
      case .call(_, let arguments), .method(_, _, let arguments):
        arguments.contains { argument in
          guard case .response(let way) = meanings[argument] else { return false }
          return Self.shape[Identifier(way.joined(separator: "."))] != nil
        }
      default: false
      }
    }
  }

  // MARK: What is returned

  private static let words = Outcome.Completion.allCases.map { Identifier($0.rawValue) }
  private static let keys: [Identifier] = ["completion", "open", "result"]

  mutating func checkReturns() {
    for last in chunk.returns {
      guard let role = handlers[last.function], Identifier(role) == "handle",
        let value = last.values.first
      else { continue }
      switch constant(value) {
      case .string?: checkCompletion(value, "what the handler returns")
      case .table(let members)?: checkReturned(members)
      case .bool?, .integer?, .number?, .function?:
        report(
          .unknownReturn, value,
          "a handler returns nothing, one of \(Self.known), or a table with completion, open and "
            + "result")
      default: break
      }
    }
  }

  private mutating func checkReturned(_ members: [LuaExpression.Member]) {
    for member in members {
      guard case .name(let name, let position) = member.key else { continue }
      switch Identifier(name) {
      case "completion": checkCompletion(member.value, "returned.completion")
      case "open":
        if case .nil? = constant(member.value) { continue }
        if !uses.isEmpty, !uses.contains(where: \.mayOpen) {
          report(
            .openNeedsForeground, at: position,
            "returned.open is only for foreground actions and the default action; add "
              + "\"foreground\" to the action's options, or leave it out")
        }
      case "result": break
      default:
        report(
          .unknownReturn, at: position,
          "returned.\(name) is not a known key" + Identifier(name).didYouMean(among: Self.keys)
            + " (known: completion, open, result)")
      }
    }
  }

  private mutating func checkCompletion(_ value: Int, _ place: String) {
    guard let word = constantText(value), !Self.words.contains(Identifier(word)) else { return }
    report(
      .unknownReturn, value,
      "\(place) is no known completion" + Identifier(word).didYouMean(among: Self.words)
        + " (known: \(Self.known))")
  }

  private static let known = words.map { "\"\($0)\"" }.joined(separator: ", ")

  // MARK: Guards

  /// What the manifest would do better, and what it never gives.
  mutating func checkGuards() {
    if !uses.isEmpty, !uses.contains(where: \.takesText) {
      for position in facts.textReads {
        report(
          .noTextInput, at: position,
          "response.userText is always nil here: no action of this file has textInput")
      }
    }
    guard uses.contains(where: \.mayRunLocked) else { return }
    for expression in chunk.expressions where expression.isStatement && expression.blockDepth == 1 {
      guard let role = handlers[expression.function], Identifier(role) == "handle",
        case .call(let callee, _) = expression.kind,
        case .function(let function, _, _) = meanings[callee], function.command == .authRequire
      else { continue }
      report(
        .requireInsteadOfOption, at: expression.position,
        "the handler always asks to authenticate; add \"authenticationRequired\" to the action's "
          + "options, so that the system asks before the script starts")
    }
  }
}
