import ActionPlugins

/// A command line that matches its command's table.
struct ParsedArguments: Sendable {
  /// The operands in order, as many as the command has.
  fileprivate(set) var operands: [String] = []
  /// Whether help was asked for; nothing else is then checked.
  fileprivate(set) var wantsHelp = false
  /// What was given for each option; a flag has the empty text.
  private var values: [Identifier: [String]] = [:]

  /// Matches arguments, the command's name not among them, against the command's table.
  ///
  /// `--name value` and `--name=value` are the same; after `--` everything is an operand. No option
  /// can be given twice, unless its row says so.
  init(_ arguments: [String], for command: Command) throws(UsageError) {
    var rest = arguments[...]
    var onlyOperands = false
    while let argument = rest.popFirst() {
      if onlyOperands || !Self.isOption(argument) {
        operands.append(argument)
      } else if Identifier(argument) == "--" {
        onlyOperands = true
      } else if Identifier(argument) == "-h" || Identifier(argument) == "--help" {
        wantsHelp = true
        return
      } else {
        try take(argument, from: &rest, for: command)
      }
    }
    try checkOperands(of: command)
  }

  /// A lone dash is standard input, and a dash before a digit a negative number.
  private static func isOption(_ argument: String) -> Bool {
    let bytes = Array(argument.utf8.prefix(2))
    guard bytes.count == 2, bytes[0] == UInt8(ascii: "-") else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[1])
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool {
    values[Identifier(flag)] != nil
  }

  /// An option's value as it was given, or `nil`.
  func text(_ option: String) -> String? {
    values[Identifier(option)]?.first
  }

  /// All values of an option that may be given several times.
  func texts(_ option: String) -> [String] {
    values[Identifier(option)] ?? []
  }

  /// An option's value read as its type, or `nil` where the option was not given.
  func value<Value>(_ option: String, as kind: ValueKind<Value>) throws(UsageError) -> Value? {
    guard let text = text(option) else { return nil }
    guard let value = kind.read(text) else {
      throw UsageError("--\(option) takes \(kind.accepts), not \(text.quotedForMessage)")
    }
    return value
  }

  private mutating func take(
    _ argument: String, from rest: inout ArraySlice<String>, for command: Command
  ) throws(UsageError) {
    let equals = argument.utf8.firstIndex(of: UInt8(ascii: "="))
    let given = String(argument[..<(equals ?? argument.endIndex)])
    guard
      let option = command.allOptions.first(where: { Identifier("--\($0.name)") == .init(given) })
    else { throw unknownOption(given, for: command) }
    guard option.isRepeated || values[Identifier(option.name)] == nil else {
      throw UsageError("--\(option.name) is given twice; give it once")
    }
    let attached = equals.map { String(argument[argument.utf8.index(after: $0)...]) }
    switch (option.placeholder, attached) {
    case (nil, nil):
      values[Identifier(option.name)] = [""]
    case (nil, .some):
      throw UsageError("--\(option.name) takes no value; leave out everything from the \"=\" on")
    case (.some, let attached?):
      values[Identifier(option.name), default: []].append(attached)
    case (let placeholder?, nil):
      values[Identifier(option.name), default: []].append(
        try value(of: option, placeholder, from: &rest))
    }
  }

  private func value(
    of option: Option, _ placeholder: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let next = rest.popFirst() else {
      throw UsageError("--\(option.name) needs a value: \(option.usage)")
    }
    // The next option's name is far more often a forgotten value than a value.
    guard !next.utf8.starts(with: "--".utf8) else {
      throw UsageError(
        "--\(option.name) needs a value before \(next.quotedForMessage); a value that begins with "
          + "two dashes is given as --\(option.name)=\(placeholder)")
    }
    return next
  }

  private func unknownOption(_ given: String, for command: Command) -> UsageError {
    let names = command.allOptions.map { "--\($0.name)" }
    let cure =
      NearestName.nearest(to: given, among: names).map { "did you mean \($0)?" }
      ?? "see 'plugrun \(command.name) --help'"
    return UsageError("there is no option \(given.quotedForMessage); \(cure)")
  }

  private func checkOperands(of command: Command) throws(UsageError) {
    if command.operands.last?.isRepeated == true { return }
    let needed = command.operands.prefix { !$0.isOptional }.count
    if operands.count < needed {
      throw UsageError(command.operands[operands.count].missing)
    }
    if operands.count > command.operands.count {
      let extra = operands[command.operands.count]
      let names = command.operands.map(\.placeholder)
      let takes =
        switch names.count {
        case 0: "nothing"
        case 1: "one \(names[0])"
        default: names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
        }
      throw UsageError(
        "'plugrun \(command.name)' takes \(takes) besides its options; "
          + "\(extra.quotedForMessage) is too much (a value with spaces needs quotes)")
    }
  }
}
