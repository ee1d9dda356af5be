import ActionPlugins

/// Looks at one script: one pass over its expressions, parts before the whole.
struct ScriptCheck {
  let script: CheckedScript
  let around: ScriptSurroundings
  private(set) var meanings: [ScriptMeaning] = []
  var facts = ScriptFacts()
  /// The functions that handle responses, by what they are called for.
  private(set) var handlers: [LuaChunk.FunctionID: String] = [:]
  /// The names that are read and that nobody gives a value, by expression.
  var undefined: [LuaChunk.ExpressionID: String] = [:]
  /// Expressions that are assigned to.
  private var targets: Set<LuaChunk.ExpressionID> = []
  /// Expressions that something is asked of: a field, an item, a call.
  private(set) var bases: Set<LuaChunk.ExpressionID> = []
  /// Parts of the response that are asked for and never there.
  var absentParts: [AbsentPart] = []

  var chunk: LuaChunk { script.chunk }

  static func facts(of script: CheckedScript, _ around: ScriptSurroundings) -> ScriptFacts {
    var check = ScriptCheck(script: script, around: around)
    check.run()
    return check.facts
  }

  private init(script: CheckedScript, around: ScriptSurroundings) {
    self.script = script
    self.around = around
  }

  private mutating func run() {
    targets = Set(chunk.assignments.map(\.target))
    handlers = handlerFunctions()
    meanings.reserveCapacity(chunk.expressions.count)
    for (id, expression) in chunk.expressions.enumerated() {
      noteBase(of: expression.kind)
      let meaning = meaning(of: expression, id)
      meanings.append(meaning)
    }
    reportUndefined()
    reportAbsentParts()
    checkAssignments()
    checkReturns()
    checkGuards()
    checkCallbacks()
  }

  // MARK: Meanings

  private mutating func noteBase(of kind: LuaExpression.Kind) {
    switch kind {
    case .field(let base, _), .index(let base, _), .call(let base, _), .method(let base, _, _):
      bases.insert(base)
    default: break
    }
  }

  private mutating func meaning(of expression: LuaExpression, _ id: Int) -> ScriptMeaning {
    switch expression.kind {
    case .global(let name): return meaning(ofGlobal: name, id)
    case .local(let local): return meaning(of: local)
    case .parenthesized(let inner): return meanings[inner]
    case .field(let base, let name): return member(name, of: base, id)
    case .index(let base, let key):
      checkIndex(base, key, at: expression)
      if case .string(let bytes)? = constant(key),
        let name = String(validating: bytes, as: UTF8.self)
      {
        return member(name, of: base, id)
      }
      if case .table = meanings[base] { facts.hasComputedNames = true }
      return .unknown
    case .call(let callee, let arguments):
      return result(ofCalling: callee, arguments, expression)
    case .method(let receiver, let name, _):
      checkMethod(name, of: receiver, expression)
      return .unknown
    case .binary(let operation, let left, let right):
      checkBitwise(operation, left, right, expression)
      return .unknown
    case .string(let bytes):
      if bytes.elementsEqual("locked".utf8) { facts.handlesLocked = true }
      return .unknown
    default: return .unknown
    }
  }

  private mutating func meaning(ofGlobal name: String, _ id: Int) -> ScriptMeaning {
    if targets.contains(id) || around.assignedGlobals.contains(Identifier(name)) { return .unknown }
    switch around.names.entry(name) {
    case .table?: return .table(name)
    case .function(let function)?: return use(function, name, nil, id)
    case .value? where Identifier(name) == "_G" || Identifier(name) == "_ENV":
      facts.hasComputedNames = true
      return .unknown
    case .value?: return .value(name)
    case .space?, nil:
      undefined[id] = name
      return .unknown
    }
  }

  private func meaning(of local: LuaChunk.LocalID) -> ScriptMeaning {
    let variable = chunk.locals[local]
    if let role = handlers[variable.function], Identifier(role) != "",
      chunk.functions[variable.function].parameters.first == local, !variable.isReassigned
    {
      return .response([])
    }
    guard !variable.isReassigned, let value = variable.value, value < meanings.count
    else { return .unknown }
    return meanings[value]
  }

  private mutating func member(_ name: String, of base: Int, _ id: Int) -> ScriptMeaning {
    switch meanings[base] {
    case .table(let table):
      let path = "\(table).\(name)"
      switch around.names.entry(path) {
      case .function(let function)?: return use(function, path, nil, id)
      case .space(let function)?:
        _ = use(function, path, nil, id)
        return .space(.protected)
      case .table?: return .table(path)
      case .value?: return .value(path)
      case nil:
        if !targets.contains(id) { reportUnknown(name, in: table, id) }
        return .unknown
      }
    case .space(let space):
      guard let function = around.names.bound[Identifier(name)] else {
        let near = KnownNames.meant(
          by: Identifier(name), among: Array(around.names.bound.keys))
        report(
          .unknownAPI, id,
          "there is no \(space.path).\(name)"
            + (near.map { "; did you mean \(space.path).\($0)?" } ?? ""))
        return .unknown
      }
      return use(function, "\(space.path).\(name)", space, id)
    case .response(let way): return part(name, of: way, id)
    default: return .unknown
    }
  }

  private mutating func reportUnknown(_ name: String, in table: String, _ id: Int) {
    let path = "\(table).\(name)"
    if let instead = KnownNames.removed[Identifier(path)] {
      return report(.unknownAPI, id, "\(path) does not exist here: \(instead)")
    }
    let near = around.names.nearest(to: name, in: table)
    if table.utf8.starts(with: "host".utf8) {
      return report(
        .missingPermission, id,
        "\(path) is not among the host functions of the manifest"
          + (near.map { "; did you mean \($0)?" }
            ?? "; add its name to permissions.functions in plugin.json"))
    }
    // What is meant is what a permission is there for: it is not called unused as well.
    if let near, case .function(let meant)? = around.names.entry(near),
      let permission = meant.permission
    {
      facts.usedPermissions.insert(permission)
    }
    report(.unknownAPI, id, "there is no \(path)" + (near.map { "; did you mean \($0)?" } ?? ""))
  }

  // MARK: Reports

  mutating func report(_ rule: CheckRule, _ expression: LuaChunk.ExpressionID, _ message: String) {
    report(rule, at: chunk.expressions[expression].position, message)
  }

  mutating func report(_ rule: CheckRule, at position: LuaPosition, _ message: String) {
    facts.findings.append(
      Finding(rule, in: script.path, line: position.line, column: position.column, message))
  }

  /// How many names of a file get a hint; a hostile file could have any number.
  private static let hintedNames = 16

  private mutating func reportUndefined() {
    let names = Set(undefined.values.map { Identifier($0) }).sorted().prefix(Self.hintedNames)
    let known = Array(Set(around.names.globals + chunk.locals.map { Identifier($0.name) }))
    var hints: [Identifier: Identifier] = [:]
    for name in names { hints[name] = NearestName.nearest(to: name, among: known) }
    for (id, name) in undefined.sorted(by: { $0.key < $1.key }) {
      let isNeeded = bases.contains(id)
      var message = "nothing gives the global \(name) a value"
      if let instead = KnownNames.removed[Identifier(name)] {
        message = "\(name) does not exist here: \(instead)"
      } else if let near = hints[Identifier(name)] {
        message += "; did you mean \(near)?"
      }
      report(isNeeded ? .undefinedGlobal : .unsureGlobal, id, message)
    }
  }

  // MARK: Constants

  /// The expression behind parentheses and locals that are never assigned again.
  func followed(_ id: LuaChunk.ExpressionID) -> LuaChunk.ExpressionID {
    var id = id
    while true {
      switch chunk.expressions[id].kind {
      case .parenthesized(let inner): id = inner
      case .local(let local):
        let variable = chunk.locals[local]
        guard !variable.isReassigned, let value = variable.value, value < id else { return id }
        id = value
      default: return id
      }
    }
  }

  /// What an expression always is, where the text tells.
  func constant(_ id: LuaChunk.ExpressionID) -> LuaExpression.Kind? {
    let kind = chunk.expressions[followed(id)].kind
    switch kind {
    case .nil, .bool, .integer, .number, .string, .function, .table: return kind
    default: return nil
    }
  }

  func constantText(_ id: LuaChunk.ExpressionID) -> String? {
    guard case .string(let bytes)? = constant(id) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension Identifier {
  /// "; did you mean …?" with the nearest of the candidates, "" where none is near.
  func didYouMean(among candidates: [Identifier]) -> String {
    NearestName.nearest(to: self, among: candidates).map { "; did you mean \($0)?" } ?? ""
  }
}
