/// What the command line asks for.
struct Options {
  var rows = Row.all
  /// How long each row is measured.
  var seconds = 2.0
  var printsJSON = false
  var wantsHelp = false

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--help": wantsHelp = true
      case "--rows": rows = try Self.rows(named: Self.value(of: option, &rest))
      case "--seconds":
        let text = try Self.value(of: option, &rest)
        guard let number = Double(text), number > 0, number <= 600 else {
          throw UsageError(
            sentence: "--seconds \(text) is no number of seconds above 0, at most 600")
        }
        seconds = number
      case "--format":
        let text = try Self.value(of: option, &rest)
        guard text == "text" || text == "json" else {
          throw UsageError(sentence: "--format \(text) is unknown; give text or json")
        }
        printsJSON = text == "json"
      default:
        throw UsageError(sentence: "\(option) is no option; see plugbench --help")
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError(sentence: "\(option) needs a value; see plugbench --help")
    }
    return value
  }

  private static func rows(named list: String) throws(UsageError) -> [Row] {
    var rows: [Row] = []
    for id in list.split(separator: ",") {
      guard let row = Row.all.first(where: { $0.id == id }) else {
        let known = Row.all.map(\.id).joined(separator: ", ")
        throw UsageError(sentence: "there is no row \(id); the rows are \(known)")
      }
      rows.append(row)
    }
    return rows
  }

  static let help =
    """
    Usage: plugbench [--rows ID,...] [--seconds N] [--format text|json]
           plugbench replay [--lines N] [--format text|json]

    Measures the product against the least that the same job takes in C: pairs of both in one run,
    the median of their ratios, and the interquartile range of these as spread. Build with
    -c release. What each row compares is on the documentation's page "Speed".

      --rows ID,...       only these rows
      --seconds N         how long each row is measured, default 2
      --format text|json  json prints {"machine", "rows": [{"id", "value", "goal", "unit", "spread"}]};
                          a row that could not be measured has null for value and spread

    Rows:
    \(Row.all.map { row in "  \(row.id.padded(to: 18))  \(row.summary)" }.joined(separator: "\n"))

    plugbench replay sends generated lines, a million by default, through the plugrun beside it, and
    prints responses a second beside those of one lua5.4 process a sample, and the memory that
    plugrun has after each tenth.

    Exit codes: 0 all rows measured or skipped, 1 a row failed, 2 wrong command line or debug build.
    """
}

/// A command line that asks for what does not exist.
struct UsageError: Error {
  let sentence: String
}
