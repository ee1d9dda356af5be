extension String {
  /// How many columns of a terminal the text takes, by the rules that most terminals follow: wide
  /// East Asian characters and emoji take two, combining marks and joiners none.
  var displayWidth: Int {
    // Plain text needs no table.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text followed by spaces up to a width; a wider one stays as it is.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - displayWidth, 0))
  }
}

extension Character {
  /// A sequence of emoji, or a flag, is one picture of two columns.
  fileprivate var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.count > 1, first.properties.isEmoji {
      // U+FE0F asks for the picture, U+20E3 draws a key around a digit.
      let last = unicodeScalars.contains { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }
      if last { return 2 }
    }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // vowels and finals that join a syllable
    case 0x00AD: return 1  // a soft hyphen is drawn
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .lineSeparator,
      .paragraphSeparator:
      return 0
    default:
      return isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    if properties.isEmojiPresentation { return true }
    var low = 0
    var high = Self.wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if Self.wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < Self.wideRanges.count && Self.wideRanges[low].contains(value)
  }

  /// Blocks whose characters are wide or full width by Unicode's East Asian Width; emoji apart.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
