/// Random numbers that are the same in every run.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Words of Lua texts, broken ones among them.
enum Vocabulary {
  static let words = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while", "+", "-",
    "*", "/", "//", "%", "^", "#", "&", "~", "|", "<<", ">>", "==", "~=", "<=", ">=", "<", ">",
    "=", "(", ")", "{", "}", "[", "]", "::", ";", ":", ",", ".", "..", "...", "a", "b", "f", "x",
    "a", "b", "= 1", "( )", "a = 1", "local a", "local b <const> = 1", "local c <close> = nil",
    "<const>", "<bad>", "::l::", "goto l", "goto continue", "::continue::", "f()", "f(a)",
    "if a then", "while a do", "for i = 1, 2 do", "for k, v in f do", "repeat", "function f(a)",
    "function f(...)", "function a.b:c()", "local function g()", "1", "2.5", "0x1F", "0x1p4",
    "3e", "0x", "1..2", "08", "1e+5", ".5", "5.", "0x.8", "0xA.", "0x.p1", "1a", "'s'", "\"t\"",
    "'\\n\\x41\\65\\u{48}\\z  x'", "'\\q'", "'\\300'", "'\\xZ'", "'\\u{110000000}'", "'\\u{'",
    "'\\u41'", "'open", "[[long]]", "[==[ ]] ]==]", "[=", "[==[ open", "--[[ c ]]", "-- c\n",
    "--[==[ open", "\n", "\r\n", "\n\r", "\\", "@", "$", "?", "!", "`", "\u{E9}", "\u{0}", "\u{1}",
    "'a\\\nb'", "'a\nb'", "_ENV", "local _ENV = {}", "b = 2", "a.b = 1", "a[1] = 2", "(a) = 1",
    "f().x = 1", "a, b = 1, 2", "f 's'", "f { 1, x = 2; [3] = 4 }", "a:b 's'", "a.b.c()",
  ]
}

extension [UInt8] {
  /// Leaves out, doubles, exchanges or puts in a few bytes or a word.
  mutating func mutate(using random: inout Generator) {
    let start = Int.random(in: 0...count, using: &random)
    let end = Swift.min(start + Int.random(in: 1...12, using: &random), count)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: removeSubrange(start..<end)
    case 1: insert(contentsOf: Array(self[start..<end]), at: start)
    case 2:
      insert(
        contentsOf: Array((" \(Vocabulary.words.randomElement(using: &random) ?? "") ").utf8),
        at: start)
    default:
      if start < count { self[start] = UInt8.random(in: 1...255, using: &random) }
    }
  }
}

/// A program that follows Lua's grammar, though not always its rules for names and jumps.
struct GeneratedProgram {
  var random: Generator
  private var depth = 0
  private var labels = 0

  init(random: Generator) {
    self.random = random
  }

  mutating func text() -> String {
    block()
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func name() -> String { ["a", "b", "c", "d", "_x1"][pick(5)] }

  private mutating func block() -> String {
    depth += 1
    defer { depth -= 1 }
    var lines = (0...pick(4)).map { _ in statement() }
    if pick(4) == 0 { lines.append("return " + (pick(3) == 0 ? ";" : list())) }
    return lines.joined(separator: pick(2) == 0 ? "\n" : " ")
  }

  private mutating func statement() -> String {
    let isDeep = depth > 4
    switch pick(isDeep ? 7 : 15) {
    case 0: return "local \(name()) = \(expression())"
    case 1: return "\(name()) = \(expression());"
    case 2: return "\(name()).\(name()), \(name())[\(expression())] = \(list())"
    case 3: return "\(name())(\(list()));"
    case 4: return "local \(name()), \(name()) <const> = \(list())"
    case 5: return "\(name()):\(name()) { \(table()) };"
    case 6: return ";"
    case 7:
      return "if \(expression()) then \(block()) elseif \(expression()) then else \(block()) end"
    case 8: return "while \(expression()) do \(block()) break end"
    case 9: return "for \(name()) = \(expression()), \(expression()) do \(block()) end"
    case 10: return "for \(name()), \(name()) in \(list()) do \(block()) ::e\(pick(9)):: end"
    case 11: return "repeat \(block()) until \(expression())"
    case 12: return "local function \(name())(\(name()), ...) \(block()) end"
    case 13: return "function \(name()).\(name()):\(name())() \(block()) end"
    default:
      labels += 1
      let label = "out\(labels)"
      return "do goto \(label); \(block()) end ::\(label)::"
    }
  }

  private mutating func list() -> String {
    (0...pick(3)).map { _ in expression() }.joined(separator: ", ")
  }

  private mutating func table() -> String {
    (0...pick(3)).map { _ in
      switch pick(3) {
      case 0: "\(name()) = \(expression())"
      case 1: "[\(expression())] = \(expression())"
      default: expression()
      }
    }.joined(separator: pick(2) == 0 ? ", " : "; ")
  }

  private mutating func expression() -> String {
    depth += 1
    defer { depth -= 1 }
    switch pick(depth > 5 ? 6 : 12) {
    case 0: return ["nil", "true", "false", "1", "0x10", "2.5e3", "'s'", "[[t]]"][pick(8)]
    case 1, 2, 3: return name()
    case 4: return "\(name()).\(name())"
    case 5: return "#\(name())"
    case 6:
      let signs = ["+", "..", "==", "and", "or", "<", "//", "^", "&", "~", "<<"]
      return "\(expression()) \(signs[pick(signs.count)]) \(expression())"
    case 7: return "(\(expression()))"
    case 8: return "not \(expression())"
    case 9: return "{ \(table()) }"
    case 10: return "function(\(name())) \(block()) end"
    default: return "\(name())(\(list()))"
    }
  }
}
