/// A word or sign that the language reserves.
enum LuaTerminal: String, Sendable, CaseIterable {
  case and
  case `break`
  case `do`
  case `else`
  case elseif
  case end
  case `false`
  case `for`
  case function
  case goto
  case `if`
  case `in`
  case local
  case `nil`
  case not
  case or
  case `repeat`
  case `return`
  case then
  case `true`
  case until
  case `while`

  case plus = "+"
  case minus = "-"
  case times = "*"
  case slash = "/"
  case floorDivision = "//"
  case percent = "%"
  case caret = "^"
  case hash = "#"
  case ampersand = "&"
  case tilde = "~"
  case bar = "|"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case equal = "=="
  case notEqual = "~="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
  case assign = "="
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBrace = "{"
  case rightBrace = "}"
  case leftBracket = "["
  case rightBracket = "]"
  case doubleColon = "::"
  case semicolon = ";"
  case colon = ":"
  case comma = ","
  case dot = "."
  case concatenation = ".."
  case dots = "..."

  /// The reserved words, by themselves.
  static let words: [[UInt8]: LuaTerminal] = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { terminal in
      let bytes = Array(terminal.rawValue.utf8)
      return bytes.first.map(\.isLuaNameStart) == true ? (bytes, terminal) : nil
    })
}

/// A token of a Lua text.
struct LuaToken: Sendable {
  enum Kind: Sendable, Equatable {
    case end
    case terminal(LuaTerminal)
    case name(String)
    case string([UInt8])
    case integer(Int64)
    case number(Double)
    /// A byte that begins nothing; only an error can come of it.
    case stray(UInt8)
  }

  var kind: Kind
  var position: LuaPosition
  /// The offset behind its last byte.
  var end: Int
  /// The line on which it ends.
  var lastLine: Int
}

extension UInt8 {
  /// A letter of ASCII or an underscore; Lua's names have no others.
  var isLuaNameStart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  var isLuaDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isLuaNamePart: Bool { isLuaNameStart || isLuaDigit }

  /// The value of a hexadecimal digit.
  var luaHexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
