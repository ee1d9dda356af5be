import ActionPlugins

/// Functions that C code calls, which cannot be suspended: comparators of `table.sort` and callbacks
/// of `string.gsub`.
extension ScriptCheck {
  private struct Callback {
    let function: LuaChunk.FunctionID
    /// What it is, as in "a table.sort comparator".
    let role: String
  }

  private static let comparator = "a table.sort comparator"
  private static let replacement = "a string.gsub callback"

  /// Reports calls that wait in a callback, and in the local functions that it calls.
  mutating func checkCallbacks() {
    var waiting: [Callback] = []
    for expression in chunk.expressions {
      guard let (argument, role) = callback(in: expression.kind) else { continue }
      if case .function(let function)? = constant(argument) {
        waiting.append(Callback(function: function, role: role))
      } else {
        checkWait(argument, role)
      }
    }
    guard !waiting.isEmpty else { return }
    let calls = Dictionary(grouping: chunk.expressions.indices.filter(isCall)) {
      chunk.expressions[$0].function
    }
    var seen: Set<LuaChunk.FunctionID> = []
    while let callback = waiting.popLast() {
      guard seen.insert(callback.function).inserted else { continue }
      for id in calls[callback.function] ?? [] {
        guard case .call(let callee, _) = chunk.expressions[id].kind else { continue }
        checkWait(callee, callback.role)
        if case .function(let function)? = constant(callee) {
          waiting.append(Callback(function: function, role: callback.role))
        }
      }
    }
  }

  private func isCall(_ id: LuaChunk.ExpressionID) -> Bool {
    if case .call = chunk.expressions[id].kind { true } else { false }
  }

  /// The argument that is called back, where the expression is a call that takes one.
  private func callback(
    in kind: LuaExpression.Kind
  ) -> (argument: LuaChunk.ExpressionID, role: String)? {
    switch kind {
    case .call(let callee, let arguments):
      guard case .value(let name) = meanings[callee] else { return nil }
      switch Identifier(name) {
      case "table.sort" where arguments.count > 1: return (arguments[1], Self.comparator)
      case "string.gsub" where arguments.count > 2: return (arguments[2], Self.replacement)
      default: return nil
      }
    case .method(_, let name, let arguments):
      guard Identifier(name) == "gsub", arguments.count > 1 else { return nil }
      return (arguments[1], Self.replacement)
    default: return nil
    }
  }

  private mutating func checkWait(_ callee: LuaChunk.ExpressionID, _ role: String) {
    guard case .function(let function, let path, _) = meanings[callee], function.mayWait
    else { return }
    report(
      .waitInCallback, callee,
      "\(path): cannot wait here: \(role) cannot be suspended; call it before or after")
  }
}
