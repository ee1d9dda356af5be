import Foundation
import Testing

/// One script of the corpus, with what its header says. The format is in `Corpus/README.md`.
struct HostileScript: Sendable, CustomTestStringConvertible {
  /// How an invocation may end, in the words of the headers.
  enum Ending: String, Sendable, CaseIterable {
    case ok, error, timeout, memory, cancelled, conflict
  }

  /// What the file's text is.
  enum Form: String, Sendable {
    /// The body of a handler.
    case body
    /// A whole handler file.
    case file
  }

  /// Its kind (the folder) and its name in it: `cpu/001-plain-loop`.
  let name: String
  let text: String
  let about: String
  var expected: Ending
  var accepted: Set<Ending>
  let form: Form
  /// Whether it is one half of a pair, and of which.
  let pair: (role: String, name: String)?
  /// What may not appear on one of the host's streams while it runs.
  let isQuiet: Bool
  /// When the host cancels the invocation, in milliseconds.
  let cancelAfter: Int?
  /// Whether the metamethods are put into the metatable after `setmetatable`.
  var isTwin = false

  var kind: String { String(name.prefix { $0 != "/" }) }
  var testDescription: String { name }

  /// Reads a script; throws where its header is not of the format.
  init(name: String, text: String) throws {
    self.name = name
    self.text = text
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("-- "), let colon = line.firstIndex(of: ":") else { break }
      let field = String(line[line.index(line.startIndex, offsetBy: 3)..<colon])
      guard Self.fields.contains(field) else { break }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      guard fields.updateValue(value, forKey: field) == nil else {
        throw Malformed(name, "says '\(field)' twice")
      }
    }
    guard let expect = fields["expect"], let bar = expect.firstIndex(of: "|") else {
      throw Malformed(name, "does not begin with '-- expect: ENDING | description'")
    }
    expected = try Self.ending(expect[..<bar], name)
    about = expect[expect.index(after: bar)...].trimmingCharacters(in: .whitespaces)
    accepted = try Set(
      (fields["accept"] ?? "").split(separator: ",").map { try Self.ending($0, name) })
    guard let form = Form(rawValue: fields["form"] ?? "body") else {
      throw Malformed(name, "has a form that is neither body nor file")
    }
    self.form = form
    isQuiet = fields["check"].map { $0.contains("no-std") } ?? false
    cancelAfter = fields["cancel"].flatMap { Int($0) }
    let pair = (fields["pair"] ?? "").split(separator: " ").map(String.init)
    guard fields["pair"] == nil || pair.count == 2 && ["attack", "check"].contains(pair[0]) else {
      throw Malformed(name, "has a pair that is neither 'attack NAME' nor 'check NAME'")
    }
    self.pair = pair.isEmpty ? nil : (pair[0], pair[1])
  }

  private static let fields = ["expect", "accept", "pair", "check", "form", "cancel"]

  private static func ending(_ word: some StringProtocol, _ name: String) throws -> Ending {
    let word = word.trimmingCharacters(in: .whitespaces)
    guard let ending = Ending(rawValue: word) else {
      throw Malformed(name, "names no ending: '\(word)'")
    }
    return ending
  }

  /// A header that is not of the format.
  struct Malformed: Error, CustomStringConvertible {
    let description: String

    init(_ name: String, _ what: String) {
      description = "\(name).lua \(what)"
    }
  }
}

extension HostileScript {
  /// The handler file to put into a bundle.
  var handler: String {
    guard form == .body else { return text }
    // On the line of the header, so that lines keep their numbers.
    return "return function(...) \(isTwin ? Self.lateAssignment : "") \(text)\nend\n"
  }

  /// Seconds that it gets: little where it is to be stopped, else as much as it may need.
  func seconds(_ pace: Double) -> Double {
    expected == .timeout || accepted.contains(.timeout) ? 0.06 * pace : 10
  }

  /// The same script with every metamethod assigned after `setmetatable`; nil where it has none.
  var twin: HostileScript? {
    guard form == .body, !isTwin, text.contains("setmetatable"), text.contains("__") else {
      return nil
    }
    var twin = self
    twin.isTwin = true
    if Self.dead.contains(where: { text.contains($0) }) {
      // What the metamethod was to do does not happen, so the script may end in any way.
      twin.accepted = Set(Ending.allCases)
    }
    return twin
  }

  private static let dead = ["__gc", "__mode", "__close", "__concat"]

  /// Puts every field of a metatable that is a metamethod's name there after the metatable was
  /// set. One that must not exist says so in the log when it runs after all.
  private static let lateAssignment = """
    local stock = setmetatable local setmetatable do \
    local wrapped = {} \
    local dead = {__gc = true, __mode = true, __close = true, __concat = true} \
    setmetatable = function(t, mt) \
    if type(mt) ~= "table" then return stock(t, mt) end \
    local late = {} \
    for k, v in next, mt do \
    if type(k) == "string" and k:sub(1, 2) == "__" then late[k] = v end end \
    for k in next, late do rawset(mt, k, nil) end \
    local done, message = pcall(stock, t, mt) \
    for k, v in next, late do \
    if dead[k] and type(v) == "function" and not wrapped[v] then \
    local f, name = v, k \
    v = function(...) log.error("ESCAPE: " .. name .. " ran") return f(...) end \
    wrapped[v] = true end \
    rawset(mt, k, v) end \
    if not done then error(message, 2) end \
    return t end end
    """
}
