import ActionPlugins

/// Colour where it is wanted: on a terminal that knows it, or where it is asked for, and never where
/// it is refused.
struct TextStyle: Sendable, Equatable {
  /// Whether anything is coloured at all.
  let isColored: Bool

  /// Text without colour.
  static let plain = TextStyle(isColored: false)

  init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The style of a stream: `NO_COLOR` with any text in it switches colour off; `FORCE_COLOR` and
  /// `CLICOLOR_FORCE`, with any text but `0`, switch it on where no terminal is; `TERM=dumb` is none.
  init(for sink: any ByteSink, in environment: Environment) {
    let refused = environment.variable("NO_COLOR").map { !$0.isEmpty } ?? false
    let isForced = ["FORCE_COLOR", "CLICOLOR_FORCE"].contains { name in
      environment.variable(name).map { !$0.isEmpty && Identifier($0) != "0" } ?? false
    }
    let isDumb = environment.variable("TERM").map { Identifier($0) == "dumb" } ?? false
    isColored = !refused && (isForced || sink.isTerminal && !isDumb)
  }

  /// The colours of every terminal, by their number in an escape sequence.
  enum Color: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  func color(_ color: Color, _ text: String) -> String { wrap(text, color.rawValue) }
  func bold(_ text: String) -> String { wrap(text, 1) }
  func faint(_ text: String) -> String { wrap(text, 2) }

  private func wrap(_ text: String, _ number: Int) -> String {
    isColored ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
  }
}
