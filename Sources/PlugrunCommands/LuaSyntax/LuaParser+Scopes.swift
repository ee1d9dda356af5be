extension LuaParser {
  /// A function whose body is being read.
  struct FunctionScope {
    let function: LuaChunk.FunctionID
    /// The locals in scope, outermost first.
    var active: [LuaChunk.LocalID] = []
    var blocks: [Block] = []
    var upvalues: Set<LuaChunk.LocalID> = []
    var labels: [Label] = []
    /// Jumps whose label has not been met.
    var pending: [Jump] = []
    fileprivate var constants: Set<Constant> = []
    var constantCount: Int { constants.count }
  }

  struct Block {
    let isLoop: Bool
    /// How many locals were in scope before it.
    let activeBefore: Int
    let firstLabel: Int
    let firstPending: Int
  }

  struct Label {
    let name: String
    let line: Int
    let activeCount: Int
  }

  struct Jump {
    /// nil for a `break`.
    let name: String?
    let position: LuaPosition
    var activeCount: Int
  }

  /// What takes a place in a function's table of constants.
  fileprivate enum Constant: Hashable {
    case text([UInt8])
    case integer(Int64)
    case number(UInt64)
  }

  var scope: FunctionScope {
    get { scopes[scopes.count - 1] }
    set { scopes[scopes.count - 1] = newValue }
  }

  // MARK: Functions and blocks

  mutating func openFunction(at position: LuaPosition, isVariadic: Bool) {
    chunk.functions.append(
      LuaFunction(parent: scopes.last?.function, position: position, isVariadic: isVariadic))
    scopes.append(FunctionScope(function: chunk.functions.count - 1))
    openBlock(isLoop: false)
  }

  mutating func closeFunction() throws(LuaSyntaxError) {
    try closeBlock()
    scopes.removeLast()
  }

  mutating func openBlock(isLoop: Bool) {
    let index = scopes.count - 1
    scopes[index].blocks.append(
      Block(
        isLoop: isLoop, activeBefore: scopes[index].active.count,
        firstLabel: scopes[index].labels.count, firstPending: scopes[index].pending.count))
  }

  mutating func closeBlock() throws(LuaSyntaxError) {
    let index = scopes.count - 1
    guard let block = scopes[index].blocks.popLast() else { return }
    scopes[index].labels.removeLast(scopes[index].labels.count - block.firstLabel)
    if block.isLoop {
      let rest = scopes[index].pending.dropFirst(block.firstPending).filter { $0.name != nil }
      scopes[index].pending.replaceSubrange(block.firstPending..., with: rest)
    }
    scopes[index].active.removeLast(scopes[index].active.count - block.activeBefore)
    guard !scopes[index].blocks.isEmpty else {
      if let jump = scopes[index].pending.first { throw undefined(jump) }
      return
    }
    for pending in scopes[index].pending.indices.dropFirst(block.firstPending) {
      let count = scopes[index].pending[pending].activeCount
      scopes[index].pending[pending].activeCount = min(count, block.activeBefore)
    }
  }

  // MARK: Names

  /// Declares a local that comes into scope by ``activate(_:)``.
  mutating func declare(_ name: String, at position: LuaPosition) -> LuaChunk.LocalID {
    chunk.locals.append(LuaLocal(name: name, position: position, function: scope.function))
    return chunk.locals.count - 1
  }

  mutating func activate(_ locals: [LuaChunk.LocalID]) throws(LuaSyntaxError) {
    let index = scopes.count - 1
    scopes[index].active += locals
    guard scopes[index].active.count <= Self.maximumLocals else {
      throw tooMany("local variables", limit: Self.maximumLocals)
    }
  }

  /// What a name means here.
  mutating func resolve(_ name: String) throws(LuaSyntaxError) -> LuaExpression.Kind {
    if let local = try local(named: name) { return .local(local) }
    if let environment = try local(named: "_ENV") {
      return .field(add(.local(environment), at: token.position), name)
    }
    // The table of the globals is an upvalue as well.
    for index in scopes.indices { try noteUpvalue(-1, of: index) }
    return .global(name)
  }

  mutating func local(named name: String) throws(LuaSyntaxError) -> LuaChunk.LocalID? {
    for index in scopes.indices.reversed() {
      let found = scopes[index].active.last { chunk.locals[$0].name.utf8.elementsEqual(name.utf8) }
      guard let found else { continue }
      for inner in (index + 1)..<max(scopes.count, index + 1) {
        try noteUpvalue(found, of: inner)
      }
      return found
    }
    return nil
  }

  private mutating func noteUpvalue(
    _ local: LuaChunk.LocalID, of scope: Int
  ) throws(LuaSyntaxError) {
    scopes[scope].upvalues.insert(local)
    guard scopes[scope].upvalues.count <= Self.maximumUpvalues else {
      throw tooMany("upvalues", limit: Self.maximumUpvalues)
    }
  }

  func tooMany(_ what: String, limit: Int) -> LuaSyntaxError {
    let function = chunk.functions[scope.function]
    let place =
      function.parent == nil ? "main function" : "function at line \(function.position.line)"
    return failure("too many \(what) (limit is \(limit)) in \(place)")
  }

  // MARK: Labels

  /// Declares a label; a last one of its block lies outside the scope of the block's locals.
  mutating func addLabel(
    _ name: String, line: Int, isLast: Bool
  ) throws(LuaSyntaxError) {
    let index = scopes.count - 1
    guard let block = scopes[index].blocks.last else { return }
    let count = isLast ? block.activeBefore : scopes[index].active.count
    for jump in scopes[index].pending.dropFirst(block.firstPending)
    where jump.name.map({ $0.utf8.elementsEqual(name.utf8) }) ?? false {
      guard jump.activeCount >= count else {
        let local = chunk.locals[scopes[index].active[jump.activeCount]].name
        throw LuaSyntaxError(
          message: "<goto \(name)> at line \(jump.position.line) jumps into the scope of local "
            + "'\(local)'", position: jump.position)
      }
    }
    let rest = scopes[index].pending.dropFirst(block.firstPending).filter { jump in
      !(jump.name.map { $0.utf8.elementsEqual(name.utf8) } ?? false)
    }
    scopes[index].pending.replaceSubrange(block.firstPending..., with: rest)
    scopes[index].labels.append(Label(name: name, line: line, activeCount: count))
  }

  func checkRepeated(_ name: String) throws(LuaSyntaxError) {
    guard let other = scope.labels.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return }
    throw LuaSyntaxError(
      message: "label '\(name)' already defined on line \(other.line)", position: token.position)
  }

  mutating func addJump(to name: String?, at position: LuaPosition) {
    let isBackward = scope.labels.contains { label in
      name.map { $0.utf8.elementsEqual(label.name.utf8) } ?? false
    }
    guard !isBackward else { return }
    let index = scopes.count - 1
    scopes[index].pending.append(
      Jump(name: name, position: position, activeCount: scopes[index].active.count))
  }

  private func undefined(_ jump: Jump) -> LuaSyntaxError {
    let line = jump.position.line
    let message =
      jump.name.map { "no visible label '\($0)' for <goto> at line \(line)" }
      ?? "break outside loop at line \(line)"
    return LuaSyntaxError(message: message, position: jump.position)
  }

  // MARK: Constants

  /// Counts what a function's table of constants holds. Small integers are in the code itself, but
  /// not everywhere: they are counted, so that the count is rather too high.
  mutating func noteConstant(of kind: LuaExpression.Kind) {
    let constant: Constant
    switch kind {
    case .string(let bytes): constant = .text(bytes)
    case .integer(let value): constant = .integer(value)
    case .number(let value): constant = .number(value.bitPattern)
    case .global(let name), .field(_, let name), .method(_, let name, _):
      constant = .text(Array(name.utf8))
    case .table(let members):
      for case .name(let name, _) in members.map(\.key) { note(.text(Array(name.utf8))) }
      return
    default: return
    }
    note(constant)
  }

  private mutating func note(_ constant: Constant) {
    scopes[scopes.count - 1].constants.insert(constant)
  }
}
