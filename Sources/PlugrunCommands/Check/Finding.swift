import ActionPlugins

/// One thing that `plugrun check` has to say, with its place.
struct Finding: Sendable, Equatable {
  enum Level: String, Sendable {
    case error
    case warning
  }

  let level: Level
  /// The name of the rule.
  let rule: String
  /// What is wrong and the cure.
  let message: String
  /// As a person finds it.
  var file: String
  /// From 1; nil where the whole file is meant.
  var line: Int?
  /// From 1, in Unicode code points.
  var column: Int?

  init(
    _ rule: CheckRule, in file: String, line: Int? = nil, column: Int? = nil, _ message: String
  ) {
    level = rule.level
    self.rule = rule.rawValue
    self.message = message
    self.file = file
    self.line = line
    self.column = column
  }

  /// What makes a bundle refuse to load, at the place of its path where there is one.
  init(_ problem: BundleProblem, in document: JSONDocument?) {
    let place = problem.path.flatMap { document?.position(of: $0) }
    level = .error
    rule = problem.code == .script ? "load" : problem.code.rawValue.kebabCase
    if let path = problem.path, path != .root {
      message = "\(path): \(problem.message)"
    } else {
      message = problem.message
    }
    file = problem.file
    line = problem.line ?? place?.line
    column = problem.column ?? place?.column
  }

  /// `file:line:column: level: message [rule]`, which editors and services that annotate read.
  func text(_ style: TextStyle) -> String {
    var place = file.visible
    for number in [line, column] { if let number { place += ":\(number)" } }
    let color: TextStyle.Color = level == .error ? .red : .yellow
    let shown = style.bold(style.color(color, level.rawValue + ":"))
    return "\(place): \(shown) \(message.visible) \(style.faint("[\(rule)]"))"
  }

  var json: JSONValue {
    [
      "file": .string(file), "line": line.map { .integer(Int64($0)) } ?? .null,
      "column": column.map { .integer(Int64($0)) } ?? .null, "level": .string(level.rawValue),
      "rule": .string(rule), "message": .string(message),
    ]
  }

  static func == (left: Finding, right: Finding) -> Bool {
    left.level == right.level && left.line == right.line && left.column == right.column
      && Identifier(left.rule) == Identifier(right.rule)
      && Identifier(left.file) == Identifier(right.file)
      && Identifier(left.message) == Identifier(right.message)
  }

  /// By file, line, column, rule.
  static func comesBefore(_ left: Finding, _ right: Finding) -> Bool {
    if Identifier(left.file) != Identifier(right.file) {
      return Identifier(left.file) < Identifier(right.file)
    }
    let places = [left, right].map { [$0.line ?? 0, $0.column ?? 0] }
    if places[0] != places[1] { return places[0].lexicographicallyPrecedes(places[1]) }
    if Identifier(left.rule) != Identifier(right.rule) {
      return Identifier(left.rule) < Identifier(right.rule)
    }
    return Identifier(left.message) < Identifier(right.message)
  }
}

extension String {
  /// `missingHandler` as `missing-handler`.
  var kebabCase: String {
    var text = ""
    var wasUpper = true
    for character in self {
      if character.isUppercase, !wasUpper { text += "-" }
      wasUpper = character.isUppercase
      text += character.lowercased()
    }
    return text
  }
}
