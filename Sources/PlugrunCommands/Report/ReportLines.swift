/// The lines of a report: a label on the left, cells in columns on the right.
struct ReportLines {
  /// A piece of a line; colour is put around it after it was padded, so that it takes no room.
  struct Cell {
    var text: String
    var color: TextStyle.Color?

    init(_ text: String, _ color: TextStyle.Color? = nil) {
      self.text = text
      self.color = color
    }
  }

  let style: TextStyle
  private(set) var text = ""
  private let labelWidth: Int

  /// The widest cell that others are aligned to; a wider one only pushes its own line aside.
  private static let alignedWidth = 40

  init(style: TextStyle, labelWidth: Int = 14) {
    self.style = style
    self.labelWidth = labelWidth
  }

  /// An empty line.
  mutating func addGap() {
    text += "\n"
  }

  /// One line of cells.
  mutating func add(_ label: String, _ cells: Cell...) {
    add([label], rows: [cells])
  }

  /// Lines whose cells are aligned in columns; the label stands before the first.
  mutating func add(_ label: String, rows: [[Cell]]) {
    add([label], rows: rows)
  }

  /// Lines whose cells are aligned in columns, with labels before the first of them.
  mutating func add(_ labels: [String], rows: [[Cell]]) {
    let columns = rows.map(\.count).max() ?? 0
    var widths = [Int](repeating: 0, count: columns)
    for row in rows {
      // The last cell of a row pushes nothing aside.
      for (column, cell) in row.dropLast().enumerated() {
        let width = cell.text.displayWidth
        if width <= Self.alignedWidth { widths[column] = max(widths[column], width) }
      }
    }
    for (index, row) in rows.enumerated() {
      let label = index < labels.count ? labels[index] : ""
      let margin = label.padded(to: labelWidth)
      var line = label.isEmpty ? margin : style.faint(margin)
      for (column, cell) in row.enumerated() {
        let isLast = column == row.count - 1
        let padded = isLast ? cell.text : cell.text.padded(to: widths[column]) + "  "
        line += cell.color.map { style.color($0, padded) } ?? padded
      }
      text += line + "\n"
    }
  }

  /// A text of a person, line by line behind a bar.
  mutating func addQuote(_ quoted: String) {
    add("", rows: quoted.visibleLines.map { [Cell("│ " + $0)] })
  }
}
