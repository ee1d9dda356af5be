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

  /// An instruction can name so many constants of its function, the first ones.
  private static let reachableConstants = 256

  /// `0xFF00 & (a or b)` behind very many constants.
  ///
  /// Lua before 5.4.5 compiles the right side first. Where the integer on the left is a constant that
  /// the operator's instruction cannot name, it is loaded into a register behind that code, and a
  /// jump out of the `and` or `or` passes the load by: the operator finds what the register held.
  mutating func checkBitwise(
    _ operation: LuaTerminal, _ left: Int, _ right: Int, _ expression: LuaExpression
  ) {
    switch operation {
    case .ampersand, .bar, .tilde: break
    default: return
    }
    guard expression.constantCount > Self.reachableConstants, isChoice(right), isFolded(left)
    else { return }
    // A float is loaded in its turn.
    if case .number = chunk.expressions[followed(left)].kind { return }
    report(
      .wrongCodeBitwise, at: expression.position,
      "Lua before 5.4.5 makes wrong code of a constant before '\(operation.rawValue)' and an 'and' "
        + "or 'or' behind it, where the function has more than \(Self.reachableConstants) constants; "
        + "put the constant on the right")
  }

  /// Whether Lua's compiler computes the number itself.
  private func isFolded(_ id: Int) -> Bool {
    // Without a call of its own for each level: a chain of thousands of sums is legal.
    var waiting = [id]
    while let id = waiting.popLast() {
      switch chunk.expressions[id].kind {
      case .integer, .number: continue
      case .parenthesized(let inner), .unary(.minus, let inner), .unary(.tilde, let inner):
        waiting.append(inner)
      case .binary(let operation, let left, let right) where operation.isFolded:
        waiting += [left, right]
      case .local(let local):
        let variable = chunk.locals[local]
        guard variable.attribute == .const, let value = variable.value, value < id else {
          return false
        }
        waiting.append(value)
      default: return false
      }
    }
    return true
  }

  private func isChoice(_ id: Int) -> Bool {
    var id = id
    while case .parenthesized(let inner) = chunk.expressions[id].kind { id = inner }
    return switch chunk.expressions[id].kind {
    case .binary(.and, _, _), .binary(.or, _, _): true
    default: false
    }
  }
}

extension LuaTerminal {
  /// Whether Lua's compiler computes it between two numbers.
  fileprivate var isFolded: Bool {
    switch self {
    case .plus, .minus, .times, .slash, .floorDivision, .percent, .caret, .ampersand, .bar, .tilde,
      .shiftLeft, .shiftRight:
      true
    default: false
    }
  }
}
