/// Where a byte stands in a text.
package struct TextPosition: Sendable, Equatable {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode code points.
  package let column: Int

  /// The place of the byte at an offset, or of the text's end; a byte-order mark has no column.
  package init(of offset: Int, in bytes: Span<UInt8>) {
    var line = 1
    var column = 1
    var place = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    while place < min(offset, bytes.count) {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      // A carriage return ends a line by itself, but not before a line feed, which then does.
      if byte == 0x0A || byte == 0x0D && next != 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      place += 1
    }
    self.line = line
    self.column = column
  }
}
