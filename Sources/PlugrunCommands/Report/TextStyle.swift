/// Colour where it is wanted: on a terminal that knows it and whose owner did not refuse it.
struct TextStyle: Sendable, Equatable {
  /// Whether anything is coloured at all.
  let isColored: Bool

  /// Text without colour.
  static let plain = TextStyle(isColored: false)

  init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The style of a stream: `NO_COLOR` with any text in it, and `TERM=dumb`, switch colour off.
  init(for sink: any ByteSink, in environment: Environment) {
    let refused = environment.variable("NO_COLOR").map { !$0.isEmpty } ?? false
    let isDumb = environment.variable("TERM").map { Array($0.utf8) == Array("dumb".utf8) } ?? false
    isColored = sink.isTerminal && !refused && !isDumb
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
