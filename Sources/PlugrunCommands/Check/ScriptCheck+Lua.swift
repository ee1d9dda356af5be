import ActionPlugins

/// What is wrong by the rules of the language as it is here.
extension ScriptCheck {
  private static let dead: [Identifier: String] = [
    "__gc": "there are no finalizers", "__mode": "there are no weak tables",
    "__close": "there are no to-be-closed values",
    "__concat": "`..` joins strings and numbers only",
  ]

  /// `setmetatable(t, { __gc = ... })` raises.
  mutating func checkMetatable(_ arguments: [Int]) {
    guard arguments.count > 1, case .table(let members)? = constant(arguments[1]) else { return }
    for member in members {
      guard case .name(let name, let position) = member.key,
        let reason = Self.dead[Identifier(name)]
      else { continue }
      if case .nil? = constant(member.value) { continue }
      report(.deadMetamethod, at: position, "\(name) does not exist here: \(reason)")
    }
  }

  mutating func checkAssignments() {
    for local in chunk.locals where local.attribute == .close {
      report(
        .deadMetamethodName, at: local.position,
        "\(local.name) is never closed: __close does not exist here")
    }
    var reported: Set<Identifier> = []
    for assignment in chunk.assignments {
      switch chunk.expressions[assignment.target].kind {
      case .field(_, let name):
        guard let reason = Self.dead[Identifier(name)] else { continue }
        report(
          .deadMetamethodName, assignment.target, "\(name) has no effect here: \(reason)")
      case .global(let name) where reported.insert(Identifier(name)).inserted:
        let isOwn = around.names.entry(name) != nil
        report(
          .globalAssignment, assignment.target,
          isOwn
            ? "\(name) is a name of the world; give the variable another one and write local"
            : "\(name) is a global, which lives no longer than this invocation; write local "
              + "\(name), or keep it with storage")
      default: break
      }
    }
  }

  /// `t[a < b]`, where `t` is a local of an outer function.
  ///
  /// Lua before 5.4.8 loads `t` between the comparison and its jump, so that the key, or `t` itself,
  /// is something else.
  mutating func checkIndex(_ base: Int, _ key: Int, at expression: LuaExpression) {
    guard case .local(let local) = chunk.expressions[base].kind,
      chunk.locals[local].function != expression.function, isComparison(key)
    else { return }
    report(
      .wrongCodeIndex, at: expression.position,
      "Lua before 5.4.8 makes wrong code of a comparison as an index of "
        + "\(chunk.locals[local].name), a local of an outer function; put the comparison into a "
        + "local first")
  }

  private func isComparison(_ id: Int) -> Bool {
    var id = id
    while true {
      switch chunk.expressions[id].kind {
      case .parenthesized(let inner), .unary(.not, let inner): id = inner
      case .binary(let operation, _, _):
        switch operation {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: return true
        default: return false
        }
      default: return false
      }
    }
  }

  /// The constants of a function beyond which an instruction cannot name one. A function's later
  /// constants count as well, so that this errs on the side of a finding.
  private static let reachableConstants = 256

  /// `8 | (a or b)` in a function with very many constants.
  ///
  /// Lua before 5.4.5 puts a constant that no instruction can name into its register only where the
  /// right side has been computed without a jump.
  mutating func checkBitwise(
    _ operation: LuaTerminal, _ left: Int, _ right: Int, _ expression: LuaExpression
  ) {
    switch operation {
    case .ampersand, .bar, .tilde: break
    default: return
    }
    let count = chunk.functions[expression.function].constantCount
    guard count > Self.reachableConstants, isInteger(left), isChoice(right) else { return }
    report(
      .wrongCodeBitwise, at: expression.position,
      "Lua before 5.4.5 may make wrong code of a bitwise operator between a constant and an "
        + "'and' or 'or' in a function with \(count) constants; put the choice into a local first, "
        + "or the data into another file")
  }

  /// Whether Lua knows the value when it compiles the file: a literal, or a `<const>` of one.
  private func isInteger(_ id: Int) -> Bool {
    switch chunk.expressions[id].kind {
    case .integer: true
    case .parenthesized(let inner), .unary(.minus, let inner), .unary(.tilde, let inner):
      isInteger(inner)
    case .local(let local):
      if chunk.locals[local].attribute == .const, let value = chunk.locals[local].value {
        isInteger(value)
      } else {
        false
      }
    default: false
    }
  }

  private func isChoice(_ id: Int) -> Bool {
    switch chunk.expressions[id].kind {
    case .parenthesized(let inner): isChoice(inner)
    case .binary(.and, _, _), .binary(.or, _, _): true
    default: false
    }
  }
}
