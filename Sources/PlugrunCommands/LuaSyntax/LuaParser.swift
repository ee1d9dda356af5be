/// Reads Lua 5.4 with the place of every part.
///
/// The parser is our own because Lua's keeps no columns, forgets a text at its first error, and
/// leaves only code in which names, constants and comments are gone. It goes the way of Lua's own
/// compiler, so that it accepts and refuses the same texts in the same words; what only code
/// generation can find (too many registers, for example) is left to the sealed load.
struct LuaParser {
  /// Nested levels that Lua's compiler accepts at most. Its count starts a little higher, with the C
  /// functions under way; what lies between is left to the sealed load as well.
  static let maximumLevels = 200
  static let maximumLocals = 200
  static let maximumUpvalues = 255

  var lexer: LuaLexer
  var token: LuaToken
  private var ahead: LuaToken?
  /// The line on which the token before ended.
  private(set) var lastLine = 1
  private var levels = 0
  var chunk = LuaChunk()
  var scopes: [FunctionScope] = []

  /// The chunk that a text is, or why it is none.
  static func parse(_ bytes: [UInt8]) -> Result<LuaChunk, LuaSyntaxError> {
    do throws(LuaSyntaxError) {
      var parser = try LuaParser(bytes)
      return .success(try parser.text())
    } catch {
      return .failure(error)
    }
  }

  private init(_ bytes: [UInt8]) throws(LuaSyntaxError) {
    lexer = LuaLexer(bytes)
    token = try lexer.next()
  }

  private mutating func text() throws(LuaSyntaxError) -> LuaChunk {
    chunk.start = token.position
    openFunction(at: token.position, isVariadic: true)
    try statements()
    guard case .end = token.kind else { throw expected("<eof>") }
    try closeFunction()
    chunk.comments = lexer.comments
    return chunk
  }

  // MARK: Tokens

  mutating func advance() throws(LuaSyntaxError) {
    lastLine = token.lastLine
    if let next = ahead {
      token = next
      ahead = nil
    } else {
      token = try lexer.next()
    }
  }

  /// The token behind the current one.
  mutating func lookAhead() throws(LuaSyntaxError) -> LuaToken.Kind {
    if let ahead { return ahead.kind }
    let next = try lexer.next()
    ahead = next
    return next.kind
  }

  func at(_ terminal: LuaTerminal) -> Bool {
    token.kind == .terminal(terminal)
  }

  /// Takes the terminal where it is the next token.
  mutating func take(_ terminal: LuaTerminal) throws(LuaSyntaxError) -> Bool {
    guard at(terminal) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ terminal: LuaTerminal) throws(LuaSyntaxError) {
    guard try take(terminal) else { throw expected("'\(terminal.rawValue)'") }
  }

  /// Takes what closes something that was opened at a place.
  mutating func expect(
    _ closing: LuaTerminal, closing opening: LuaTerminal, at start: LuaPosition
  ) throws(LuaSyntaxError) {
    if try take(closing) { return }
    if token.position.line == start.line { throw expected("'\(closing.rawValue)'") }
    throw failure(
      "'\(closing.rawValue)' expected (to close '\(opening.rawValue)' at line \(start.line))")
  }

  mutating func expectName() throws(LuaSyntaxError) -> (name: String, position: LuaPosition) {
    guard case .name(let name) = token.kind else { throw expected("<name>") }
    let position = token.position
    try advance()
    return (name, position)
  }

  // MARK: Errors

  func expected(_ what: String) -> LuaSyntaxError { failure("\(what) expected") }

  /// An error at the current token, which ends the message as Lua writes it.
  func failure(_ message: String) -> LuaSyntaxError {
    let near: String
    switch token.kind {
    case .end: near = "<eof>"
    case .stray(let byte) where !(0x20..<0x7F).contains(byte): near = "'<\\\(byte)>'"
    default:
      let bytes = lexer.bytes[token.position.offset..<token.end]
      near = "'\(String(decoding: bytes, as: UTF8.self))'"
    }
    return LuaSyntaxError(message: "\(message) near \(near)", position: token.position)
  }

  /// Does something one level deeper.
  mutating func deeper<Value>(
    _ work: (inout LuaParser) throws(LuaSyntaxError) -> Value
  ) throws(LuaSyntaxError) -> Value {
    levels += 1
    guard levels <= Self.maximumLevels else {
      throw LuaSyntaxError(
        message: "C stack overflow (nested more than \(Self.maximumLevels) levels deep)",
        position: token.position)
    }
    defer { levels -= 1 }
    return try work(&self)
  }

  // MARK: Parts

  mutating func add(
    _ kind: LuaExpression.Kind, at position: LuaPosition
  ) -> LuaChunk.ExpressionID {
    noteConstant(of: kind)
    let scope = scopes[scopes.count - 1]
    chunk.expressions.append(
      LuaExpression(
        kind: kind, position: position, function: scope.function, blockDepth: scope.blocks.count,
        constantCount: scope.constantCount))
    return chunk.expressions.count - 1
  }
}
