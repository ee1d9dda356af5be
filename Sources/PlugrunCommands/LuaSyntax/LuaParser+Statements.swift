extension LuaParser {
  private typealias ExpressionID = LuaChunk.ExpressionID

  /// Whether the token ends a block; `until` does only where `repeat` began it.
  private func endsBlock(withUntil: Bool = true) -> Bool {
    switch token.kind {
    case .end, .terminal(.else), .terminal(.elseif), .terminal(.end): true
    case .terminal(.until): withUntil
    default: false
    }
  }

  mutating func statements() throws(LuaSyntaxError) {
    while !endsBlock() {
      let isReturn = at(.return)
      try statement()
      if isReturn { return }
    }
  }

  private mutating func block(isLoop: Bool = false) throws(LuaSyntaxError) {
    openBlock(isLoop: isLoop)
    try statements()
    try closeBlock()
  }

  private mutating func statement() throws(LuaSyntaxError) {
    try deeper { parser throws(LuaSyntaxError) in
      let start = parser.token.position
      guard case .terminal(let terminal) = parser.token.kind else {
        return try parser.expressionStatement()
      }
      switch terminal {
      case .semicolon: try parser.advance()
      case .if: try parser.ifStatement(start)
      case .while: try parser.whileStatement(start)
      case .do:
        try parser.advance()
        try parser.block()
        try parser.expect(.end, closing: .do, at: start)
      case .for: try parser.forStatement(start)
      case .repeat: try parser.repeatStatement(start)
      case .function: try parser.functionStatement(start)
      case .local:
        try parser.advance()
        if try parser.take(.function) {
          try parser.localFunction(start)
        } else {
          try parser.localStatement()
        }
      case .doubleColon: try parser.label()
      case .return: try parser.returnStatement(start)
      case .break:
        try parser.advance()
        parser.addJump(to: nil, at: start)
      case .goto:
        try parser.advance()
        parser.addJump(to: try parser.expectName().name, at: start)
      default: try parser.expressionStatement()
      }
    }
  }

  // MARK: Control

  private mutating func ifStatement(_ start: LuaPosition) throws(LuaSyntaxError) {
    repeat {
      try advance()
      _ = try expression()
      try expect(.then)
      try block()
    } while at(.elseif)
    if try take(.else) { try block() }
    try expect(.end, closing: .if, at: start)
  }

  private mutating func whileStatement(_ start: LuaPosition) throws(LuaSyntaxError) {
    try advance()
    _ = try expression()
    openBlock(isLoop: true)
    try expect(.do)
    try block()
    try expect(.end, closing: .while, at: start)
    try closeBlock()
  }

  private mutating func repeatStatement(_ start: LuaPosition) throws(LuaSyntaxError) {
    openBlock(isLoop: true)
    openBlock(isLoop: false)
    try advance()
    try statements()
    try expect(.until, closing: .repeat, at: start)
    _ = try expression()
    try closeBlock()
    try closeBlock()
  }

  private mutating func forStatement(_ start: LuaPosition) throws(LuaSyntaxError) {
    openBlock(isLoop: true)
    try advance()
    var names = [try expectName()]
    // The loop keeps some values of its own, which count as locals.
    let hidden = at(.assign) ? 3 : 4
    if try take(.assign) {
      _ = try expression()
      try expect(.comma)
      _ = try expression()
      if try take(.comma) { _ = try expression() }
    } else if at(.comma) || at(.in) {
      while try take(.comma) { names.append(try expectName()) }
      try expect(.in)
      _ = try expressionList()
    } else {
      throw failure("'=' or 'in' expected")
    }
    try activate((0..<hidden).map { _ in declare("(for state)", at: start) })
    try expect(.do)
    openBlock(isLoop: false)
    try activate(names.map { declare($0.name, at: $0.position) })
    try block()
    try closeBlock()
    try expect(.end, closing: .for, at: start)
    try closeBlock()
  }

  private mutating func label() throws(LuaSyntaxError) {
    try advance()
    let (name, position) = try expectName()
    try checkRepeated(name)
    try expect(.doubleColon)
    while at(.semicolon) || at(.doubleColon) { try statement() }
    try checkRepeated(name)
    try addLabel(name, line: position.line, isLast: endsBlock(withUntil: false))
  }

  private mutating func returnStatement(_ start: LuaPosition) throws(LuaSyntaxError) {
    try advance()
    var values: [ExpressionID] = []
    if !endsBlock(), !at(.semicolon) { values = try expressionList() }
    _ = try take(.semicolon)
    chunk.returns.append(
      LuaChunk.Return(function: scope.function, values: values, position: start))
    // Lua reads no further in this block, and so tells what comes next by what it lacks.
  }

  // MARK: Functions and locals

  private mutating func functionStatement(_ start: LuaPosition) throws(LuaSyntaxError) {
    try advance()
    let (name, position) = try expectName()
    var target = add(try resolve(name), at: position)
    var isMethod = false
    while at(.dot) || at(.colon) {
      isMethod = at(.colon)
      try advance()
      let (field, place) = try expectName()
      target = add(.field(target, field), at: place)
      if isMethod { break }
    }
    let value = try functionBody(at: start, isMethod: isMethod)
    try checkAssignable(target)
    noteAssignment(of: value, to: target)
  }

  private mutating func localFunction(_ start: LuaPosition) throws(LuaSyntaxError) {
    let (name, position) = try expectName()
    let local = declare(name, at: position)
    try activate([local])
    chunk.locals[local].value = try functionBody(at: start, isMethod: false)
  }

  private mutating func localStatement() throws(LuaSyntaxError) {
    var locals: [LuaChunk.LocalID] = []
    var hasClose = false
    repeat {
      let (name, position) = try expectName()
      let local = declare(name, at: position)
      chunk.locals[local].attribute = try attribute()
      if chunk.locals[local].attribute == .close {
        guard !hasClose else {
          throw LuaSyntaxError(
            message: "multiple to-be-closed variables in local list", position: position)
        }
        hasClose = true
      }
      locals.append(local)
      guard scope.active.count + locals.count <= Self.maximumLocals else {
        throw tooMany("local variables", limit: Self.maximumLocals)
      }
    } while try take(.comma)
    if try take(.assign) {
      let values = try expressionList()
      for (local, value) in zip(locals, values) { chunk.locals[local].value = value }
    }
    try activate(locals)
  }

  private mutating func attribute() throws(LuaSyntaxError) -> LuaLocal.Attribute {
    guard try take(.less) else { return .none }
    let (name, position) = try expectName()
    try expect(.greater)
    if name.utf8.elementsEqual("const".utf8) { return .const }
    if name.utf8.elementsEqual("close".utf8) { return .close }
    throw LuaSyntaxError(message: "unknown attribute '\(name)'", position: position)
  }

  // MARK: Assignments and calls

  private mutating func expressionStatement() throws(LuaSyntaxError) {
    let first = try suffixedExpression()
    guard at(.assign) || at(.comma) else {
      switch chunk.expressions[first].kind {
      case .call, .method: chunk.expressions[first].isStatement = true
      default: throw failure("syntax error")
      }
      return
    }
    var targets = [first]
    try assignment(&targets)
  }

  private mutating func assignment(_ targets: inout [ExpressionID]) throws(LuaSyntaxError) {
    var extra = 0
    while true {
      try checkTarget(targets[targets.count - 1])
      guard try take(.comma) else { break }
      targets.append(try suffixedExpression())
      extra += 1
      guard extra < Self.maximumLevels else {
        throw LuaSyntaxError(
          message: "C stack overflow (more than \(Self.maximumLevels) targets of one assignment)",
          position: token.position)
      }
    }
    try expect(.assign)
    let values = try expressionList()
    for (index, target) in targets.enumerated() {
      noteAssignment(of: index < values.count ? values[index] : nil, to: target)
    }
  }

  private mutating func checkTarget(_ target: ExpressionID) throws(LuaSyntaxError) {
    switch chunk.expressions[target].kind {
    case .local, .global, .field, .index: try checkAssignable(target)
    default: throw failure("syntax error")
    }
  }

  private func checkAssignable(_ target: ExpressionID) throws(LuaSyntaxError) {
    guard case .local(let local) = chunk.expressions[target].kind,
      chunk.locals[local].attribute != .none
    else { return }
    throw LuaSyntaxError(
      message: "attempt to assign to const variable '\(chunk.locals[local].name)'",
      position: chunk.expressions[target].position)
  }

  private mutating func noteAssignment(of value: ExpressionID?, to target: ExpressionID) {
    if case .local(let local) = chunk.expressions[target].kind {
      chunk.locals[local].isReassigned = true
    }
    chunk.assignments.append(LuaChunk.Assignment(target: target, value: value))
  }
}
