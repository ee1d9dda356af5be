extension LuaParser {
  private typealias ExpressionID = LuaChunk.ExpressionID

  mutating func expressionList() throws(LuaSyntaxError) -> [LuaChunk.ExpressionID] {
    var list = [try expression()]
    while try take(.comma) { list.append(try expression()) }
    return list
  }

  mutating func expression() throws(LuaSyntaxError) -> LuaChunk.ExpressionID {
    try operators(above: 0)
  }

  // MARK: Operators

  /// How strongly an operator binds to its left and right; uneven ones are right associative.
  private static func priority(_ operation: LuaTerminal) -> (left: Int, right: Int)? {
    switch operation {
    case .or: (1, 1)
    case .and: (2, 2)
    case .less, .greater, .lessOrEqual, .greaterOrEqual, .notEqual, .equal: (3, 3)
    case .bar: (4, 4)
    case .tilde: (5, 5)
    case .ampersand: (6, 6)
    case .shiftLeft, .shiftRight: (7, 7)
    case .concatenation: (9, 8)
    case .plus, .minus: (10, 10)
    case .times, .slash, .floorDivision, .percent: (11, 11)
    case .caret: (14, 13)
    default: nil
    }
  }

  private static let unaryPriority = 12

  private mutating func operators(above limit: Int) throws(LuaSyntaxError) -> ExpressionID {
    try deeper { parser throws(LuaSyntaxError) in
      var left: ExpressionID
      if case .terminal(let sign) = parser.token.kind,
        sign == .not || sign == .minus || sign == .tilde || sign == .hash
      {
        let position = parser.token.position
        try parser.advance()
        let operand = try parser.operators(above: Self.unaryPriority)
        left = parser.add(.unary(sign, operand), at: position)
      } else {
        left = try parser.simpleExpression()
      }
      while case .terminal(let operation) = parser.token.kind,
        let priority = Self.priority(operation), priority.left > limit
      {
        let position = parser.token.position
        try parser.advance()
        let right = try parser.operators(above: priority.right)
        left = parser.add(.binary(operation, left, right), at: position)
      }
      return left
    }
  }

  private mutating func simpleExpression() throws(LuaSyntaxError) -> ExpressionID {
    let position = token.position
    let kind: LuaExpression.Kind
    switch token.kind {
    case .integer(let value): kind = .integer(value)
    case .number(let value): kind = .number(value)
    case .string(let bytes): kind = .string(bytes)
    case .terminal(.nil): kind = .nil
    case .terminal(.true): kind = .bool(true)
    case .terminal(.false): kind = .bool(false)
    case .terminal(.dots):
      guard chunk.functions[scope.function].isVariadic else {
        throw failure("cannot use '...' outside a vararg function")
      }
      kind = .dots
    case .terminal(.leftBrace): return try table()
    case .terminal(.function):
      try advance()
      return try functionBody(at: position, isMethod: false)
    default: return try suffixedExpression()
    }
    try advance()
    return add(kind, at: position)
  }

  // MARK: Names, fields and calls

  private mutating func primaryExpression() throws(LuaSyntaxError) -> ExpressionID {
    let position = token.position
    switch token.kind {
    case .name(let name):
      try advance()
      return add(try resolve(name), at: position)
    case .terminal(.leftParenthesis):
      try advance()
      let inner = try expression()
      try expect(.rightParenthesis, closing: .leftParenthesis, at: position)
      return add(.parenthesized(inner), at: position)
    default:
      throw failure("unexpected symbol")
    }
  }

  mutating func suffixedExpression() throws(LuaSyntaxError) -> LuaChunk.ExpressionID {
    var expression = try primaryExpression()
    while true {
      let position = token.position
      switch token.kind {
      case .terminal(.dot):
        try advance()
        let (name, place) = try expectName()
        expression = add(.field(expression, name), at: place)
      case .terminal(.leftBracket):
        try advance()
        let key = try self.expression()
        try expect(.rightBracket)
        expression = add(.index(expression, key), at: position)
      case .terminal(.colon):
        try advance()
        let (name, place) = try expectName()
        let arguments = try arguments()
        expression = add(.method(expression, name, arguments), at: place)
      case .terminal(.leftParenthesis), .terminal(.leftBrace), .string:
        let place = chunk.expressions[expression].position
        let arguments = try arguments()
        expression = add(.call(expression, arguments), at: place)
      default:
        return expression
      }
    }
  }

  private mutating func arguments() throws(LuaSyntaxError) -> [ExpressionID] {
    let position = token.position
    switch token.kind {
    case .terminal(.leftParenthesis):
      try advance()
      if try take(.rightParenthesis) { return [] }
      let list = try expressionList()
      try expect(.rightParenthesis, closing: .leftParenthesis, at: position)
      return list
    case .terminal(.leftBrace): return [try table()]
    case .string(let bytes):
      try advance()
      return [add(.string(bytes), at: position)]
    default: throw failure("function arguments expected")
    }
  }

  // MARK: Tables and functions

  private mutating func table() throws(LuaSyntaxError) -> ExpressionID {
    let position = token.position
    try expect(.leftBrace)
    var members: [LuaExpression.Member] = []
    while !at(.rightBrace) {
      members.append(try member())
      let isSeparated = at(.comma) || at(.semicolon)
      guard isSeparated else { break }
      try advance()
    }
    try expect(.rightBrace, closing: .leftBrace, at: position)
    return add(.table(members), at: position)
  }

  private mutating func member() throws(LuaSyntaxError) -> LuaExpression.Member {
    if case .name(let name) = token.kind, try lookAhead() == .terminal(.assign) {
      let position = token.position
      try advance()
      try advance()
      return LuaExpression.Member(key: .name(name, position), value: try expression())
    }
    if try take(.leftBracket) {
      let key = try expression()
      try expect(.rightBracket)
      try expect(.assign)
      return LuaExpression.Member(key: .computed(key), value: try expression())
    }
    return LuaExpression.Member(key: .position, value: try expression())
  }

  /// A function from its parameters on.
  mutating func functionBody(
    at start: LuaPosition, isMethod: Bool
  ) throws(LuaSyntaxError) -> LuaChunk.ExpressionID {
    openFunction(at: start, isVariadic: false)
    try expect(.leftParenthesis)
    var parameters = isMethod ? [declare("self", at: start)] : []
    if !at(.rightParenthesis) {
      repeat {
        if try take(.dots) {
          chunk.functions[scope.function].isVariadic = true
          break
        }
        let (name, position) = try expectParameter()
        parameters.append(declare(name, at: position))
      } while try take(.comma)
    }
    try activate(parameters)
    let function = scope.function
    chunk.functions[function].parameters = parameters
    try expect(.rightParenthesis)
    try statements()
    try expect(.end, closing: .function, at: start)
    try closeFunction()
    return add(.function(function), at: start)
  }

  private mutating func expectParameter() throws(LuaSyntaxError) -> (String, LuaPosition) {
    guard case .name = token.kind else { throw failure("<name> or '...' expected") }
    return try expectName()
  }
}
