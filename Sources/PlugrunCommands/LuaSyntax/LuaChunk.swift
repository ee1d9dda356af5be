/// A parsed Lua text: its parts in flat lists that refer to each other by index.
///
/// Flat, because a chain of ten thousand calls or sums is legal: neither walking nor freeing it may
/// take the stack. A part's own parts always stand before it in ``expressions``, so that one pass
/// from the front sees everything it needs.
struct LuaChunk: Sendable {
  typealias ExpressionID = Int
  typealias FunctionID = Int
  typealias LocalID = Int

  var expressions: [LuaExpression] = []
  /// The functions; the first is the text itself.
  var functions: [LuaFunction] = []
  var locals: [LuaLocal] = []
  var assignments: [Assignment] = []
  var returns: [Return] = []
  var comments: [LuaLexer.Comment] = []
  /// Where the first token stands.
  var start = LuaPosition(line: 1, column: 1, offset: 0)

  /// `target = value`, also as `function target() end`.
  struct Assignment: Sendable {
    let target: ExpressionID
    /// nil where the value comes out of a call that gives several.
    let value: ExpressionID?
  }

  struct Return: Sendable {
    let function: FunctionID
    let values: [ExpressionID]
    let position: LuaPosition
  }
}

/// A function, or the text itself.
struct LuaFunction: Sendable {
  /// The one around it; nil for the text itself.
  let parent: LuaChunk.FunctionID?
  let position: LuaPosition
  var parameters: [LuaChunk.LocalID] = []
  var isVariadic: Bool
}

/// A local variable.
struct LuaLocal: Sendable {
  enum Attribute: Sendable {
    case none
    case const
    case close
  }

  let name: String
  let position: LuaPosition
  let function: LuaChunk.FunctionID
  var attribute = Attribute.none
  /// What it is declared with; nil where that is not one expression, as for a parameter.
  var value: LuaChunk.ExpressionID?
  /// Whether something is assigned to it after its declaration.
  var isReassigned = false
}

/// An expression with its place.
struct LuaExpression: Sendable {
  enum Kind: Sendable {
    case `nil`
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string([UInt8])
    case dots
    case function(LuaChunk.FunctionID)
    case local(LuaChunk.LocalID)
    case global(String)
    /// `base.name`
    case field(LuaChunk.ExpressionID, String)
    /// `base[key]`
    case index(LuaChunk.ExpressionID, LuaChunk.ExpressionID)
    case call(LuaChunk.ExpressionID, [LuaChunk.ExpressionID])
    /// `receiver:name(...)`
    case method(LuaChunk.ExpressionID, String, [LuaChunk.ExpressionID])
    case table([Member])
    case unary(LuaTerminal, LuaChunk.ExpressionID)
    case binary(LuaTerminal, LuaChunk.ExpressionID, LuaChunk.ExpressionID)
    /// In parentheses, which cut several values to one.
    case parenthesized(LuaChunk.ExpressionID)
  }

  /// One item of a table.
  struct Member: Sendable {
    enum Key: Sendable {
      case position
      case name(String, LuaPosition)
      case computed(LuaChunk.ExpressionID)
    }

    let key: Key
    let value: LuaChunk.ExpressionID
  }

  let kind: Kind
  /// Where it begins; for a field, an index or an operator, where the name or sign stands.
  let position: LuaPosition
  /// The function that it stands in.
  let function: LuaChunk.FunctionID
  /// How many blocks of that function are around it; 1 directly in its body.
  let blockDepth: Int
  /// How many places of its function's table of constants are taken up to here, its own included.
  let constantCount: Int
  /// Whether the expression is a statement by itself, as a call may be.
  var isStatement = false
}
