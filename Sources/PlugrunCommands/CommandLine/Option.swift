/// One option of a command, as data: parsing and help both read it.
struct Option: Sendable {
  /// The name without its dashes.
  let name: String
  /// What stands for the value in help, such as `DIR`; `nil` for a flag.
  let placeholder: String?
  /// What it does and its default, for help.
  let help: String
  /// Whether it may be given several times.
  var isRepeated = false

  /// An option that takes a value.
  static func value(_ name: String, _ placeholder: String, _ help: String) -> Option {
    Option(name: name, placeholder: placeholder, help: help)
  }

  /// An option that takes a value and may be given several times.
  static func values(_ name: String, _ placeholder: String, _ help: String) -> Option {
    Option(name: name, placeholder: placeholder, help: help, isRepeated: true)
  }

  /// An option that is there or not.
  static func flag(_ name: String, _ help: String) -> Option {
    Option(name: name, placeholder: nil, help: help)
  }

  /// The option as help shows it: `--plugins DIR`.
  var usage: String {
    placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
  }

  /// Every command has it.
  static let help = flag("help", "show this help")
}
